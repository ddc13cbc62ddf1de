package [[.Package]]_test

import data.[[.Package]] as rule
import data.kubegap.lib.fixture

test_an_empty_label_names_nobody if {
	count(_violations({"team": ""})) == 1
}

test_a_team_is_enough if {
	count(_violations({"team": "payments"})) == 0
}

_violations(labels) := found if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "[[.APIVersion]]",
		"kind": "[[.Kind]]",
		"metadata": {"name": "web", "labels": labels},
	}])
}
