package kubegap.cases.tesla_2018_dashboard.dashboard_with_cluster_admin_test

import data.kubegap.cases.tesla_2018_dashboard.dashboard_with_cluster_admin as rule
import data.kubegap.lib.fixture

test_the_worst_account_of_a_binding_is_reported if {
	[violation.level | some violation in _violations(_accounts(["kubernetes-dashboard", "board"]), "--enable-skip-login")] == ["error"]
}

test_a_login_that_is_not_skipped if {
	[violation.level | some violation in _violations(_accounts(["board"]), "--enable-skip-login=false")] == ["warning"]
}

test_malformed_subjects_are_silent if {
	every subjects in [null, "default", [null, "default", {"kind": "ServiceAccount"}]] {
		_violations(subjects, "") == []
	}
}

_accounts(names) := [{"kind": "ServiceAccount", "name": name, "namespace": "ops"} | some name in names]

_violations(subjects, argument) := [violation |
	some violation in rule.violations with input as fixture.document([
		{
			"apiVersion": "rbac.authorization.k8s.io/v1",
			"kind": "ClusterRoleBinding",
			"metadata": {"name": "board", "namespace": ""},
			"roleRef": {"kind": "ClusterRole", "name": "cluster-admin"},
			"subjects": subjects,
		},
		{
			"apiVersion": "v1",
			"kind": "Pod",
			"metadata": {"name": "board", "namespace": "ops"},
			"spec": {"serviceAccountName": "board", "containers": [{"image": "kubernetesui/dashboard:v2.7.0", "args": [argument]}]},
		},
	])
]
