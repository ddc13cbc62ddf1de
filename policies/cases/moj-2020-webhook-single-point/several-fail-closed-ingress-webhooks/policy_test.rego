package kubegap.cases.moj_2020_webhook_single_point.several_fail_closed_ingress_webhooks_test

import data.kubegap.cases.moj_2020_webhook_single_point.several_fail_closed_ingress_webhooks as rule
import data.kubegap.lib.fixture

test_three_are_one_finding if {
	found := rule.violations with input as fixture.document([_named("b", {}), _named("a", {}), _named("c", {})])
	[[violation.object, count(violation.related)] | some violation in found] == [[1, 2]]
}

test_the_first_is_reported_whichever_is_judged if {
	every beside in [{1}, {0, 1}, {0, 2}, {0, 1, 2}] {
		found := rule.violations with input as fixture.beside(fixture.document([_named("b", {}), _named("a", {}), _named("c", {})]), beside)
		{[violation.object, {peer.object | some peer in violation.peers}] | some violation in found} == {[1, {0, 2}]}
	}
}

test_only_names_in_the_selector_of_namespaces_do_not_separate if {
	_count({"namespaceSelector": _term("kubernetes.io/metadata.name", "NotIn")}) == 1
	_count({"namespaceSelector": _term("kubernetes.io/metadata.name", "In")}) == 0
	_count({"namespaceSelector": _term("team", "NotIn")}) == 0
	_count({"namespaceSelector": "${SELECTOR}"}) == 0
	_count({"namespaceSelector": {}}) == 1
	_count({"objectSelector": _term("class", "NotIn")}) == 0
	_count({"objectSelector": null}) == 1
}

test_two_webhooks_of_one_configuration_are_one if {
	twice := json.patch(_named("a", {}), [{"op": "add", "path": "webhooks/-", "value": _named("a", {}).webhooks[0]}])
	found := rule.violations with input as fixture.document([twice])
	count(found) == 0
	beside := rule.violations with input as fixture.document([twice, _named("b", {})])
	count(beside) == 1
}

_count(change) := count(found) if {
	found := rule.violations with input as fixture.document([_named("a", {}), _named("b", change)])
}

_term(key, operator) := {"matchExpressions": [{"key": key, "operator": operator, "values": ["x"]}]}

_named(name, change) := {
	"apiVersion": "admissionregistration.k8s.io/v1",
	"kind": "ValidatingWebhookConfiguration",
	"metadata": {"name": name},
	"webhooks": [object.union(
		{
			"name": "validate.nginx.ingress.kubernetes.io",
			"rules": [{
				"apiGroups": ["networking.k8s.io"],
				"apiVersions": ["v1"],
				"operations": ["CREATE", "UPDATE"],
				"resources": ["ingresses"],
			}],
		},
		change,
	)],
}
