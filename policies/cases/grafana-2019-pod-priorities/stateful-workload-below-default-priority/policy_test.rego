package kubegap.cases.grafana_2019_pod_priorities.stateful_workload_below_default_priority_test

import data.kubegap.cases.grafana_2019_pod_priorities.stateful_workload_below_default_priority as rule
import data.kubegap.lib.fixture

test_the_highest_class_is_named if {
	[message | some message in _messages(["low", "high"])] == [concat("", [
		"names no priority class and has priority 0, so a pod of Deployment high, which has 1000 of the class high, ",
		"may evict its pods",
	])]
}

test_a_class_that_nobody_names_is_silent if {
	_messages([]) == []
}

_messages(used) := [violation.message |
	some violation in rule.violations with input as fixture.document(array.concat(
		[
			_object("apps/v1", "StatefulSet", "store", {"spec": {"template": {"spec": {}}}}),
			_object("scheduling.k8s.io/v1", "PriorityClass", "low", {"value": 10}),
			_object("scheduling.k8s.io/v1", "PriorityClass", "high", {"value": 1000}),
		],
		[deployment |
			some class in used
			deployment := _object("apps/v1", "Deployment", class, {"spec": {"template": {"spec": {"priorityClassName": class}}}})
		],
	))
]

_object(version, kind, name, fields) := object.union({"apiVersion": version, "kind": kind, "metadata": {"name": name}}, fields)
