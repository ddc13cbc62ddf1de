package kubegap.cases.jetstack_2019_webhook_outage.webhook_blocks_its_own_pods_test

import data.kubegap.cases.jetstack_2019_webhook_outage.webhook_blocks_its_own_pods as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_namespace_selector if {
	_found({}, _links) == [["error", ["webhooks", 0, "namespaceSelector"]]]
}

test_the_service_of_another_webhook_does_not_count if {
	_found({}, [
		object.union(_links[0], {"path": ["webhooks", 1, "clientConfig", "service"]}),
		_links[1],
	]) == []
}

test_a_service_without_pods_tells_nothing if {
	_found({}, [_links[0]]) == []
}

test_labels_of_the_pods_count if {
	_found({"objectSelector": {"matchLabels": {"app": "inject"}}}, _links) != []
	_found({"objectSelector": {"matchLabels": {"app": "shop"}}}, _links) == []
}

_links := [
	{"from": 0, "relation": "calls", "to": 1, "path": ["webhooks", 0, "clientConfig", "service"]},
	{"from": 1, "relation": "selects", "to": 2},
]

_found(change, links) := [[violation.level, violation.path] | some violation in found] if {
	found := rule.violations with input as fixture.linked(_manifests(change), links)
}

_manifests(change) := [
	{
		"apiVersion": "admissionregistration.k8s.io/v1",
		"kind": "MutatingWebhookConfiguration",
		"metadata": {"name": "inject"},
		"webhooks": [object.union(
			{
				"name": "inject.example",
				"rules": [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}],
			},
			change,
		)],
	},
	{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "inject", "namespace": "inject"}},
	{
		"apiVersion": "apps/v1",
		"kind": "Deployment",
		"metadata": {"name": "inject", "namespace": "inject"},
		"spec": {"template": {"metadata": {"labels": {"app": "inject"}}}},
	},
]
