package kubegap.cases.moj_2020_opa_label_lost.webhook_exemption_by_mutable_label_test

import data.kubegap.cases.moj_2020_opa_label_lost.webhook_exemption_by_mutable_label as rule
import data.kubegap.lib.fixture

test_a_namespace_in_sight_that_lacks_the_label_is_a_warning if {
	_levels([], {}) == ["note"]
	_levels([_namespace({})], {"kube-system": 1}) == ["warning"]
	_levels([_namespace({"opa/webhook": "ignore"})], {"kube-system": 1}) == []
	_levels([_namespace({"opa/webhook": "check"})], {"kube-system": 1}) == ["warning"]
}

test_the_first_term_on_a_label_of_ones_own_is_named if {
	found := rule.violations with input as fixture.document([_configuration])
	[violation.path | some violation in found] == [["webhooks", 0, "namespaceSelector", "matchExpressions", 1]]
}

_levels(manifests, names) := [violation.level | some violation in found] if {
	document := json.patch(fixture.document(array.concat([_configuration], manifests)), [{
		"op": "add",
		"path": "environments/0/by_name/Namespace",
		"value": names,
	}])
	found := rule.violations with input as document
}

_namespace(labels) := {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kube-system", "labels": labels}}

_configuration := {
	"apiVersion": "admissionregistration.k8s.io/v1",
	"kind": "ValidatingWebhookConfiguration",
	"metadata": {"name": "opa"},
	"webhooks": [{
		"name": "v",
		"namespaceSelector": {"matchExpressions": [
			{"key": "kubernetes.io/metadata.name", "operator": "NotIn", "values": ["opa"]},
			{"key": "opa/webhook", "operator": "NotIn", "values": ["ignore"]},
		]},
		"rules": [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}],
	}],
}
