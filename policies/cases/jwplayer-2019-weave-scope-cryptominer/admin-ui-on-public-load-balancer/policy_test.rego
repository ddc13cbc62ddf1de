package kubegap.cases.jwplayer_2019_weave_scope_cryptominer.admin_ui_on_public_load_balancer_test

import data.kubegap.cases.jwplayer_2019_weave_scope_cryptominer.admin_ui_on_public_load_balancer as rule
import data.kubegap.lib.fixture

test_the_workload_carries_the_finding_where_the_service_is_context if {
	document := fixture.linked([_service, _deployment], [{"from": 0, "relation": "selects", "to": 1}])
	context := json.patch(document, [{"op": "replace", "path": "/objects/0/judged", "value": false}])
	found := rule.violations with input as context
	{[violation.object, violation.path] | some violation in found} == {[1, ["spec", "template", "spec", "containers", 0, "image"]]}
}

test_each_way_to_a_workload_makes_a_finding if {
	document := fixture.linked(
		[_service, _deployment, object.union(_service, {"metadata": {"name": "second"}})],
		[{"from": 0, "relation": "selects", "to": 1}, {"from": 2, "relation": "selects", "to": 1}],
	)
	found := rule.violations with input as document
	{violation.object | some violation in found} == {0, 2}
}

test_a_route_is_the_place_and_what_makes_it_public_is_related if {
	service := object.union(_service, {"spec": {"type": "ClusterIP"}})
	document := fixture.linked([service, _deployment, _ingress], [
		{"from": 0, "relation": "selects", "to": 1},
		{"from": 2, "relation": "routes_to", "to": 0, "path": _backend},
	])
	found := rule.violations with input as document
	{[violation.object, violation.path] | some violation in found} == {[2, _backend]}
	{[place.object, place.path, place.message] | some violation in found; some place in violation.related} == {
		[1, ["spec", "template", "spec", "containers", 0, "image"], "Weave Scope runs here"],
		[2, ["metadata", "annotations", "alb.ingress.kubernetes.io/scheme"], "makes the Ingress public"],
	}
}

_ingress := {
	"apiVersion": "networking.k8s.io/v1",
	"kind": "Ingress",
	"metadata": {
		"name": "tools",
		"namespace": "tools",
		"annotations": {"alb.ingress.kubernetes.io/scheme": "internet-facing"},
	},
	"spec": {"ingressClassName": "alb", "rules": [{"http": {"paths": [{
		"path": "/scope",
		"backend": {"service": {"name": "scope", "port": {"number": 80}}},
	}]}}]},
}

_backend := ["spec", "rules", 0, "http", "paths", 0, "backend", "service"]

_service := {
	"apiVersion": "v1",
	"kind": "Service",
	"metadata": {"name": "scope", "namespace": "tools"},
	"spec": {"type": "LoadBalancer", "ports": [{"port": 80, "targetPort": 4040}]},
}

_deployment := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "scope", "namespace": "tools"},
	"spec": {"template": {"spec": {"containers": [{"name": "scope", "image": "weaveworks/scope:1.13.2"}]}}},
}
