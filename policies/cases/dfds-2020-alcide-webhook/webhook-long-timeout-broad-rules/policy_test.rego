package kubegap.cases.dfds_2020_alcide_webhook.webhook_long_timeout_broad_rules_test

import data.kubegap.cases.dfds_2020_alcide_webhook.webhook_long_timeout_broad_rules as rule
import data.kubegap.lib.fixture

test_the_timeout_decides_on_the_level if {
	_levels({"timeoutSeconds": 30}) == ["warning"]
	_levels({"timeoutSeconds": 11}) == ["warning"]
	_levels({"timeoutSeconds": 10}) == ["note"]
	_levels({}) == ["note"]
	_levels({"timeoutSeconds": 5}) == []
	_levels({"timeoutSeconds": "30"}) == []
	_levels({"timeoutSeconds": "${TIMEOUT}"}) == []
}

test_values_of_the_wrong_type_are_passed_over if {
	every rules in ["*", [[]], [{"apiGroups": "*", "operations": "*", "resources": "*"}], [{"apiGroups": ["*"], "operations": ["*"], "resources": [1]}]] {
		_levels({"timeoutSeconds": 30, "rules": rules}) == []
	}
}

_levels(change) := [violation.level | some violation in found] if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "admissionregistration.k8s.io/v1",
		"kind": "ValidatingWebhookConfiguration",
		"metadata": {"name": "policy"},
		"webhooks": [object.union(
			{"name": "v", "rules": [{"apiGroups": ["*"], "apiVersions": ["*"], "operations": ["UPDATE"], "resources": ["*"]}]},
			change,
		)],
	}])
}
