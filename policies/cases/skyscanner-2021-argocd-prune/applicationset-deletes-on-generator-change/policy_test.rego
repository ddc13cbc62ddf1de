package kubegap.cases.skyscanner_2021_argocd_prune.applicationset_deletes_on_generator_change_test

import data.kubegap.cases.skyscanner_2021_argocd_prune.applicationset_deletes_on_generator_change as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_sync_policy if {
	_places({"generators": [{"clusters": {}}]}) == [[0, ["spec", "syncPolicy"]]]
	_places({"generators": [{"clusters": {}}], "syncPolicy": null}) == [[0, ["spec", "syncPolicy"]]]
}

test_generators_inside_of_others_count if {
	count(_places({"generators": [{"merge": {"generators": [{"list": {}}, {"plugin": {}}]}}]})) == 1
}

test_fields_of_a_generator_are_no_generators if {
	_places({"generators": [{"list": {"elements": [{"clusters": "x"}]}}]}) == []
	_places({"generators": [{"list": {}, "selector": {"matchLabels": {}}}]}) == []
}

test_values_of_the_wrong_type_are_no_harm if {
	_places({"generators": null}) == []
	_places({"generators": ["clusters"]}) == []
	_places({"generators": [{"clusters": {}}], "syncPolicy": "sync"}) == []
}

_places(spec) := [[violation.object, violation.path] | some violation in found] if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "argoproj.io/v1alpha1",
		"kind": "ApplicationSet",
		"metadata": {"name": "shop", "namespace": "argocd"},
		"spec": spec,
	}])
}
