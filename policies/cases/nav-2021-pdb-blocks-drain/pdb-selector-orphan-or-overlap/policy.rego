# METADATA
# title: Disruption budget beside another one, or over no pods
# description: |
#   A pod may have one disruption budget. With two, the API answers every eviction
#   of it with an error, so that its node cannot be drained; and a budget whose
#   selector misses its pods protects nothing.
#
#   The rule looks for pod templates that two budgets of their namespace select, and
#   for budgets that select no pod template.
#
#   Left alone:
#
#   - DaemonSets, whose pods a drain does not evict, Jobs, and zero replicas
#   - budgets that are the same object in different files, or of different clusters
#   - placeholders in selectors or labels
#   - a budget over no pods where objects may be missing, whose namespace holds no
#     workload, or whose selector speaks of labels that no pod template there has:
#     an operator may make such pods.
# scope: package
# related_resources:
#   - ref: https://github.com/kubernetes/kubernetes/blob/master/pkg/registry/core/pod/storage/eviction.go
#     description: The eviction API and several budgets
#   - ref: https://kubernetes.io/docs/tasks/run-application/configure-pdb/#arbitrary-controllers-and-selectors
#     description: Selectors must not overlap
# custom:
#   level: error
#   level_reason: |
#     The API refuses each eviction of a pod with two budgets. A warning for a budget
#     over no pods that has the name of a workload whose pods it misses; a note where
#     nothing but the labels speaks for a mistake, and outside of production.
#   remediation: |
#     Leave one budget for each workload, with the selector of the workload:
#
#     ```yaml
#     apiVersion: policy/v1
#     kind: PodDisruptionBudget
#     metadata:
#       name: web
#     spec:
#       maxUnavailable: 1
#       selector:
#         matchLabels:
#           app: web
#     ```
#   kinds: [policy/PodDisruptionBudget]
#   words: [PodDisruptionBudget]
#   since: 0.1.0
package kubegap.cases.nav_2021_pdb_blocks_drain.pdb_selector_orphan_or_overlap

import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.scope
import data.kubegap.lib.selectors
import data.kubegap.lib.workloads

violations contains violation if {
	some pdb in _budgets
	doubled := _doubled(pdb)
	other := _other(pdb, doubled[0])
	workload := input.objects[doubled[0]]
	places := [result.related(_other(pdb, i), ["spec", "selector"], sprintf("selects the pods of %s too", [objects.title(input.objects[i])])) |
		some i in doubled
	]

	violation := result.with_peers(
		result.with_level(
			result.at_with(
				pdb,
				["spec", "selector"],
				sprintf(
					"selects the pods of %s%s, as %s does, so each eviction of them fails and their nodes cannot be drained",
					[objects.title(workload), _and_more(count(doubled)), objects.title(other)],
				),
				array.slice(places, 0, 10),
			),
			_level(pdb, "error"),
		),
		places,
	)
}

# All budgets, judged or not.
_budgets := scope.all_of_kind("policy/PodDisruptionBudget")

violations contains violation if {
	some pdb in objects.of_kind("policy/PodDisruptionBudget")
	count(object.get(pdb.links, "selects", [])) == 0
	not environment.partial(pdb)
	selector := pdb.body.spec.selector
	count(selectors.keys(selector)) > 0
	every labels in workloads.labels_beside(pdb) {
		not selectors.unknown(selector, labels)
	}
	missed := _missed(pdb, selector)

	violation := result.with_level(
		result.at_with(
			pdb,
			["spec", "selector"],
			sprintf("selects %s, but the pods of %s are labelled otherwise, so it protects no pods", [
				selectors.text(selector),
				objects.title(missed.workload),
			]),
			[result.related(
				workloads.holder(missed.workload),
				array.concat(missed.workload.pod_template.path, ["metadata", "labels"]),
				"labels the pods",
			)],
		),
		_level(pdb, missed.level),
	)
}

_level(obj, level) := level if {
	not environment.not_production(obj)
} else := "note"

# The workloads of the budget that another budget selects as well. Of two budgets
# the one that selects more workloads is reported, or else the later one. A budget
# that is not the first of those with the same workloads shares all of them.
_doubled(pdb) := _evicted[[pdb.environment, pdb.links.selects]] if {
	pdb.name > _alike[[pdb.environment, pdb.links.selects]][0][0]
} else := [i |
	some i in _evicted[[pdb.environment, pdb.links.selects]]
	_other(pdb, i)
]

_other(pdb, workload) := [input.objects[rank[2]] |
	some rank in _ranks[[pdb.environment, workload]]
	rank[1] != pdb.name
	[rank[0], rank[1]] < [count(pdb.links.selects), pdb.name]
][0]

# What the budgets that select a workload are told apart by: the number of their
# workloads, and their name. Of those that select the same, the first two names.
_ranks := {place: sort(found) | some place, found in _ranked}

_ranked[[key[0], i]] contains [count(key[1]), member[0], member[1]] if {
	some key, members in _alike
	first := members[0]
	some member in array.concat([first], array.slice([other | some other in members; other[0] != first[0]], 0, 1))
	some i in _evicted[key]
}

# The names and indices of the budgets that select the same workloads.
_alike := {key: sort(members) | some key, members in _selecting}

_selecting[[pdb.environment, pdb.links.selects]] contains [pdb.name, pdb.index] if {
	some pdb in _budgets
}

# Those of their workloads that a drain evicts, and that something else selects.
_evicted := {key: evicted |
	some key, _ in _alike
	evicted := sort({link.object |
		some link in key[1]
		_evictable(input.objects[link.object])
	})
}

_evictable(workload) if {
	workload.kind in {"Deployment", "ReplicaSet", "Rollout", "StatefulSet"}
	count(workload.linked_by.selects) > 1
	not replicas.none(workload)
	count(objects.linking(workload, "template_of")) == 0
}

_and_more(1) := ""

_and_more(number) := sprintf(" and %d more", [number - 1]) if number > 1

# A workload whose pods the budget is likely meant for: of the same name, or else
# one with labels of the same keys.
_missed(pdb, selector) := {"workload": found[0], "level": "warning"} if {
	found := [workload |
		some workload in _neighbours[[pdb.environment, pdb.namespace]]
		_same_name(pdb.name, workload.name)
		_labelled_otherwise(workload, selector)
	]
	count(found) > 0
} else := {"workload": found[0], "level": "note"} if {
	found := [workload |
		some workload in _neighbours[[pdb.environment, pdb.namespace]]
		_labelled_otherwise(workload, selector)
	]
	count(found) > 0
}

_same_name(name, name)

_same_name(pdb, workload) if pdb in {sprintf("%s-pdb", [workload]), sprintf("%s-poddisruptionbudget", [workload])}

_labelled_otherwise(workload, selector) if {
	labels := workloads.labels(workload)
	every key in selectors.keys(selector) {
		key in object.keys(labels)
	}
}

# The workloads of each namespace of an environment.
_neighbours := {place: found | some place, found in _living}

_living[[workload.environment, workload.namespace]] contains workload if {
	some workload in workloads.all
	workload.kind in {"Deployment", "ReplicaSet", "Rollout", "StatefulSet"}
}
