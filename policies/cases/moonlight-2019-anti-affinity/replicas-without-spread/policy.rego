# METADATA
# title: Replicas that nothing keeps on different nodes
# description: |
#   Users reach several pods through an Ingress, a route or a load balancer, and their
#   template has neither a topology spread constraint nor an anti-affinity term that
#   chooses its own pods. The scheduler
#   then prefers to spread them by its default constraints, which allow a difference
#   of three pods between nodes and yield to anything else, so all of them may end
#   up on one node and fail with it.
#
#   Left alone:
#
#   - fewer than two pods at the lowest size of an autoscaler, and numbers that are
#     placeholders
#   - a selector that is a placeholder
#   - what nothing outside of the cluster reaches, or only a node port leads to
#   - host ports and the network of the host, which two pods of one node cannot share
#   - `nodeName`, which leaves no choice
#   - another scheduler than the default one, a KubeSchedulerConfiguration with
#     default constraints, or a policy that writes constraints or affinity into pods
#   - clusters that are declared to have one node.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/
#     description: Topology spread constraints, and the built-in default ones
# custom:
#   level: note
#   level_reason: |
#     Advice: the defaults of the scheduler spread pods in most cases.
#   remediation: |
#     Ask for it in the pod template; with `ScheduleAnyway` pods still start when it
#     cannot be done:
#
#     ```yaml
#     topologySpreadConstraints:
#       - maxSkew: 1
#         topologyKey: kubernetes.io/hostname
#         whenUnsatisfiable: ScheduleAnyway
#         labelSelector:
#           matchLabels:
#             app: web
#     ```
#   kinds: [apps/Deployment, apps/StatefulSet, argoproj.io/Rollout]
#   words:
#     - GRPCRoute
#     - HTTPRoute
#     - Ingress
#     - IngressRoute
#     - IngressRouteTCP
#     - LoadBalancer
#     - Route
#     - TCPRoute
#     - TLSRoute
#     - TargetGroupBinding
#     - VirtualService
#   since: 0.1.0
package kubegap.cases.moonlight_2019_anti_affinity.replicas_without_spread

import data.kubegap.lib.environment
import data.kubegap.lib.exposure
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.spread
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in exposure.backends
	pods := replicas.effective(workload)
	pods.min > 1
	not _placed(workload)
	not spread.declared(workload)
	reached := _entrances(workload)[0]
	not environment.one_node(workload)
	not _by_cluster(workload)
	place := exposure.place(workload, workloads.spec_path(workload), reached)

	violation := result.with_fix(
		result.at_with(
			place.object,
			place.path,
			sprintf("nothing keeps the %d pods that %s leads to apart, so the loss of one node may take all of them", [
				pods.min,
				exposure.title(reached.exposure),
			]),
			array.concat(exposure.chain(reached), [result.related(pods.object, pods.path, "sets the number of pods")]),
		),
		_fix(workload),
	)
}

# A wish that the scheduler follows where it can, so that no pod stays pending.
_fix(workload) := [result.set(
	workloads.holder(workload),
	array.concat(workloads.spec_path(workload), ["topologySpreadConstraints"]),
	[{
		"labelSelector": {"matchLabels": selector.matchLabels},
		"maxSkew": 1,
		"topologyKey": "kubernetes.io/hostname",
		"whenUnsatisfiable": "ScheduleAnyway",
	}],
)] if {
	selector := workload.body.spec.selector
	count(selector.matchLabels) > 0
	count(object.get(selector, "matchExpressions", [])) == 0
	count(object.get(workloads.spec(workload), "topologySpreadConstraints", [])) == 0
} else := []

# A node port alone tells little of who uses it.
_entrances(workload) := [reached |
	some reached in exposure.reported(workload)
	reached.exposure.class.provider != "node-port"
]

# The manifest decides on the node, or lets no two pods share one.
_placed(workload) if workloads.spec(workload).hostNetwork == true

_placed(workload) if workloads.spec(workload).nodeName

_placed(workload) if object.get(workloads.spec(workload), "schedulerName", "default-scheduler") != "default-scheduler"

_placed(workload) if {
	some c in workloads.long_running(workload)
	some port in c.container.ports
	port.hostPort > 0
}

_by_cluster(workload) if {
	some kind in [
		"kubescheduler.config.k8s.io/KubeSchedulerConfiguration",
		"kyverno.io/ClusterPolicy",
		"kyverno.io/Policy",
		"policies.kyverno.io/MutatingPolicy",
		"mutations.gatekeeper.sh/Assign",
		"admissionregistration.k8s.io/MutatingAdmissionPolicy",
	]
	some policy in objects.in_scope(workload, kind)
	regex.match(`topologySpreadConstraints|podAntiAffinity|defaultConstraints`, json.marshal(policy.body))
}
