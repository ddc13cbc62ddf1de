package kubegap.cases.jetstack_2019_webhook_outage.webhook_fail_blocks_control_plane_test

import data.kubegap.cases.jetstack_2019_webhook_outage.webhook_fail_blocks_control_plane as rule
import data.kubegap.lib.fixture

test_the_worst_request_decides if {
	_found({"rules": [_rule("", "*", "CREATE"), _rule("coordination.k8s.io", "*", "UPDATE")]}) == [["error", [
		"webhooks",
		0,
		"rules",
		1,
		"resources",
	]]]
	_found({"rules": [_rule("", "*", "CREATE"), _rule("coordination.k8s.io", "*", "CREATE")]}) == [["warning", [
		"webhooks",
		0,
		"rules",
		0,
		"resources",
	]]]
}

test_values_of_the_wrong_type_are_passed_over if {
	every broken in [
		{"rules": "*"},
		{"rules": [[]]},
		{"rules": [{"apiGroups": "*", "apiVersions": "*", "operations": "*", "resources": "*"}]},
		object.union({"namespaceSelector": ["kube-system"]}, {"rules": [_rule("", "pods", "CREATE")]}),
	] {
		_found(broken) == []
	}
}

test_broken_lists_are_passed_over if {
	every list in ["policy", {"name": "policy"}, ["policy"], null] {
		_of(list) == []
	}
}

_rule(group, resource, operation) := {
	"apiGroups": [group],
	"apiVersions": ["v1"],
	"operations": [operation],
	"resources": [resource],
}

_found(webhook) := _of([object.union({"name": "v"}, webhook)])

_of(list) := [[violation.level, violation.path] | some violation in found] if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "admissionregistration.k8s.io/v1",
		"kind": "ValidatingWebhookConfiguration",
		"metadata": {"name": "policy"},
		"webhooks": list,
	}])
}
