# METADATA
# title: StatefulSet that pods of other workloads may evict
# description: |
#   A StatefulSet whose pods name no priority class, in a cluster in which a Deployment,
#   Job or CronJob has a class of higher value. When such a pod finds no room the
#   scheduler may evict the pods of the StatefulSet for it, however much they hold in
#   memory or on disk.
#
#   Left alone:
#
#   - StatefulSets that name a class, run no pods, or are not for production
#   - classes that no such workload in sight names, that have `preemptionPolicy: Never`,
#     or that come with Kubernetes (`system-cluster-critical` and the like)
#   - a default class whose value is as high
#
#   The highest such class is named.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/pod-priority-preemption/
#     description: Pod priority and preemption
# custom:
#   level: note
#   level_reason: |
#     A question of what matters more, which only the owner can answer.
#   remediation: |
#     Give what holds state a class above those that may come and go:
#
#     ```yaml
#     spec:
#       template:
#         spec:
#           priorityClassName: stateful
#     ```
#   kinds: [scheduling.k8s.io/PriorityClass]
#   words: [priorityClassName]
#   since: 0.1.0
package kubegap.cases.grafana_2019_pod_priorities.stateful_workload_below_default_priority

import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.priority
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.scope
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in objects.of_kind("apps/StatefulSet")
	object.get(workloads.spec(workload), "priorityClassName", "") == ""
	not replicas.none(workload)
	not environment.not_production(workload)
	own := priority.of(workload)
	above := _highest[workload.environment]
	above.value > own.value
	user := above.user

	violation := result.at_with(
		workload,
		array.concat(workloads.spec_path(workload), ["priorityClassName"]),
		sprintf(
			"names no priority class and has priority %v, so a pod of %s, which has %v of the class %s, may evict its pods",
			[own.value, objects.title(user), above.value, above.class.name],
		),
		[
			result.related(above.class, ["value"], "is the higher class"),
			result.related(workloads.holder(user), array.concat(workloads.spec_path(user), ["priorityClassName"]), "names it"),
		],
	)
}

# The highest of the classes that may evict others and that a workload uses, for the
# StatefulSets of each environment.
_highest := {e: highest |
	some e, stateful in _stateful
	any := input.objects[min(stateful)]
	highest := sort([[0 - value, class.name, {"class": class, "value": value, "user": user}] |
		some class in priority.classes(any)
		priority.preempts(class)
		value := class.body.value
		is_number(value)
		user := [input.objects[min(_users[other][class.name])] | some other in scope.of(any)][0]
	])[0][2]
}

_stateful[workload.environment] contains workload.index if {
	some workload in objects.of_kind("apps/StatefulSet")
}

# The workloads that come and go, by environment and class; as a
# value, since it is looked up often.
_users := _by_class

_by_class[other.environment][class] contains other.index if {
	some other in objects.of_kinds(["apps/Deployment", "argoproj.io/Rollout", "batch/CronJob", "batch/Job"])
	other.pod_template
	class := workloads.spec(other).priorityClassName
	is_string(class)
}
