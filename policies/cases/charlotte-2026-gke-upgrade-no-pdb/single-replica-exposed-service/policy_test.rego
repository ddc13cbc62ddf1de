package kubegap.cases.charlotte_2026_gke_upgrade_no_pdb.single_replica_exposed_service_test

import data.kubegap.cases.charlotte_2026_gke_upgrade_no_pdb.single_replica_exposed_service as rule
import data.kubegap.lib.fixture

test_one_pod_is_noted if {
	_paths({"replicas": 1}) == {["spec", "replicas"]}
	_paths({}) == {["spec", "replicas"]}
	_paths({"replicas": 2}) == set()
	_paths({"replicas": 0}) == set()
}

test_values_of_the_wrong_type_are_silent if {
	_paths({"replicas": [1]}) == set()
	_paths({"template": {"spec": {"volumes": "none", "containers": "web"}}}) == {["spec", "replicas"]}
}

_paths(spec) := {violation.path | some violation in found} if {
	document := fixture.linked(
		[
			{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": object.union({"template": {}}, spec)},
			{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": {"type": "LoadBalancer"}},
		],
		[{"from": 1, "relation": "selects", "to": 0}],
	)
	found := rule.violations with input as document
}
