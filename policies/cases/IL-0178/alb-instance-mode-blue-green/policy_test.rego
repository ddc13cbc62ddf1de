package kubegap.cases.il_0178.alb_instance_mode_blue_green_test

import data.kubegap.cases.il_0178.alb_instance_mode_blue_green as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_key_of_the_selector if {
	[[violation.object, violation.path] | some violation in rule.violations] == [[1, ["spec", "selector", "color"]]] with input as _document
}

test_another_namespace_has_no_other_colour if {
	document := json.patch(_document, [{"op": "replace", "path": "objects/3/namespace", "value": "other"}])
	count(rule.violations) == 0 with input as document
}

test_a_selector_of_the_colour_alone_is_no_switch if {
	document := json.patch(_document, [{"op": "replace", "path": "objects/1/body/spec/selector", "value": {"color": "green"}}])
	count(rule.violations) == 0 with input as document
}

test_a_service_without_pods_is_silent if {
	document := json.patch(_document, [{"op": "replace", "path": "objects/1/links", "value": {}}])
	count(rule.violations) == 0 with input as document
}

test_an_unknown_delay_of_a_rollout_is_silent if {
	count(rule.violations) == 1 with input as _rollout(30)
	count(rule.violations) == 0 with input as _rollout(60)
	count(rule.violations) == 0 with input as _rollout("${DELAY}")
}

_document := fixture.linked(
	[_ingress, _service({"app": "web", "color": "green"}), _deployment("green"), _deployment("blue")],
	[
		{"from": 0, "relation": "routes_to", "to": 1, "path": ["spec", "defaultBackend", "service"]},
		{"from": 1, "relation": "selects", "to": 2},
	],
)

_rollout(delay) := fixture.linked(
	[_ingress, _service({"app": "web"}), {
		"apiVersion": "argoproj.io/v1alpha1",
		"kind": "Rollout",
		"metadata": {"name": "web"},
		"spec": {"strategy": {"blueGreen": {"activeService": "web", "scaleDownDelaySeconds": delay}}},
	}],
	[
		{"from": 0, "relation": "routes_to", "to": 1, "path": ["spec", "defaultBackend", "service"]},
		{"from": 2, "relation": "routes_to", "to": 1, "path": ["spec", "strategy", "blueGreen", "activeService"]},
	],
)

_ingress := {
	"apiVersion": "networking.k8s.io/v1",
	"kind": "Ingress",
	"metadata": {"name": "web"},
	"spec": {"ingressClassName": "alb", "defaultBackend": {"service": {"name": "web"}}},
}

_service(selector) := {
	"apiVersion": "v1",
	"kind": "Service",
	"metadata": {"name": "web"},
	"spec": {"type": "NodePort", "selector": selector},
}

_deployment(color) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": concat("-", ["web", color])},
	"spec": {"template": {"metadata": {"labels": {"app": "web", "color": color}}}},
}
