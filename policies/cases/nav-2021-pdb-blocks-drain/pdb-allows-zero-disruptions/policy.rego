# METADATA
# title: Disruption budget that allows no eviction
# description: |
#   The drain of a node evicts its pods, and an eviction is refused as long as the
#   disruption budget of the pod allows none. Where the number of pods and the
#   budget leave nothing over, the drain waits for ever, and with it the upgrade of
#   the nodes. Percentages are rounded up: of two pods, 60 % are two.
#
#   The rule adds up the pods of the workloads that the budget selects, as their
#   replicas or autoscalers declare them, and compares:
#
#   - `minAvailable` that all of the pods are needed for, at any size or at the
#     size to which the autoscaler goes down
#   - `maxUnavailable: 0` and `minAvailable: 100%`, which say so themselves
#
#   Left alone:
#
#   - zero replicas, and numbers that are placeholders
#   - numbers that another autoscaler sets, such as the cluster-proportional-autoscaler
#     or a DatadogPodAutoscaler
#   - a number in `minAvailable` over pods that are not in scope or have no number
#     of replicas, such as those of a DaemonSet, a Job or bare Pods
#   - the annotation `kubegap/pdb: manual` on the budget: somebody deletes it before
#     each drain
#   - clusters that are declared to have one node.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/run-application/configure-pdb/
#     description: Specifying a disruption budget
#   - ref: https://github.com/kubernetes/kubernetes/blob/master/pkg/controller/disruption/disruption.go
#     description: The arithmetic of the controller
# custom:
#   level: error
#   level_reason: |
#     Arithmetic: the budget never allows an eviction. A warning where that holds at
#     the lowest size of an autoscaler only, or where zero is written out for a
#     workload that has pods to spare. A note where zero is written out for a single
#     pod or for pods that are not in scope, which the documentation gives as a way
#     to be asked before each drain, where a workload names no number and parts of the
#     cluster are not rendered, which may scale it, and outside of production.
#   remediation: |
#     Say how many pods may be missing, which stays right for any number of them,
#     and run at least two:
#
#     ```yaml
#     apiVersion: policy/v1
#     kind: PodDisruptionBudget
#     spec:
#       maxUnavailable: 1
#     ```
#
#     A budget over a single pod is of no use: either it blocks every drain or it
#     protects nothing. If a person has to be asked before the pod moves, say so
#     with the annotation `kubegap/pdb: manual`.
#   kinds: [policy/PodDisruptionBudget]
#   words: [PodDisruptionBudget]
#   also: [devopshof-2019-etp-local]
#   since: 0.1.0
package kubegap.cases.nav_2021_pdb_blocks_drain.pdb_allows_zero_disruptions

import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result

violations contains violation if {
	some pdb in objects.of_kind("policy/PodDisruptionBudget")
	object.get(pdb.body, ["metadata", "annotations", "kubegap/pdb"], "") != "manual"
	found := _blocking(pdb)
	not environment.one_node(pdb)

	violation := result.with_fix(
		result.with_level(
			result.at_with(pdb, ["spec", found.field], found.message, _places(pdb)),
			_level(pdb, found.level),
		),
		_fix(pdb, found.field),
	)
}

# One pod at a time, of several. What a single pod needs its owner must know.
_fix(pdb, "maxUnavailable") := [result.set(pdb, ["spec", "maxUnavailable"], 1)] if {
	_pods(pdb).max > 1
} else := []

_fix(pdb, "minAvailable") := [result.replace(pdb, ["spec", "minAvailable"], "maxUnavailable", 1)] if {
	_pods(pdb).max > 1
} else := []

_level(pdb, level) := level if {
	not _out_of_sight(pdb)
	every obj in array.concat([pdb], _workloads(pdb)) {
		not environment.not_production(obj)
	}
} else := "note"

# Without a number of its own a workload may have an autoscaler that is not rendered.
_out_of_sight(pdb) if {
	environment.partial(pdb)
	some workload in _workloads(pdb)
	decider := replicas.effective(workload)
	decider.object.index == workload.index
	object.get(workload.body, ["spec", "replicas"], null) == null
}

_blocking(pdb) := found if {
	zero := _written_zero(pdb)
	not _empty(pdb)
	found := {"field": zero.field, "level": _zero_level(pdb), "message": _zero_message(pdb, zero)}
} else := found if {
	not _written_zero(pdb)
	pods := _pods(pdb)
	pods.max > 0
	found := _exhausted(pdb, pods)
}

_empty(pdb) if _pods(pdb).max == 0

_written_zero(pdb) := {"field": "maxUnavailable", "value": pdb.body.spec.maxUnavailable} if {
	pdb.body.spec.maxUnavailable in {0, "0%"}
} else := {"field": "minAvailable", "value": "100%"} if {
	pdb.body.spec.minAvailable == "100%"
}

# Of a single pod it may well be meant.
_zero_level(pdb) := "warning" if {
	_pods(pdb).max > 1
} else := "note"

_zero_message(pdb, zero) := sprintf(
	"%s %v allows no eviction of the %s of %s, so a drain never ends",
	[zero.field, zero.value, _amount(_pods(pdb).max), _listed(pdb)],
) if {
	_pods(pdb)
} else := sprintf(
	"%s %v allows no eviction at all, so the drain of a node with one of the pods never ends",
	[zero.field, zero.value],
)

# minAvailable takes all pods at any size, or at the smallest.
_exhausted(pdb, pods) := {
	"field": "minAvailable",
	"level": "error",
	"message": sprintf("minAvailable %v needs %s of %s, so a drain never ends", [
		pdb.body.spec.minAvailable,
		_all_of(_needed(pdb, pods.max), pods.max),
		_listed(pdb),
	]),
} if {
	_needed(pdb, pods.max) >= pods.max
} else := {
	"field": "minAvailable",
	"level": "warning",
	"message": sprintf("minAvailable %v needs %s that %s goes down to, so a drain waits as long as the load is low", [
		pdb.body.spec.minAvailable,
		_all_of(_needed(pdb, floor), floor),
		objects.title(_autoscaler(pdb)),
	]),
} if {
	floor := max([pods.min, 1])
	floor < pods.max
	_needed(pdb, floor) >= floor
}

# The pods that must stay, of a number of pods.
_needed(pdb, _) := pdb.body.spec.minAvailable if is_number(pdb.body.spec.minAvailable)

_needed(pdb, number) := ceil((number * to_number(trim_suffix(text, "%"))) / 100) if {
	text := pdb.body.spec.minAvailable
	is_string(text)
	regex.match(`^[0-9]{1,3}%$`, text)
}

# The sizes of all workloads that the budget selects, if each has one.
_pods(pdb) := {
	"min": sum([pods.min | some pods in sizes]),
	"max": sum([pods.max | some pods in sizes]),
} if {
	workloads := _workloads(pdb)
	count(workloads) > 0
	sizes := [pods |
		some workload in workloads
		pods := replicas.effective(workload)
	]
	count(sizes) == count(workloads)
}

# A workload whose pod template a Rollout takes leaves the pods to it.
_workloads(pdb) := [workload |
	some workload in objects.linked(pdb, "selects")
	count(objects.linking(workload, "template_of")) == 0
]

_autoscaler(pdb) := [decider |
	some workload in _workloads(pdb)
	decider := replicas.effective(workload).object
	decider.index != workload.index
][0]

_listed(pdb) := objects.title(workloads[0]) if {
	workloads := _workloads(pdb)
	count(workloads) == 1
} else := sprintf("%s and %d more", [objects.title(_workloads(pdb)[0]), count(_workloads(pdb)) - 1])

_amount(1) := "only pod"

_amount(number) := sprintf("%d pods", [number]) if number != 1

_all_of(needed, number) := sprintf("more than the %s", [_amount(number)]) if {
	needed > number
} else := "the only pod" if {
	number == 1
} else := sprintf("all of the %d pods", [number])

_places(pdb) := [result.related(pods.object, pods.path, "sets the number of pods") |
	some workload in _workloads(pdb)
	pods := replicas.effective(workload)
]
