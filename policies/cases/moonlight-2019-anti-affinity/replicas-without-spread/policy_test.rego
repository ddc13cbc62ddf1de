package kubegap.cases.moonlight_2019_anti_affinity.replicas_without_spread_test

import data.kubegap.cases.moonlight_2019_anti_affinity.replicas_without_spread as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_pod_spec if {
	_paths({}) == {["spec", "template", "spec"]}
}

test_a_spread_by_any_topology_counts if {
	_paths(_spread("topology.kubernetes.io/zone", "web")) == set()
	_paths(_spread("kubernetes.io/hostname", "api")) == {["spec", "template", "spec"]}
}

test_values_of_the_wrong_type_are_no_spread if {
	_paths({"topologySpreadConstraints": "yes", "affinity": []}) == {["spec", "template", "spec"]}
}

_spread(key, app) := {"topologySpreadConstraints": [{"topologyKey": key, "labelSelector": {"matchLabels": {"app": app}}}]}

_paths(spec) := {violation.path | some violation in found} if {
	document := fixture.linked(
		[
			{
				"apiVersion": "apps/v1",
				"kind": "Deployment",
				"metadata": {"name": "web"},
				"spec": {"replicas": 2, "template": {"metadata": {"labels": {"app": "web"}}, "spec": spec}},
			},
			{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": {"type": "LoadBalancer"}},
		],
		[{"from": 1, "relation": "selects", "to": 0}],
	)
	found := rule.violations with input as document
}
