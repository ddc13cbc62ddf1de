package kubegap.cases.grafana_2019_pod_priorities.global_default_priority_preempts_test

import data.kubegap.cases.grafana_2019_pod_priorities.global_default_priority_preempts as rule
import data.kubegap.lib.fixture

test_values_above_zero_preempt if {
	_levels({"value": 1}) == ["note"]
	_levels({"value": 0}) == []
	_levels({"value": -1}) == []
	_levels({"value": "1000"}) == []
	_levels({"value": null}) == []
}

test_the_policy_decides if {
	_levels({"value": 1, "preemptionPolicy": "PreemptLowerPriority"}) == ["note"]
	_levels({"value": 1, "preemptionPolicy": "Never"}) == []
	_levels({"value": 1, "preemptionPolicy": "${POLICY}"}) == []
}

test_ten_of_many_stateful_sets_are_related if {
	found := rule.violations with input as fixture.document(array.concat(
		[
			_class("usual", {"value": 1000, "globalDefault": true}),
			_class("stateful", {"value": 100}),
		],
		[{
			"apiVersion": "apps/v1",
			"kind": "StatefulSet",
			"metadata": {"name": sprintf("store-%d", [i])},
			"spec": {"template": {"spec": {"priorityClassName": "stateful"}}},
		} |
			some i in numbers.range(1, 12)
		],
	))
	[[count(violation.related), contains(violation.message, "of StatefulSet store-1 and 11 more, which have 100")] |
		some violation in found
	] == [[10, true]]
}

test_whichever_default_class_is_context_the_later_one_is_reported if {
	classes := [_class(name, {"value": 0, "globalDefault": true}) | some name in ["b", "a"]]
	every beside in [set(), {0}, {1}] {
		found := rule.violations with input as fixture.beside(fixture.document(classes), beside)
		{[violation.object, violation.peers[0].object] | some violation in found} == {[0, 1]}
	}
}

_levels(fields) := [violation.level |
	some violation in rule.violations with input as fixture.document([_class("usual", object.union({"globalDefault": true}, fields))])
]

_class(name, fields) := object.union(
	{"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": name, "namespace": ""}},
	fields,
)
