package kubegap.cases.charlotte_2026_gke_upgrade_no_pdb.service_workload_without_pdb_test

import data.kubegap.cases.charlotte_2026_gke_upgrade_no_pdb.service_workload_without_pdb as rule
import data.kubegap.lib.fixture

test_two_pods_need_a_budget if {
	_found({"replicas": 2}, "LoadBalancer") == {["warning", ["metadata", "name"]]}
	_found({"replicas": 1}, "LoadBalancer") == set()
	_found({}, "LoadBalancer") == set()
	_found({"replicas": "2"}, "LoadBalancer") == set()
}

test_a_node_port_or_no_entrance_is_not_enough if {
	_found({"replicas": 2}, "NodePort") == set()
	_found({"replicas": 2}, "ClusterIP") == set()
	_found({"replicas": 2}, null) == set()
}

test_context_is_reported_on_the_service if {
	document := json.patch(_document({"replicas": 2}, "LoadBalancer"), [{"op": "replace", "path": "objects/0/judged", "value": false}])
	moved := json.patch(document, [{"op": "replace", "path": "by_kind/apps~1Deployment", "value": []}])
	found := rule.violations with input as moved
	{violation.object | some violation in found} == {1}
}

_found(spec, type) := {[violation.level, violation.path] | some violation in found} if {
	document := _document(spec, type)
	found := rule.violations with input as document
}

_document(spec, type) := fixture.linked(
	[
		{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": object.union({"template": {}}, spec)},
		{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": {"type": type}},
	],
	[{"from": 1, "relation": "selects", "to": 0}],
)
