package kubegap.cases.dfds_2022_prometheus_no_resources.rendered_monitoring_without_resources_test

import data.kubegap.cases.dfds_2022_prometheus_no_resources.rendered_monitoring_without_resources as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_values_of_prometheus if {
	_paths({"chart": {"spec": {"chart": "kube-prometheus-stack"}}}) == [["spec", "values", "prometheus", "prometheusSpec", "resources"]]
	_paths({"chart": {"spec": {"chart": "prometheus"}}, "values": {"server": {}}}) == [["spec", "values", "server", "resources"]]
}

test_values_that_turn_prometheus_off_or_are_unknown if {
	every values in [
		{"prometheus": {"enabled": false}},
		{"prometheus": {"enabled": "${ENABLED}"}},
		{"prometheus": {"agentMode": true}},
		{"prometheus": {"prometheusSpec": {"resources": "${RESOURCES}"}}},
	] {
		_paths({"chart": {"spec": {"chart": "kube-prometheus-stack"}}, "values": values}) == []
	}
}

test_values_of_the_wrong_type if {
	count(_paths({"chart": {"spec": {"chart": "kube-prometheus-stack"}}, "values": {"prometheus": []}})) == 1
	count(_paths({"chart": {"spec": {"chart": "kube-prometheus-stack"}}, "values": {"prometheus": {"prometheusSpec": ["x"]}}})) == 1
}

_paths(spec) := [violation.path | some violation in violations] if {
	violations := rule.violations with input as fixture.document([{
		"apiVersion": "helm.toolkit.fluxcd.io/v2",
		"kind": "HelmRelease",
		"metadata": {"name": "metrics", "namespace": "monitoring"},
		"spec": spec,
	}])
}

test_a_release_whose_chart_is_rendered_is_silent if {
	document := fixture.document([{
		"apiVersion": "helm.toolkit.fluxcd.io/v2",
		"kind": "HelmRelease",
		"metadata": {"name": "metrics", "namespace": "monitoring"},
		"spec": {"chart": {"spec": {"chart": "kube-prometheus-stack"}}},
	}])
	unit := {"kind": "flux", "partial": false, "deployed_by": {"kind": "HelmRelease", "name": "metrics"}}
	rendered := json.patch(document, [{"op": "add", "path": "units/rendered", "value": unit}])
	missing := json.patch(document, [{"op": "add", "path": "units/rendered", "value": object.union(unit, {"partial": true})}])
	count(rule.violations) == 0 with input as rendered
	count(rule.violations) == 1 with input as missing
}
