# METADATA
# title: Long-running workload that requests no memory
# description: |
#   The scheduler places pods by what they request. A pod that requests no memory
#   fits everywhere, whatever it will use, and is among the first to be evicted, or
#   killed, when the node runs short. Without a limit it is also free to cause that,
#   and moves on to the next node when it is evicted.
#
#   The rule looks for Deployments, StatefulSets, ReplicaSets and Rollouts no
#   container of which sets a memory request or limit, native sidecars included.
#
#   Left alone:
#
#   - a LimitRange in the namespace that supplies a memory request or limit
#   - `resources` of the pod as a whole, and a VerticalPodAutoscaler that is not `Off`
#   - clusters with a policy of Kyverno, of Gatekeeper or of the API server that writes
#     requests or limits into pods
#   - resources that a placeholder stands for
#   - zero replicas
#   - stores of metrics or logs, and DaemonSets, which other rules are about.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/
#     description: Quality of service classes
#   - ref: https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/
#     description: Node-pressure eviction
# custom:
#   level: warning
#   level_reason: |
#     Where at least three workloads of the namespace, and three in four, set memory,
#     one that does not was forgotten. A note where nothing shows such a custom; for
#     what a chart renders with the values it ships, which leave memory open for who
#     installs it; and outside of production.
#   remediation: |
#     Request what the workload uses at its busiest, and set a limit with headroom:
#
#     ```yaml
#     resources:
#       requests:
#         memory: 256Mi
#       limits:
#         memory: 512Mi
#     ```
#   kinds:
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#   words: [container-without-memory]
#   since: 0.1.0
package kubegap.cases.nu_nl_2019_no_limits.workload_besteffort

import data.kubegap.lib.charts
import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.resources
import data.kubegap.lib.result
import data.kubegap.lib.telemetry
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in objects.of_kinds(["apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet", "argoproj.io/Rollout"])
	not _states_memory(workload)
	workload.pod_template
	containers := workloads.long_running(workload)
	not _any_states(containers)
	count(containers) > 0
	not resources.provided(workload, "memory")
	not replicas.none(workload)
	not _stores(containers)

	violation := result.with_level(
		result.at(workloads.holder(workload), resources.path(containers[0]), _message(workload, containers)),
		_level(workload),
	)
}

# Most workloads do: they are passed over without a closer look.
_states_memory(workload) if {
	some container in workloads.holder(workload).body.spec.template.spec.containers
	some side in ["requests", "limits"]
	container.resources[side].memory != null
}

_any_states(containers) if {
	some c in containers
	resources.states(c.container, "memory")
}

_stores(containers) if {
	some c in containers
	telemetry.store(c.container)
}

_message(workload, containers) := sprintf(
	"%s no memory although %d of the %d workloads of namespace %s do, so the scheduler counts the pod as 0 bytes and it is among the first to be evicted",
	[_requests(containers), custom.stating, custom.all, workload.namespace],
) if {
	custom := resources.custom(workload)
} else := sprintf(
	"%s no memory, so the scheduler counts the pod as 0 bytes and it is among the first to be evicted",
	[_requests(containers)],
)

_requests(containers) := sprintf("container %v requests", [containers[0].container.name]) if {
	count(containers) == 1
} else := sprintf("all %d containers request", [count(containers)])

_level(workload) := "warning" if {
	resources.custom(workload)
	not charts.bare(workload)
	not environment.not_production(workload)
} else := "note"
