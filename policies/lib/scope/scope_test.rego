package kubegap.lib.scope_test

import data.kubegap.lib.fixture
import data.kubegap.lib.scope

test_named if {
	document := _document
	scope.named(document.objects[0], "Service", "shop", "web").index == 0 with input as document
	scope.named(document.objects[0], "Node", "", "a").index == 1 with input as document
	not scope.named(document.objects[0], "Service", "default", "web") with input as document
	not scope.named(document.objects[0], "Service", "shop", null) with input as document
}

test_all_kinds if {
	scope.all_kinds == {"Service", "Node"} with input as _document
	[obj.name | some obj in scope.all_of_kind("Node")] == ["a"] with input as _document
}

_document := fixture.document([
	{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web", "namespace": "shop"}},
	{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a", "namespace": ""}},
])
