package kubegap.cases.reddit_2023_pi_day.legacy_master_node_role_label_test

import data.kubegap.cases.reddit_2023_pi_day.legacy_master_node_role_label as rule
import data.kubegap.lib.fixture

test_malformed_selectors_are_silent if {
	every selector in [null, 5, [], {}, "", [null], {"matchLabels": "master"}, {"matchExpressions": [null]}] {
		_violations(selector) == []
	}
}

test_one_alternative_without_the_label_is_enough if {
	_violations([{"matchLabels": {"node-role.kubernetes.io/master": ""}}]) == ["warning"]
	_violations([{"matchLabels": {"node-role.kubernetes.io/master": ""}}, {"matchLabels": {"zone": "a"}}]) == []
}

_violations(selector) := [violation.level |
	some violation in rule.violations with input as fixture.document([{
		"apiVersion": "metallb.io/v1beta1",
		"kind": "L2Advertisement",
		"metadata": {"name": "all"},
		"spec": {"nodeSelectors": selector},
	}])
]
