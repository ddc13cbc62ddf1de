package kubegap.cases.il_0178.prestop_eats_grace_period_test

import data.kubegap.cases.il_0178.prestop_eats_grace_period as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_wait if {
	_paths([_sleeping("web", 30)], {}) == [["spec", "containers", 0, "lifecycle", "preStop", "sleep", "seconds"]]
	_paths([{"name": "web", "lifecycle": {"preStop": {"exec": {"command": ["sh", "-c", "sleep 30"]}}}}], {}) == [[
		"spec",
		"containers",
		0,
		"lifecycle",
		"preStop",
		"exec",
		"command",
		2,
	]]
}

test_each_container_that_waits_too_long_is_reported if {
	_levels([_sleeping("web", 30), _sleeping("proxy", 40), _sleeping("logs", 5)], {}) == ["error", "error"]
	_levels([_sleeping("web", 28), _sleeping("proxy", 30)], {}) == ["error", "note"]
}

test_the_grace_period_is_enough_for_all_containers if {
	{change.set | some change in _changes([_sleeping("web", 30), _sleeping("proxy", 90)])} == {120}
}

test_no_grace_period_is_enough_for_a_wait_without_an_end if {
	endless := {"name": "web", "lifecycle": {"preStop": {"exec": {"command": ["sleep", "infinity"]}}}}
	_changes([endless]) == []
	[change.set | some change in _changes([endless, _sleeping("proxy", 40)])] == [70]
}

test_five_seconds_left_are_enough if {
	_levels([_sleeping("web", 25)], {}) == []
	_levels([_sleeping("web", 26)], {}) == ["note"]
	_levels([_sleeping("web", 30)], {}) == ["error"]
}

test_a_grace_period_of_null_is_the_default if {
	_levels([_sleeping("web", 30)], {"terminationGracePeriodSeconds": null}) == ["error"]
}

test_an_unknown_grace_period_is_silent if {
	_levels([_sleeping("web", 30)], {"terminationGracePeriodSeconds": "${GRACE}"}) == []
}

test_a_pod_without_containers_is_silent if {
	_paths([], {}) == []
	_paths(null, {}) == []
}

_levels(containers, spec) := sort([violation.level | some violation in _violations(containers, spec)])

_changes(containers) := [change |
	some violation in _violations(containers, {})
	some change in object.get(violation, "fix", [])
]

_paths(containers, spec) := [violation.path | some violation in _violations(containers, spec)]

_violations(containers, spec) := found if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "v1",
		"kind": "Pod",
		"metadata": {"name": "web"},
		"spec": object.union({"containers": containers}, spec),
	}])
}

_sleeping(name, seconds) := {"name": name, "lifecycle": {"preStop": {"sleep": {"seconds": seconds}}}}
