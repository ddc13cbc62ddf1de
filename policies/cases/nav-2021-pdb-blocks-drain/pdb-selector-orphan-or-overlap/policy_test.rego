package kubegap.cases.nav_2021_pdb_blocks_drain.pdb_selector_orphan_or_overlap_test

import data.kubegap.cases.nav_2021_pdb_blocks_drain.pdb_selector_orphan_or_overlap as rule
import data.kubegap.lib.fixture

test_the_later_of_two_budgets_is_reported if {
	_found([_pdb("a", {"app": "web"}), _pdb("b", {"app": "web"})]) == {[1, "error"]}
}

test_whichever_of_two_budgets_is_context_the_later_one_is_reported if {
	every beside in [{0}, {1}, {0, 1}, set()] {
		document := fixture.beside(_document([_pdb("a", {"app": "web"}), _pdb("b", {"app": "web"})]), beside)
		found := rule.violations with input as document
		{[violation.object, violation.peers[0].object] | some violation in found} == {[1, 0]}
	}
}

test_all_budgets_that_meet_a_wide_one_are_its_peers if {
	number := 12
	document := fixture.linked(
		array.concat(
			[_pdb("wide", {})],
			array.concat(
				[_pdb(sprintf("own-%d", [i]), {"app": "web"}) | some i in numbers.range(1, number)],
				[_web | some _ in numbers.range(1, number)],
			),
		),
		array.concat(
			[{"from": 0, "relation": "selects", "to": number + i} | some i in numbers.range(1, number)],
			[{"from": i, "relation": "selects", "to": number + i} | some i in numbers.range(1, number)],
		),
	)
	found := rule.violations with input as document
	{[violation.object, count(violation.related), count(violation.peers)] | some violation in found} == {[0, 10, 12]}
}

test_three_budgets_of_a_workload if {
	document := _document([_pdb("c", {"app": "web"}), _pdb("b", {"app": "web"}), _pdb("a", {"app": "web"})])
	found := rule.violations with input as document
	{[violation.object, violation.message] | some violation in found} == {[i, message] |
		some i in [0, 1]
		message := "selects the pods of Deployment web, as PodDisruptionBudget a does, so each eviction of them fails and their nodes cannot be drained"
	}
}

test_a_budget_of_the_same_name_does_not_count if {
	_found([_pdb("a", {"app": "web"}), _pdb("a", {"app": "web"})]) == set()
	_found([_pdb("a", {"app": "web"}), _pdb("a", {"app": "web"}), _pdb("b", {"app": "web"})]) == {[2, "error"]}
}

test_a_budget_without_selector_is_left_to_others if {
	_orphans(_pdb("web", null)) == set()
	_orphans(_pdb("web", {})) == set()
}

test_a_name_tells_which_pods_are_meant if {
	_orphans(_pdb("web", {"app": "front"})) == {[0, "warning"]}
	_orphans(_pdb("web-pdb", {"app": "front"})) == {[0, "warning"]}
	_orphans(_pdb("budget", {"app": "front"})) == {[0, "note"]}
	_orphans(_pdb("web", {"tier": "front"})) == set()
}

_found(budgets) := {[violation.object, violation.level] | some violation in found} if {
	document := _document(budgets)
	found := rule.violations with input as document
}

_orphans(budget) := {[violation.object, violation.level] | some violation in found} if {
	document := fixture.document([budget, _web])
	found := rule.violations with input as document
}

_document(budgets) := fixture.linked(
	array.concat(budgets, [_web]),
	[{"from": i, "relation": "selects", "to": count(budgets)} | some i, _ in budgets],
)

_web := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "web"},
	"spec": {"replicas": 2, "template": {"metadata": {"labels": {"app": "web"}}}},
}

_pdb(name, labels) := {
	"apiVersion": "policy/v1",
	"kind": "PodDisruptionBudget",
	"metadata": {"name": name},
	"spec": {"maxUnavailable": 1, "selector": {"matchLabels": labels}},
}
