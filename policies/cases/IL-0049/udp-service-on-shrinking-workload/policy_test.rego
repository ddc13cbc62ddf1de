package kubegap.cases.il_0049.udp_service_on_shrinking_workload_test

import data.kubegap.cases.il_0049.udp_service_on_shrinking_workload as rule
import data.kubegap.lib.fixture

test_the_first_udp_port_is_the_place if {
	[violation.path | some violation in rule.violations] == [["spec", "ports", 1]] with input as _document([
		{"port": 80},
		{"port": 53, "protocol": "UDP"},
		{"port": 54, "protocol": "UDP"},
	])
}

test_udp_443_alone_does_not_fall_back if {
	found := rule.violations with input as _document([{"port": 443, "protocol": "UDP"}])
	count(found) == 1
}

test_a_vertical_autoscaler_removes_nothing if {
	document := fixture.linked(
		[
			_service([{"port": 53, "protocol": "UDP"}]),
			_deployment,
			{"apiVersion": "autoscaling.k8s.io/v1", "kind": "VerticalPodAutoscaler", "metadata": {"name": "dns"}},
		],
		_links,
	)
	count(rule.violations) == 0 with input as document
}

_document(ports) := fixture.linked(
	[
		_service(ports),
		_deployment,
		{
			"apiVersion": "autoscaling/v2",
			"kind": "HorizontalPodAutoscaler",
			"metadata": {"name": "dns"},
			"spec": {"maxReplicas": 4},
		},
	],
	_links,
)

_links := [
	{"from": 0, "relation": "selects", "to": 1},
	{"from": 2, "relation": "scales", "to": 1},
]

_service(ports) := {
	"apiVersion": "v1",
	"kind": "Service",
	"metadata": {"name": "dns"},
	"spec": {"ports": ports},
}

_deployment := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "dns"},
	"spec": {"template": {"spec": {"containers": [{"name": "dns"}]}}},
}
