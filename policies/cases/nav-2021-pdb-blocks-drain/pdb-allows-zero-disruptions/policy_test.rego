package kubegap.cases.nav_2021_pdb_blocks_drain.pdb_allows_zero_disruptions_test

import data.kubegap.cases.nav_2021_pdb_blocks_drain.pdb_allows_zero_disruptions as rule
import data.kubegap.lib.fixture

test_percentages_are_rounded_up if {
	_levels({"minAvailable": "50%"}, 1) == ["error"]
	_levels({"minAvailable": "50%"}, 2) == []
	_levels({"minAvailable": "51%"}, 2) == ["error"]
	_levels({"minAvailable": "90%"}, 9) == ["error"]
	_levels({"minAvailable": "90%"}, 10) == []
	_levels({"maxUnavailable": "1%"}, 1) == []
}

test_numbers if {
	_levels({"minAvailable": 3}, 2) == ["error"]
	_levels({"minAvailable": 2}, 2) == ["error"]
	_levels({"minAvailable": 1}, 2) == []
	_levels({"minAvailable": 0}, 1) == []
	_levels({"maxUnavailable": 1}, 1) == []
}

test_a_written_zero if {
	_levels({"maxUnavailable": 0}, 2) == ["warning"]
	_levels({"maxUnavailable": "0%"}, 1) == ["note"]
	_levels({"minAvailable": "100%"}, 2) == ["warning"]
	_levels({"maxUnavailable": 0}, 0) == []
}

test_values_of_the_wrong_type_are_silent if {
	_levels({"minAvailable": "two"}, 2) == []
	_levels({"minAvailable": ["2"]}, 2) == []
	_levels({"maxUnavailable": null}, 2) == []
	_levels({}, 2) == []
}

test_the_finding_is_on_the_field if {
	document := _document({"minAvailable": 2}, 2)
	found := rule.violations with input as document
	{violation.path | some violation in found} == {["spec", "minAvailable"]}
}

_levels(spec, replicas) := [violation.level | some violation in found] if {
	document := _document(spec, replicas)
	found := rule.violations with input as document
}

_document(spec, replicas) := fixture.linked(
	[
		{"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "web"}, "spec": spec},
		{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {"replicas": replicas}},
	],
	[{"from": 0, "relation": "selects", "to": 1}],
)
