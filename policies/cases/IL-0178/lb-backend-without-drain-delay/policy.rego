# METADATA
# title: Backend that stops as soon as it is told to
# description: |
#   When a pod goes, its container is told to stop at the same moment as its
#   address starts to leave the endpoints. A load balancer learns of that some
#   seconds later, and until then sends requests to a container that no longer
#   answers. Nothing in the pod template delays the stop here.
#
#   The rule follows Service, Ingress, route of the Gateway API, TargetGroupBinding
#   and their like to the pods behind them, and looks for a `preStop` hook on the
#   containers that declare the target port, native sidecars included (on any
#   container, if none declares it).
#
#   Left alone:
#
#   - a Service that nothing outside of the cluster reaches, that is headless, or
#     that has UDP ports only
#   - the annotation `kubegap/drain: app` on the workload or its pods, for an
#     application that goes on serving for a while after SIGTERM
#   - zero replicas; Jobs, CronJobs, DaemonSets and bare Pods
#   - the strategy `Recreate`, a StatefulSet with one replica or `OnDelete`: there
#     the gap is by design
#   - mesh proxies that drain: Istio with `terminationDrainDuration` or
#     `EXIT_ON_ZERO_ACTIVE_CONNECTIONS`, Linkerd with `proxy-wait-before-exit-seconds`
#   - pod-graceful-drain in scope, or a mutating policy that writes `preStop` hooks
#   - proxies that drain themselves: ingress-nginx, Traefik with
#     `requestAcceptGraceTimeout`, Envoy with a shutdown manager, Kong, HAProxy with
#     `hard-stop-after`, gateways of Istio
#   - Knative Services, whose queue proxy drains
#
#   A workload is reported once, for a balancer of a cloud if one reaches it.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination-flow
#     description: What happens when a pod ends
#   - ref: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
#     description: Container lifecycle hooks
# custom:
#   level: warning
#   level_reason: |
#     A known source of 502 on every rollout and scale-in behind a balancer that
#     learns late of endpoints that go. Never an error, because the application may
#     wait by itself. A note behind a proxy in the cluster (it retries refused
#     connections on another pod), a NodePort, a balancer on premises or a class
#     that is not known; with a single replica; and outside of production.
#   remediation: |
#     Let the container wait 5 to 15 seconds before it stops, 15 to 30 behind a
#     cloud's HTTP balancer, and give it that much more time to end:
#
#     ```yaml
#     spec:
#       terminationGracePeriodSeconds: 60
#       containers:
#         - name: api
#           lifecycle:
#             preStop:
#               sleep: # Kubernetes 1.30 or later, else exec: {command: [sleep, "15"]}
#                 seconds: 15
#     ```
#
#     `kubegap-lint fix` writes this where the version of Kubernetes is known to be
#     1.30 or later.
#
#     If the application itself keeps serving after SIGTERM, say so with the
#     annotation `kubegap/drain: app`.
#   kinds:
#     - apps/Deployment
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - Service
#     - networking.k8s.io/Ingress
#     - gateway.networking.k8s.io/HTTPRoute
#     - gateway.networking.k8s.io/GRPCRoute
#     - elbv2.k8s.aws/TargetGroupBinding
#   words:
#     - GRPCRoute
#     - HTTPRoute
#     - Ingress
#     - IngressRoute
#     - IngressRouteTCP
#     - LoadBalancer
#     - NodePort
#     - Route
#     - TCPRoute
#     - TLSRoute
#     - TargetGroupBinding
#     - VirtualService
#   also: [ravelin-2019-endpoint-race]
#   since: 0.1.0
package kubegap.cases.il_0178.lb_backend_without_drain_delay

import data.kubegap.lib.cluster
import data.kubegap.lib.drain
import data.kubegap.lib.environment
import data.kubegap.lib.exposure
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.rolling
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in exposure.backends
	reached := _most_exposed(workload)
	rolling.updates(workload)
	not _drains(workload)
	serving := _serving(workload, reached.service)
	not _hooked(serving)
	place := exposure.place(workload, array.concat(serving[0].path, ["lifecycle"]), reached)

	violation := result.with_fix(
		result.with_level(
			result.at_with(
				place.object,
				place.path,
				_message(serving[0].container.name, reached),
				array.concat(exposure.chain(reached), _replicas(workload)),
			),
			_level(workload, reached),
		),
		_fix(workload, serving[0]),
	)
}

# A wait that needs no shell in the image, and the grace period longer by it. The
# API server knows the action from Kubernetes 1.30 on.
# https://www.kubernetes.dev/resources/keps/3960/
_fix(workload, serving) := [
	result.set(
		workloads.holder(workload),
		array.concat(serving.path, ["lifecycle", "preStop", "sleep", "seconds"]),
		_wait,
	),
	result.set(
		workloads.holder(workload),
		array.concat(workloads.spec_path(workload), ["terminationGracePeriodSeconds"]),
		drain.grace(workload) + _wait,
	),
] if {
	cluster.minor(workload) >= 30
	not serving.container.lifecycle.preStop
	drain.grace(workload) > 0
} else := []

_wait := 15

_drains(workload) if drain.by_application(workload)

_drains(workload) if drain.by_mesh(workload)

_drains(workload) if drain.by_data_plane(workload)

_drains(workload) if drain.by_admission(workload)

# What reaches the pods: by a cloud's balancer if any does.
_most_exposed(workload) := array.concat(
	[reached | some reached in _exposures(workload); _cloud(reached)],
	_exposures(workload),
)[0]

_exposures(workload) := [reached |
	some reached in exposure.reported(workload)
	object.get(reached.service.body.spec, "clusterIP", "") != "None"
	count(_target_ports(reached.service)) > 0
]

_cloud(reached) if {
	reached.exposure.class.cloud
	not _on_premises(reached)
}

_on_premises(reached) if {
	reached.exposure.class.provider == "load-balancer"
	environment.on_premises(reached.service)
}

# The ports, as text, that take traffic that is not UDP.
_target_ports(service) := {sprintf("%v", [object.get(port, "targetPort", port.port)]) |
	some port in service.body.spec.ports
	is_object(port)
	object.get(port, "protocol", "TCP") != "UDP"
}

# The containers that declare a target port of the Service; all of them, if none
# does.
_serving(workload, service) := containers if {
	containers := [c |
		some c in workloads.long_running(workload)
		_declares(c.container, _target_ports(service))
	]
	count(containers) > 0
} else := workloads.long_running(workload)

_declares(container, ports) if {
	some declared in container.ports
	is_object(declared)
	some value in [declared.containerPort, object.get(declared, "name", "")]
	sprintf("%v", [value]) in ports
}

_hooked(containers) if {
	some c in containers
	drain.hooked(c.container)
}

_replicas(workload) := [result.related(pods.object, pods.path, sprintf("runs %s", [_count(pods)]))] if {
	pods := replicas.effective(workload)
} else := []

_count(pods) := "1 pod" if {
	pods.max == 1
} else := sprintf("%d pods", [pods.max]) if {
	pods.min == pods.max
} else := sprintf("%d to %d pods", [pods.min, pods.max])

_level(workload, reached) := "warning" if {
	_cloud(reached)
	replicas.several(workload)
	not environment.not_production(workload)
} else := "note"

_message(name, reached) := concat("", [
	sprintf("container %s has no preStop wait, so it stops while %s still sends it requests", [
		name,
		exposure.title(reached.exposure),
	]),
	_draining(reached.exposure.class.provider),
]) if {
	_cloud(reached)
} else := sprintf(
	"container %s has no preStop wait, so requests that %s sends right after SIGTERM are refused and have to be retried",
	[name, exposure.title(reached.exposure)],
)

# A BackendConfig is no way out.
_draining(provider) := "; connectionDraining in a BackendConfig saves running requests only" if {
	provider in {"gce", "gce-internal"}
} else := ""
