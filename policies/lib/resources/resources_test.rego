package kubegap.lib.resources_test

import data.kubegap.lib.fixture
import data.kubegap.lib.resources

test_a_request_or_a_limit_states if {
	resources.states({"resources": {"requests": {"memory": "1Gi"}}}, "memory")
	resources.states({"resources": {"limits": {"memory": "1Gi"}}}, "memory")
	not resources.states({"resources": {"limits": {"cpu": 1}}}, "memory")
	not resources.states({"resources": {"limits": {"memory": null}}}, "memory")
	not resources.states({"resources": null}, "memory")
	not resources.states({}, "memory")
}

test_a_placeholder_for_all_states if {
	resources.states({"resources": "${RESOURCES}"}, "memory")
}

test_defaults_of_a_limit_range if {
	_defaults({"max": {"memory": "2Gi"}}, "default") == "2Gi"
	_defaults({"max": {"memory": "2Gi"}}, "defaultRequest") == "2Gi"
	_defaults({"max": {"memory": "2Gi"}, "default": {"memory": "1Gi"}}, "defaultRequest") == "1Gi"
	_defaults({"min": {"memory": "64Mi"}}, "defaultRequest") == "64Mi"
	not _defaults({"min": {"memory": "64Mi"}}, "default")
	not _defaults({"default": {"cpu": 1}}, "default")
}

test_limit_ranges_that_differ_have_no_default if {
	document := fixture.document([
		_limit_range("a", {"default": {"memory": "1Gi"}}),
		_limit_range("b", {"default": {"memory": "2Gi"}}),
		_pod,
	])
	not resources.range_default(document.objects[2], "default", "memory") with input as document
	count(resources.ranges(document.objects[2])) == 2 with input as document
}

test_the_place_of_a_default_is_where_it_is_written if {
	document := fixture.document([_limit_range("a", {"max": {"memory": "1Gi"}}), _pod])
	found := resources.range_default(document.objects[1], "defaultRequest", "memory") with input as document
	found.path == ["spec", "limits", 0, "max", "memory"]
}

test_a_limit_range_of_another_namespace_says_nothing if {
	document := fixture.document([_limit_range("a", {"max": {"memory": "1Gi"}}), object.union(_pod, {"metadata": {"namespace": "other"}})])
	resources.ranges(document.objects[1]) == [] with input as document
}

test_most_workloads_make_a_custom if {
	_custom(["1Gi", "1Gi", "1Gi"]) == {"stating": 3, "all": 4}
	not _custom(["1Gi", "1Gi"])
	not _custom(["1Gi", "1Gi", "1Gi", null])
}

_custom(amounts) := found if {
	document := fixture.document(array.concat(
		[_deployment("odd", null)],
		[_deployment(sprintf("web-%d", [i]), amount) | some i, amount in amounts],
	))
	found := resources.custom(document.objects[0]) with input as document
}

_deployment(name, amount) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": name, "namespace": "shop"},
	"spec": {"template": {"spec": {"containers": [{"name": "web", "resources": {"requests": {"memory": amount}}}]}}},
}

_defaults(item, field) := found.value if {
	document := fixture.document([_limit_range("a", item), _pod])
	found := resources.range_default(document.objects[1], field, "memory") with input as document
}

_limit_range(name, item) := {
	"apiVersion": "v1",
	"kind": "LimitRange",
	"metadata": {"name": name, "namespace": "shop"},
	"spec": {"limits": [object.union({"type": "Container"}, item)]},
}

_pod := {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "namespace": "shop"}, "spec": {"containers": [{"name": "web"}]}}
