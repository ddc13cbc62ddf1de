package kubegap.cases.datadog_2019_mutable_tag.blanket_toleration_test

import data.kubegap.cases.datadog_2019_mutable_tag.blanket_toleration as rule
import data.kubegap.lib.fixture

test_effects if {
	_levels([{"operator": "Exists"}]) == ["warning"]
	_levels([{"operator": "Exists", "effect": "NoExecute"}]) == ["warning"]
	_levels([{"operator": "Exists", "key": "", "effect": "NoSchedule"}]) == ["note"]
	_levels([{"operator": "Exists", "effect": "PreferNoSchedule"}]) == []
}

test_the_finding_is_on_what_decides if {
	found := _violations([{"operator": "Exists", "effect": "NoSchedule"}, {"operator": "Exists", "effect": "NoExecute"}])
	[violation.path | some violation in found] == [["spec", "template", "spec", "tolerations", 1]]
	some violation in found
	contains(violation.message, "return to a drained one")
}

test_keys_and_limits_are_left_alone if {
	every toleration in [
		{"operator": "Exists", "key": "dedicated"},
		{"key": "dedicated", "value": "batch"},
		{"operator": "Exists", "tolerationSeconds": 300},
		{"operator": "Equal"},
		"Exists",
	] {
		_levels([toleration]) == []
	}
	_levels("Exists") == []
	_levels(null) == []
}

_levels(tolerations) := [violation.level | some violation in _violations(tolerations)]

_violations(tolerations) := found if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "apps/v1",
		"kind": "Deployment",
		"metadata": {"name": "web"},
		"spec": {"template": {"spec": {"containers": [], "tolerations": tolerations}}},
	}])
}
