package kubegap.cases.aqua_2023_rbac_buster.rbac_binding_to_anonymous_test

import data.kubegap.cases.aqua_2023_rbac_buster.rbac_binding_to_anonymous as rule
import data.kubegap.lib.fixture

test_each_subject_is_reported_at_its_own_level if {
	{[violation.path, violation.level] |
		some violation in _violations("edit", [
			{"kind": "Group", "name": "system:authenticated"},
			{"kind": "User", "name": "system:anonymous"},
		])
	} == {[["subjects", 0, "name"], "warning"], [["subjects", 1, "name"], "error"]}
}

test_malformed_subjects_are_silent if {
	_violations("edit", null) == []
	_violations("edit", "system:anonymous") == []
	_violations("edit", ["system:anonymous", {"kind": "User"}, {"kind": "Group", "name": 5}]) == []
}

test_a_binding_without_a_role_is_silent if {
	_violations(null, [{"kind": "User", "name": "system:anonymous"}]) == []
}

_violations(role, subjects) := [violation |
	some violation in rule.violations with input as fixture.document([{
		"apiVersion": "rbac.authorization.k8s.io/v1",
		"kind": "ClusterRoleBinding",
		"metadata": {"name": "open", "namespace": ""},
		"roleRef": {"kind": "ClusterRole", "name": role},
		"subjects": subjects,
	}])
]
