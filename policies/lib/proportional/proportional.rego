# METADATA
# description: |
#   cluster-proportional-autoscaler: what it scales, and with which parameters.
# related_resources:
#   - ref: https://github.com/kubernetes-sigs/cluster-proportional-autoscaler
#     description: flags and parameters
package kubegap.lib.proportional

import data.kubegap.lib.values
import data.kubegap.lib.workloads

# METADATA
# description: |
#   The value of a flag of an autoscaler, and the path of the argument that
#   holds it: {"value", "path"}. Undefined where the workload has no such flag.
flag(workload, name) := found[0] if {
	found := [argument |
		some c in workloads.long_running(workload)
		some field in ["command", "args"]
		some n, text in object.get(c.container, field, [])
		is_string(text)
		some part in _arguments(text)
		some prefix in [sprintf("--%s=", [name]), sprintf("--%s ", [name])]
		startswith(part, prefix)
		argument := {
			"value": trim(trim_prefix(part, prefix), `"'`),
			"path": array.concat(c.path, [field, n]),
		}
	]
	count(found) > 0
}

# An argument may be a line for a shell.
_arguments(text) := [text] if startswith(text, "--")

_arguments(text) := regex.find_n(`--[a-z-]+[= ]\S+`, text, -1) if not startswith(text, "--")

# METADATA
# description: |
#   What the autoscaler targets, as {"kind", "name"} in lower case, whether it is
#   in scope or not. The flag names it kind/name.
target_names(autoscaler) := {{"kind": parts[0], "name": parts[1]} |
	some target in split(lower(flag(autoscaler, "target").value), ",")
	parts := split(trim_space(target), "/")
	count(parts) == 2
}

# METADATA
# description: The targets of the autoscaler that are in scope.
targets(autoscaler) := [workload |
	some target in target_names(autoscaler)
	kind := {
		"deployment": "apps/Deployment",
		"replicaset": "apps/ReplicaSet",
		"statefulset": "apps/StatefulSet",
	}[target.kind]
	workload := _named(autoscaler, kind, target.name)
]

# METADATA
# description: The ConfigMap with the parameters of the autoscaler, if in scope.
parameters(autoscaler) := _named(autoscaler, "ConfigMap", flag(autoscaler, "configmap").value)

# METADATA
# description: The autoscalers in the scope of obj, judged or not.
in_scope(obj) := {autoscaler |
	some e in _scope(obj)
	some autoscaler in _autoscalers[e]
}

# METADATA
# description: Whether an autoscaler in the scope of the workload targets it.
targeted(workload) if {
	some e in _scope(workload)
	_targeted[e][[lower(workload.kind), workload.namespace, lower(workload.name)]]
}

# The targets of the autoscalers of each environment, by kind, namespace and name.
_targeted[e] := {[target.kind, namespace, target.name]: true |
	some autoscaler in autoscalers
	namespace := _namespace(autoscaler)
	some target in target_names(autoscaler)
} if {
	some e, autoscalers in _autoscalers
}

# METADATA
# description: The judged autoscalers.
declared := {autoscaler |
	some e, _ in input.environments
	some autoscaler in _autoscalers[e]
	autoscaler.judged
}

# The autoscalers of each environment, gathered once.
_autoscalers[e] := autoscalers if {
	some e, environment in input.environments
	autoscalers := {workload |
		some i in environment.by_kind["apps/Deployment"]
		workload := input.objects[i]
		some container in workload.body.spec.template.spec.containers
		is_string(container.image)
		contains(container.image, "proportional-autoscaler")
		flag(workload, "target")
	}
}

_scope(obj) := array.concat([obj.environment], input.environments[obj.environment].sees)

# The object of a kind that the autoscaler means by a name: it looks in its own
# namespace unless --namespace says another.
_named(autoscaler, kind, name) := found[0] if {
	found := [input.objects[i] |
		some e in _scope(autoscaler)
		i := input.environments[e].by_name[kind][concat("/", [_namespace(autoscaler), name])]
	]
	count(found) > 0
}

_namespace(autoscaler) := namespace if {
	namespace := flag(autoscaler, "namespace").value
	not values.unknown(namespace)
} else := autoscaler.namespace

# METADATA
# description: |
#   The replicas that the parameters of mode linear give to the smallest cluster
#   of more than one node, which is that of two nodes with few cores. Undefined
#   where they cannot be told.
linear_floor(linear) := max([
	_minimum(linear),
	_spread(linear),
	_for_two_nodes(linear),
]) if {
	is_object(linear)
}

_minimum(linear) := floor if {
	floor := object.get(linear, "min", 1)
	is_number(floor)
}

_spread(linear) := 2 if linear.preventSinglePointFailure == true

_spread(linear) := 1 if object.get(linear, "preventSinglePointFailure", false) == false

_for_two_nodes(linear) := ceil(2 / linear.nodesPerReplica) if {
	is_number(linear.nodesPerReplica)
	linear.nodesPerReplica > 0
	not linear.max == 1
}

_for_two_nodes(linear) := 1 if object.get(linear, "nodesPerReplica", 0) == 0

_for_two_nodes(linear) := 1 if linear.max == 1

# METADATA
# description: |
#   Whether the parameters of mode ladder can give at most one replica to a
#   cluster of at least two nodes, or of nine cores where only cores count: each
#   table that is present does so for some size of that kind.
# related_resources:
#   - ref: https://github.com/kubernetes-sigs/cluster-proportional-autoscaler/blob/master/pkg/autoscaler/controller/laddercontroller/ladder_controller.go
#     description: the last entry that the cluster reaches counts, else the first
ladder_reaches_one(ladder) if {
	tables := [[ladder[name], size] |
		some name, size in {"coresToReplicas": 9, "nodesToReplicas": 2}
		is_array(ladder[name])
		count(ladder[name]) > 0
	]
	count(tables) > 0
	every table in tables {
		_reaches_one(table[0], table[1])
	}
}

_reaches_one(table, size) if {
	some entry in table
	entry[0] >= size
	entry[1] <= 1
}

_reaches_one(table, size) if {
	steps := sort([entry | some entry in table; entry[0] <= size])
	count(steps) > 0
	steps[count(steps) - 1][1] <= 1
}

_reaches_one(table, size) if {
	every entry in table {
		entry[0] > size
	}
	sort(table)[0][1] <= 1
}
