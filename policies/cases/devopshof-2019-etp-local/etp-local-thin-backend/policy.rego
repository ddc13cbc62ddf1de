# METADATA
# title: Load balancer that passes traffic to one node only
# description: |
#   With `externalTrafficPolicy: Local` a node takes traffic only for pods that run
#   on it, and the balancer sends traffic only to nodes that have one. With a single
#   pod that is one node: a drain, a restart or a move of the pod leaves the balancer
#   without a target until its health checks have found the next node. Several pods
#   that nothing keeps apart may end up on one node as well.
#
#   Left alone:
#
#   - DaemonSets, which run on all nodes, and Services whose pods are not in scope or
#     belong to several workloads
#   - balancers that send traffic to the pods themselves, as an AWS NLB with the
#     target type `ip`
#   - several pods behind MetalLB, kube-vip, Cilium, PureLB or the balancer of k3s,
#     which move the address to a node with a pod
#   - zero replicas, and numbers that are placeholders
#   - clusters that are declared to have one node
#
#   That a disruption budget allows no eviction is for the rule about budgets.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/access-application-cluster/create-external-load-balancer/#preserving-the-client-source-ip
#     description: Preserving the client source IP
#   - ref: https://kubernetes.io/docs/reference/networking/virtual-ips/#external-traffic-policy
#     description: External traffic policy
# custom:
#   level: warning
#   level_reason: |
#     Each move of the pod is an outage as long as the balancer's health checks take.
#     A note for several pods that nothing keeps on different nodes, or that an
#     autoscaler may lower to one; for balancers on premises, which move the address;
#     for protocols other than HTTP, where one pod and the address of the client may
#     be all that works; and outside of production.
#   remediation: |
#     Run at least two pods on different nodes and let them wait before they stop, so
#     that the balancer learns in time, or run a DaemonSet. Without need for the
#     address of the client, let all nodes take traffic:
#
#     ```yaml
#     spec:
#       type: LoadBalancer
#       externalTrafficPolicy: Cluster
#     ```
#   kinds: [Service]
#   words: [externalTrafficPolicy]
#   since: 0.1.0
package kubegap.cases.devopshof_2019_etp_local.etp_local_thin_backend

import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.spread

violations contains violation if {
	some service in objects.of_kind("Service")
	service.body.spec.externalTrafficPolicy == "Local"
	service.body.spec.type == "LoadBalancer"
	not _direct(service)
	workload := _only_workload(service)
	pods := replicas.effective(workload)
	not environment.one_node(service)
	found := _thin(service, workload, pods)

	violation := result.with_level(
		result.at_with(
			service,
			["spec", "externalTrafficPolicy"],
			found.message,
			[result.related(pods.object, pods.path, "sets the number of pods")],
		),
		found.level,
	)
}

_only_workload(service) := workloads[0] if {
	workloads := [workload |
		some workload in objects.linked(service, "selects")
		not replicas.none(workload)
	]
	count(workloads) == 1
	workloads[0].kind in {"Deployment", "Rollout", "StatefulSet"}
}

_thin(service, workload, pods) := {
	"level": _level(service, workload),
	"message": sprintf(
		"only nodes with a pod take traffic, and %s runs a single one, so each move of it cuts %s off until the balancer finds the new node",
		[objects.title(workload), objects.title(service)],
	),
} if {
	pods.max == 1
} else := {
	"level": "note",
	"message": sprintf(
		"only nodes with a pod take traffic, and %s goes down to one pod, so each move of it cuts %s off until the balancer finds the new node",
		[objects.title(workload), objects.title(service)],
	),
} if {
	pods.min < 2
	not environment.on_premises(service)
} else := {
	"level": "note",
	"message": sprintf(
		"only nodes with a pod take traffic, and nothing keeps the %d pods of %s on different nodes, so the loss of one node may cut %s off",
		[pods.min, objects.title(workload), objects.title(service)],
	),
} if {
	not spread.declared(workload)
	not environment.on_premises(service)
}

_level(service, workload) := "warning" if {
	not environment.on_premises(service)
	_web(service)
	every obj in [service, workload] {
		not environment.not_production(obj)
	}
} else := "note"

# Whether the Service has a port that is customary for HTTP.
_web(service) if {
	some port in service.body.spec.ports
	port.port in {80, 443, 8080, 8443}
}

# The balancer addresses pods, not nodes.
# https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/annotations/#nlb-target-type
_direct(service) if objects.annotation(service, "service.beta.kubernetes.io/aws-load-balancer-nlb-target-type") == "ip"

_direct(service) if objects.annotation(service, "service.beta.kubernetes.io/aws-load-balancer-type") == "nlb-ip"

# The default of EKS Auto Mode is not documented.
_direct(service) if service.body.spec.loadBalancerClass == "eks.amazonaws.com/nlb"
