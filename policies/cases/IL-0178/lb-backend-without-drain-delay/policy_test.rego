package kubegap.cases.il_0178.lb_backend_without_drain_delay_test

import data.kubegap.cases.il_0178.lb_backend_without_drain_delay as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_container_that_serves if {
	[[violation.object, violation.path] | some violation in rule.violations] == [[1, ["spec", "template", "spec", "containers", 1, "lifecycle"]]] with input as _document
}

test_a_trial_directory_is_noted if {
	document := json.patch(_document, [{"op": "add", "path": "units/fixture.yaml/below", "value": "charts/api/ci"}])
	[violation.level | some violation in rule.violations] == ["note"] with input as document
}

test_an_unknown_number_of_pods_is_noted if {
	document := json.patch(_document, [{"op": "replace", "path": "objects/1/body/spec/replicas", "value": "${REPLICAS}"}])
	[violation.level | some violation in rule.violations] == ["note"] with input as document
}

test_pods_that_are_context_only_are_reported_at_the_judged_service if {
	[[violation.object, violation.path] | some violation in rule.violations] == [[0, ["spec", "type"]]] with input as _context(1, "apps~1Deployment")
}

test_nothing_is_reported_where_all_is_context if {
	context := _context(1, "apps~1Deployment")
	count(rule.violations) == 0 with input as json.patch(context, [
		{"op": "replace", "path": "objects/0/judged", "value": false},
		{"op": "replace", "path": "by_kind/Service", "value": []},
	])
}

test_the_chain_leads_from_the_service_to_the_number_of_pods if {
	[[place.object, place.path] | some violation in rule.violations; some place in violation.related] == [
		[0, ["spec", "type"]],
		[0, ["spec", "selector"]],
		[1, ["spec", "replicas"]],
	] with input as _document
}

_context(index, kind) := json.patch(_document, [
	{"op": "replace", "path": sprintf("objects/%d/judged", [index]), "value": false},
	{"op": "replace", "path": sprintf("by_kind/%s", [kind]), "value": []},
])

_document := fixture.linked(
	[
		{
			"apiVersion": "v1",
			"kind": "Service",
			"metadata": {"name": "api"},
			"spec": {"type": "LoadBalancer", "selector": {"app": "api"}, "ports": [{"port": 80, "targetPort": "http"}]},
		},
		{
			"apiVersion": "apps/v1",
			"kind": "Deployment",
			"metadata": {"name": "api"},
			"spec": {"replicas": 2, "template": {"spec": {"containers": [
				{"name": "logs"},
				{"name": "api", "ports": [{"name": "http", "containerPort": 8080}]},
			]}}},
		},
	],
	[{"from": 0, "relation": "selects", "to": 1}],
)
