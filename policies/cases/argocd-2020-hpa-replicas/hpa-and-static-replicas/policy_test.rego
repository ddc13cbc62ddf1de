package kubegap.cases.argocd_2020_hpa_replicas.hpa_and_static_replicas_test

import data.kubegap.cases.argocd_2020_hpa_replicas.hpa_and_static_replicas as rule
import data.kubegap.lib.fixture

test_levels if {
	_levels(1, {"minReplicas": 2, "maxReplicas": 5}) == ["error"]
	_levels(2, {"minReplicas": 2, "maxReplicas": 5}) == ["warning"]
	_levels(6, {"minReplicas": 2, "maxReplicas": 5}) == ["warning"]
	_levels(1, {"maxReplicas": 5}) == ["warning"]
	_levels(5, {"minReplicas": 5, "maxReplicas": 5}) == []
}

test_no_number_is_silent if {
	_levels(null, {"minReplicas": 2, "maxReplicas": 5}) == []
	_levels(0, {"minReplicas": 2, "maxReplicas": 5}) == []
	_levels("2", {"minReplicas": 2, "maxReplicas": 5}) == []
	_levels(2, {"minReplicas": "${MIN}", "maxReplicas": 5}) == []
}

_levels(replicas, spec) := [violation.level | some violation in found] if {
	document := fixture.linked(
		[
			{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {"replicas": replicas}},
			{"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "web"}, "spec": spec},
		],
		[{"from": 1, "relation": "scales", "to": 0}],
	)
	found := rule.violations with input as document
}
