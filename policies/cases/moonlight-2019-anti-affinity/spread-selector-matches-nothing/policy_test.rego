package kubegap.cases.moonlight_2019_anti_affinity.spread_selector_matches_nothing_test

import data.kubegap.cases.moonlight_2019_anti_affinity.spread_selector_matches_nothing as rule
import data.kubegap.lib.fixture

test_each_term_is_reported_on_its_selector if {
	_found({"topologySpreadConstraints": [_constraint("web"), _constraint("website"), _constraint("shop")]}) == {
		["warning", ["spec", "template", "spec", "topologySpreadConstraints", 1, "labelSelector"]],
		["warning", ["spec", "template", "spec", "topologySpreadConstraints", 2, "labelSelector"]],
	}
}

test_no_selector if {
	_found({"topologySpreadConstraints": [{"topologyKey": "kubernetes.io/hostname"}]}) == {[
		"warning",
		["spec", "template", "spec", "topologySpreadConstraints", 0, "labelSelector"],
	]}
	_found({"topologySpreadConstraints": [{"topologyKey": "kubernetes.io/hostname", "labelSelector": {}}]}) == set()
}

test_values_of_the_wrong_type_are_silent if {
	_found({"topologySpreadConstraints": "web"}) == set()
	_found({"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"a": "b"}}}}) == set()
}

_constraint(app) := {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": app}}}

_found(spec) := {[violation.level, violation.path] | some violation in found} if {
	document := fixture.document([{
		"apiVersion": "apps/v1",
		"kind": "Deployment",
		"metadata": {"name": "web"},
		"spec": {"replicas": 2, "template": {"metadata": {"labels": {"app": "web"}}, "spec": spec}},
	}])
	found := rule.violations with input as document
}
