package kubegap.cases.skyscanner_2021_argocd_prune.argocd_auto_prune_unprotected_namespace_test

import data.kubegap.cases.skyscanner_2021_argocd_prune.argocd_auto_prune_unprotected_namespace as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_allow_empty if {
	_places({"automated": {"prune": true, "allowEmpty": true}}) == [[0, ["spec", "syncPolicy", "automated", "allowEmpty"]]]
}

test_one_of_the_two_alone_is_left_alone if {
	_places({"automated": {"prune": true}}) == []
	_places({"automated": {"allowEmpty": true}}) == []
	_places({"automated": {"prune": true, "allowEmpty": true, "enabled": false}}) == []
}

test_values_of_the_wrong_type_are_no_harm if {
	_places(null) == []
	_places(["automated"]) == []
	_places({"automated": "yes"}) == []
	_places({"automated": {"prune": "true", "allowEmpty": "true"}}) == []
}

_places(policy) := [[violation.object, violation.path] | some violation in found] if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "argoproj.io/v1alpha1",
		"kind": "Application",
		"metadata": {"name": "shop", "namespace": "argocd"},
		"spec": {"syncPolicy": policy},
	}])
}
