package kubegap.cases.il_0188.alibaba_alb_without_readiness_gate_test

import data.kubegap.cases.il_0188.alibaba_alb_without_readiness_gate as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_pod_template if {
	_places(_document([])) == [[2, ["spec", "template", "spec", "readinessGates"]]]
}

test_pods_that_are_context_only_move_it_to_the_ingress if {
	document := json.patch(_document([]), [
		{"op": "replace", "path": "objects/2/judged", "value": false},
		{"op": "replace", "path": "by_kind/apps~1Deployment", "value": []},
	])
	_places(document) == [[0, ["spec", "defaultBackend", "service"]]]
}

test_only_the_gate_of_the_controller_helps if {
	_places(_document([{"conditionType": "target-health.alb.k8s.alibabacloud"}])) == []
	count(_places(_document([{"conditionType": "example.com/warm"}]))) == 1
	count(_places(_document(null))) == 1
}

_places(document) := [[violation.object, violation.path] | some violation in found] if {
	found := rule.violations with input as document
}

_document(gates) := fixture.linked(
	[
		{
			"apiVersion": "networking.k8s.io/v1",
			"kind": "Ingress",
			"metadata": {"name": "tea"},
			"spec": {"ingressClassName": "edge"},
		},
		{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "tea"}, "spec": {"selector": {"app": "tea"}}},
		{
			"apiVersion": "apps/v1",
			"kind": "Deployment",
			"metadata": {"name": "tea"},
			"spec": {"template": {"spec": {"readinessGates": gates, "containers": []}}},
		},
		{
			"apiVersion": "networking.k8s.io/v1",
			"kind": "IngressClass",
			"metadata": {"name": "edge"},
			"spec": {"controller": "ingress.k8s.alibabacloud/alb"},
		},
	],
	[
		{"from": 0, "relation": "routes_to", "to": 1, "path": ["spec", "defaultBackend", "service"]},
		{"from": 1, "relation": "selects", "to": 2},
		{"from": 0, "relation": "class", "to": 3},
	],
)
