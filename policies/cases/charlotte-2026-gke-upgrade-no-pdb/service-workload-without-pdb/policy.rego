# METADATA
# title: Exposed replicas without a disruption budget
# description: |
#   Users reach several pods through an Ingress, a route or a load balancer, and no
#   disruption budget selects them. An upgrade of the nodes then evicts as many of
#   them at a time as it drains nodes, all of them if they share a node, before
#   their successors are ready.
#
#   Left alone:
#
#   - fewer than two pods at the lowest size of an autoscaler, and numbers that are
#     placeholders
#   - DaemonSets, Jobs and bare Pods, and what nothing outside of the cluster reaches or
#     only a node port leads to
#   - a budget that selects the pods by expressions, or all pods of the namespace
#   - clusters with pdb-controller, or with a policy that makes budgets
#   - clusters that are declared to have one node.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/disruptions/
#     description: Disruptions, and what a budget limits
#   - ref: https://kubernetes.io/docs/tasks/run-application/configure-pdb/
#     description: Specifying a disruption budget
# custom:
#   level: warning
#   level_reason: |
#     A drain may take all pods at once. A note where the scheduler has to keep the
#     pods on different nodes, so that a drain takes one at a time; where objects may
#     be missing from the unit that makes the workload; for what a chart renders with
#     the values it ships; and outside of production.
#   remediation: |
#     Let an eviction wait until the pod before is replaced:
#
#     ```yaml
#     apiVersion: policy/v1
#     kind: PodDisruptionBudget
#     metadata:
#       name: web
#     spec:
#       maxUnavailable: 1
#       unhealthyPodEvictionPolicy: AlwaysAllow # Kubernetes 1.27 or later
#       selector:
#         matchLabels:
#           app: web
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
package kubegap.cases.charlotte_2026_gke_upgrade_no_pdb.service_workload_without_pdb

import data.kubegap.lib.budgets
import data.kubegap.lib.charts
import data.kubegap.lib.environment
import data.kubegap.lib.exposure
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.spread

violations contains violation if {
	some workload in exposure.backends
	pods := replicas.effective(workload)
	pods.min > 1
	not _budgeted(workload)
	reached := _entrances(workload)[0]
	not environment.one_node(workload)
	not budgets.made_by_cluster(workload)
	place := exposure.place(workload, ["metadata", "name"], reached)

	violation := result.with_fix(
		result.with_level(
			result.at_with(
				place.object,
				place.path,
				sprintf("no disruption budget selects the %d pods that %s leads to, so a drain may evict all of them at once", [
					pods.min,
					exposure.title(reached.exposure),
				]),
				array.concat(exposure.chain(reached), [result.related(pods.object, pods.path, "sets the number of pods")]),
			),
			_level(workload),
		),
		_fix(workload),
	)
}

# A budget that always lets one pod go, so that it blocks no drain.
_fix(workload) := [result.add(workload, {
	"apiVersion": "policy/v1",
	"kind": "PodDisruptionBudget",
	"metadata": object.filter(workload.body.metadata, ["name", "namespace"]),
	"spec": {
		"maxUnavailable": 1,
		"selector": {"matchLabels": selector.matchLabels},
	},
})] if {
	selector := workload.body.spec.selector
	count(selector.matchLabels) > 0
	count(object.get(selector, "matchExpressions", [])) == 0
	not objects.named(workload, "policy/PodDisruptionBudget", workload.namespace, workload.name)
} else := []

# A node port alone tells little of who uses it.
_entrances(workload) := [reached |
	some reached in exposure.reported(workload)
	reached.exposure.class.provider != "node-port"
]

_budgeted(workload) if {
	some chooser in objects.linking(workload, "selects")
	chooser.kind == "PodDisruptionBudget"
}

_level(workload) := "warning" if {
	not spread.over_nodes(workload)
	not objects.partial(workload)
	not charts.bare(workload)
	not environment.not_production(workload)
} else := "note"
