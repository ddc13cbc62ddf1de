package kubegap.cases.il_0188.alb_ip_target_without_readiness_gate_test

import data.kubegap.cases.il_0188.alb_ip_target_without_readiness_gate as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_labels_of_the_namespace if {
	_places(_document) == [[0, ["metadata", "labels"], "warning"]]
}

test_a_namespace_that_is_context_only_moves_the_finding_to_the_pods if {
	_places(_context([[0, "Namespace"]])) == [[3, ["spec", "template", "spec", "readinessGates"], "warning"]]
}

test_pods_that_are_context_only_move_it_to_the_ingress if {
	_places(_context([[0, "Namespace"], [2, "Service"], [3, "apps~1Deployment"]])) == [[
		1,
		["spec", "defaultBackend", "service"],
		"warning",
	]]
}

test_a_namespace_out_of_sight_is_noted if {
	document := json.patch(_document, [{"op": "replace", "path": "objects/3/links", "value": {}}])
	_places(document) == [[3, ["spec", "template", "spec", "readinessGates"], "note"]]
}

test_pods_with_a_gate_are_left_alone if {
	document := json.patch(_document, [{
		"op": "add",
		"path": "objects/3/body/spec/template/spec/readinessGates",
		"value": [{"conditionType": "target-health.elbv2.k8s.aws/web"}],
	}])
	_places(document) == []
}

test_a_gate_of_another_kind_does_not_help if {
	document := json.patch(_document, [{
		"op": "add",
		"path": "objects/3/body/spec/template/spec/readinessGates",
		"value": [{"conditionType": "example.com/warm"}],
	}])
	count(_places(document)) == 1
}

_places(document) := [[violation.object, violation.path, violation.level] | some violation in found] if {
	found := rule.violations with input as document
}

_context(list) := json.patch(_document, [patch |
	some pair in list
	some patch in [
		{"op": "replace", "path": sprintf("objects/%d/judged", [pair[0]]), "value": false},
		{"op": "replace", "path": sprintf("by_kind/%s", [pair[1]]), "value": []},
	]
])

_document := fixture.linked(
	[
		{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "shop"}},
		{
			"apiVersion": "networking.k8s.io/v1",
			"kind": "Ingress",
			"metadata": {"name": "web", "namespace": "shop", "annotations": {"alb.ingress.kubernetes.io/target-type": "ip"}},
			"spec": {"ingressClassName": "alb"},
		},
		{
			"apiVersion": "v1",
			"kind": "Service",
			"metadata": {"name": "web", "namespace": "shop"},
			"spec": {"selector": {"app": "web"}},
		},
		{
			"apiVersion": "apps/v1",
			"kind": "Deployment",
			"metadata": {"name": "web", "namespace": "shop"},
			"spec": {"replicas": 2, "template": {"spec": {"containers": []}}},
		},
	],
	[
		{"from": 1, "relation": "routes_to", "to": 2, "path": ["spec", "defaultBackend", "service"]},
		{"from": 2, "relation": "selects", "to": 3},
		{"from": 3, "relation": "lives_in", "to": 0},
	],
)
