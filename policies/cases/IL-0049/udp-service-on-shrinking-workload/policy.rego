# METADATA
# title: UDP Service over pods that an autoscaler removes
# description: |
#   Nodes remember which pod a UDP sender was sent to, and a sender that keeps its
#   port and keeps sending never lets that entry expire. When an autoscaler removes
#   the pod, kube-proxy has to delete the entry; where it fails, or before it does,
#   datagrams go to an address that nobody has any more, and UDP tells the sender
#   nothing. A pod that waits before it stops still receives in the meantime.
#
#   The rule looks for Services with a UDP port whose pods belong to a workload that
#   a HorizontalPodAutoscaler, a KEDA ScaledObject or cluster-proportional-autoscaler
#   scales, and whose containers have no `preStop` hook.
#
#   Left alone:
#
#   - headless Services, which are not balanced by the nodes
#   - pods with a `preStop` hook, also one that a webhook or policy in the cluster adds,
#     and CoreDNS with `lameduck`
#   - autoscalers that never scale down: `scaleDown.selectPolicy: Disabled`, or a
#     minimum that equals the maximum
#   - UDP 443 beside TCP 443, since HTTP/3 falls back to TCP
#   - the annotation `kubegap/udp: stateless` on the Service, which says that lost
#     datagrams do no harm.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/networking/virtual-ips/
#     description: Virtual IPs and Service proxies
#   - ref: https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#configurable-scaling-behavior
#     description: Scaling behaviour of the HorizontalPodAutoscaler
# custom:
#   level: note
#   level_reason: |
#     Only the pattern is visible; many applications over UDP bear the loss of some
#     datagrams.
#   remediation: |
#     Let the pods wait before they stop, so that they receive until the nodes send
#     elsewhere, and let senders change their source port from time to time, or send
#     to a proxy on their own node:
#
#     ```yaml
#     lifecycle:
#       preStop:
#         sleep:
#           seconds: 15
#     ```
#   kinds:
#     - Service
#   words: [UDP]
#   since: 0.1.0
package kubegap.cases.il_0049.udp_service_on_shrinking_workload

import data.kubegap.lib.coredns
import data.kubegap.lib.drain
import data.kubegap.lib.objects
import data.kubegap.lib.proportional
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some service in objects.of_kind("Service")
	ports := _udp_ports(service)
	count(ports) > 0
	object.get(service.body, ["spec", "clusterIP"], "") != "None"
	object.get(service.body, ["metadata", "annotations", "kubegap/udp"], "") != "stateless"
	some workload in objects.linked(service, "selects")
	autoscaler := _autoscalers(workload)[0]
	not _drains(workload)

	violation := result.at_with(
		service,
		["spec", "ports", ports[0].index],
		sprintf(
			"UDP port %v leads to %s, whose pods %s removes without a preStop wait, so datagrams of busy senders go to addresses that are gone",
			[ports[0].port, objects.title(workload), objects.title(autoscaler)],
		),
		[
			result.related(autoscaler, ["metadata", "name"], "removes pods when load or nodes get fewer"),
			result.related(workloads.holder(workload), workloads.spec_path(workload), "no container waits in preStop"),
		],
	)
}

_udp_ports(service) := [{"index": i, "port": port.port} |
	some i, port in service.body.spec.ports
	port.protocol == "UDP"
	not _falls_back(service, port.port)
]

# HTTP/3 beside HTTPS.
_falls_back(service, 443) if {
	some port in service.body.spec.ports
	port.port == 443
	object.get(port, "protocol", "TCP") == "TCP"
}

_drains(workload) if drain.by_admission(workload)

_drains(workload) if {
	some c in workloads.long_running(workload)
	drain.hooked(c.container)
}

_drains(workload) if {
	some text in coredns.corefiles(workload)
	coredns.lameduck(text)
}

_autoscalers(workload) := array.concat(
	[autoscaler |
		some autoscaler in objects.linking(workload, "scales")
		_shrinks(autoscaler)
	],
	[autoscaler |
		some autoscaler in proportional.in_scope(workload)
		some target in proportional.targets(autoscaler)
		target.index == workload.index
	],
)

_shrinks(autoscaler) if {
	autoscaler.kind == "HorizontalPodAutoscaler"
	spec := autoscaler.body.spec
	object.get(spec, "minReplicas", 1) != spec.maxReplicas
	object.get(spec, ["behavior", "scaleDown", "selectPolicy"], "") != "Disabled"
}

# KEDA scales down to 0 unless told otherwise, and up to 100.
_shrinks(autoscaler) if {
	autoscaler.kind == "ScaledObject"
	spec := autoscaler.body.spec
	object.get(spec, "minReplicaCount", 0) != object.get(spec, "maxReplicaCount", 100)
	path := ["advanced", "horizontalPodAutoscalerConfig", "behavior", "scaleDown", "selectPolicy"]
	object.get(spec, path, "") != "Disabled"
}
