package kubegap.lib.priority_test

import data.kubegap.lib.fixture
import data.kubegap.lib.priority

test_the_named_class_decides if {
	_of("high") == {"value": 1000, "class": "high"}
}

test_without_a_name_the_default_class_decides if {
	_of("") == {"value": 10, "class": "usual"}
}

test_the_lowest_default_class_counts if {
	document := fixture.document([
		_pod(""),
		_class("usual", {"value": 10, "globalDefault": true}),
		_class("low", {"value": 5, "globalDefault": true}),
		_class("none", {"value": 1, "globalDefault": false}),
	])
	priority.of(document.objects[0]) == {"value": 5, "class": "low"} with input as document
	[class.name | some class in priority.default_classes[0]] == ["usual", "low"] with input as document
}

test_a_default_class_without_a_value_is_not_zero if {
	manifests := [_pod(""), _class("usual", {"globalDefault": true})]
	not priority.of(fixture.document(manifests).objects[0]) with input as fixture.document(manifests)
}

test_without_a_default_class_it_is_zero if {
	manifests := [_pod("")]
	priority.of(fixture.document(manifests).objects[0]) == {"value": 0, "class": ""} with input as fixture.document(manifests)
}

test_a_class_out_of_sight_is_not_known if {
	not _of("elsewhere")
}

test_a_value_that_is_no_number_is_not_known if {
	manifests := [_pod("odd"), _class("odd", {"value": "${VALUE}"})]
	not priority.of(fixture.document(manifests).objects[0]) with input as fixture.document(manifests)
}

_of(name) := found if {
	manifests := [_pod(name), _class("high", {"value": 1000}), _class("usual", {"value": 10, "globalDefault": true})]
	found := priority.of(fixture.document(manifests).objects[0]) with input as fixture.document(manifests)
}

_pod(name) := {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": {"priorityClassName": name}}

_class(name, fields) := object.union(
	{"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": name, "namespace": ""}},
	fields,
)
