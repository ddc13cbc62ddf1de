package kubegap.cases.devopshof_2019_etp_local.etp_local_thin_backend_test

import data.kubegap.cases.devopshof_2019_etp_local.etp_local_thin_backend as rule
import data.kubegap.lib.fixture

test_one_pod_is_a_warning_and_two_a_note if {
	_levels({"replicas": 1}, {}) == ["warning"]
	_levels({"replicas": 2}, {}) == ["note"]
	_levels({"replicas": 0}, {}) == []
	_levels({"replicas": null}, {}) == ["warning"]
}

test_only_a_local_balancer_counts if {
	_levels({"replicas": 1}, {"externalTrafficPolicy": "Cluster"}) == []
	_levels({"replicas": 1}, {"type": "NodePort"}) == []
}

test_values_of_the_wrong_type_are_silent if {
	_levels({"replicas": "1"}, {}) == []
	_levels({"replicas": 1}, {"ports": "https"}) == ["note"]
}

_levels(deployment, service) := [violation.level | some violation in found] if {
	document := fixture.linked(
		[
			{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "edge"}, "spec": object.union({"template": {}}, deployment)},
			{
				"apiVersion": "v1",
				"kind": "Service",
				"metadata": {"name": "edge"},
				"spec": object.union({"type": "LoadBalancer", "externalTrafficPolicy": "Local", "ports": [{"port": 443}]}, service),
			},
		],
		[{"from": 1, "relation": "selects", "to": 0}],
	)
	found := rule.violations with input as document
}
