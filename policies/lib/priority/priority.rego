# METADATA
# description: Priority classes, and the priority that the pods of workloads have.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/pod-priority-preemption/
package kubegap.lib.priority

import data.kubegap.lib.objects
import data.kubegap.lib.workloads

# METADATA
# description: The priority classes that meet obj in one cluster, judged or not.
classes(obj) := objects.in_scope(obj, "scheduling.k8s.io/PriorityClass")

# METADATA
# description: Whether the class is the one of pods that name none.
is_default(class) if class.body.globalDefault == true

# METADATA
# description: |
#   Whether pods of the class may push others off a node, as far as it says.
preempts(class) if object.get(class.body, "preemptionPolicy", "PreemptLowerPriority") == "PreemptLowerPriority"

# METADATA
# description: |
#   The priority of the workload's pods: {"value", "class": the name, "" where they
#   have no class}. Pods that name no class have the default one, or priority 0.
#   Undefined where the class is not in scope.
of(workload) := {"value": class.body.value, "class": name} if {
	name := workloads.spec(workload).priorityClassName
	name != ""
	class := objects.named(workload, "scheduling.k8s.io/PriorityClass", "", name)
	is_number(class.body.value)
} else := {"value": lowest[0], "class": lowest[1]} if {
	_unnamed(workload)
	lowest := _defaults[workload.environment][0]
	is_number(lowest[0])
} else := {"value": 0, "class": ""} if {
	_unnamed(workload)
	not _defaults[workload.environment]
}

_unnamed(workload) if object.get(workloads.spec(workload), "priorityClassName", "") == ""

# The value and name of the default classes in the scope of each environment that
# has any, the lowest first.
_defaults := {e: sort(found) |
	some e, environment in input.environments
	in_scope := [class |
		some s in array.concat([e], environment.sees)
		some class in default_classes[s]
	]
	count(in_scope) > 0
	found := {[class.body.value, class.name] | some class in in_scope}
}

# METADATA
# description: The classes of pods that name none, judged or not, by environment.
default_classes := {e: found |
	some e, environment in input.environments
	found := [class |
		some i in environment.by_kind["scheduling.k8s.io/PriorityClass"]
		class := input.objects[i]
		is_default(class)
	]
	count(found) > 0
}
