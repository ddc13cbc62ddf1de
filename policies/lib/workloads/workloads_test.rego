package kubegap.lib.workloads_test

import data.kubegap.lib.fixture
import data.kubegap.lib.workloads

test_labels_beside if {
	_beside({}) == {{"app": "web", "tier": "front"}, {"app": "api", "tier": "front"}}
	_beside({"tier": "front"}) == _beside({})
	_beside({"tier": "front", "app": "api"}) == {{"app": "api", "tier": "front"}}
	_beside({"tier": "back", "app": "api"}) == set()
	_beside({"app": "db"}) == set()
}

_beside(pairs) := found if {
	document := fixture.document([
		_pod("web", "shop", {"app": "web", "tier": "front"}),
		_pod("api", "shop", {"app": "api", "tier": "front"}),
		_pod("db", "data", {"app": "db", "tier": "front"}),
	])
	found := workloads.labelled_beside(document.objects[0], pairs) with input as document
}

_pod(name, namespace, labels) := {
	"apiVersion": "v1",
	"kind": "Pod",
	"metadata": {"name": name, "namespace": namespace, "labels": labels},
	"spec": {"containers": []},
}
