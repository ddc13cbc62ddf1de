package kubegap.lib.webhooks_test

import data.kubegap.lib.fixture
import data.kubegap.lib.webhooks

test_v1_fails_closed_by_default if {
	webhooks.fails_closed(_hook({}))
	webhooks.fails_closed(_hook({"failurePolicy": null}))
	webhooks.fails_closed(_hook({"failurePolicy": "Fail"}))
	not webhooks.fails_closed(_hook({"failurePolicy": "Ignore"}))
	not webhooks.fails_closed(_hook({"failurePolicy": "${POLICY}"}))
}

test_v1beta1_fails_open_by_default if {
	not webhooks.fails_closed(object.union(_hook({}), {"configuration": {"version": "v1beta1"}}))
}

test_resources_match_as_the_api_server_has_it if {
	every pattern in ["pods", "*", "*/*", "pods/*"] {
		_calls([pattern], "pods")
	}
	every pattern in ["pods/exec", "nodes", "*/status"] {
		not _calls([pattern], "pods")
	}
	every pattern in ["nodes/status", "nodes/*", "*/status", "*/*"] {
		_calls([pattern], "nodes/status")
	}
	every pattern in ["nodes", "*"] {
		not _calls([pattern], "nodes/status")
	}
}

test_values_of_the_wrong_type_match_nothing if {
	every pattern in [7, true, null, {}, ["pods"]] {
		not _calls([pattern], "pods")
	}
	hook := _hook({"clientConfig": {"url": ["https://127.0.0.1:8443/check"]}})
	not webhooks.beside_api_server(hook)
	webhooks.backend(hook) == "its backend"
}

test_the_first_rule_that_matches_is_named if {
	hook := _hook({"rules": [
		_rule(["services"]),
		_rule(["pods"]),
		_rule(["*"]),
	]})
	webhooks.rule(hook, _request("pods")) == ["webhooks", 0, "rules", 1]
}

test_scope_version_group_and_operation_count if {
	hook := _hook({"rules": [object.union(_rule(["pods"]), {"scope": "Namespaced"})]})
	webhooks.rule(hook, _request("pods"))
	every change in [{"scope": "Cluster"}, {"apiVersions": ["v1beta1"]}, {"apiGroups": ["apps"]}, {"operations": ["DELETE"]}] {
		not webhooks.rule(_hook({"rules": [object.union(_rule(["pods"]), change)]}), _request("pods"))
	}
}

test_states_of_a_namespace_out_of_sight if {
	every pair in [
		["included", {}],
		["included", _term(webhooks.name_label, "NotIn", ["opa"])],
		["included", {"matchLabels": {webhooks.name_label: "kube-system"}}],
		["excluded", _term(webhooks.name_label, "NotIn", ["opa", "kube-system"])],
		["excluded", _term(webhooks.name_label, "In", ["shop"])],
		["by label", _term("opa/ignore", "DoesNotExist", [])],
		["by label", _term("opa/webhook", "NotIn", ["ignore"])],
		["opt-in", _term("inject", "Exists", [])],
		["opt-in", {"matchLabels": {"inject": "true"}}],
		["opt-in", _term("${KEY}", "NotIn", ["x"])],
		["opt-in", "{{ selector }}"],
	] {
		_state(pair[1], []) == pair[0]
	}
}

test_states_of_a_namespace_in_sight if {
	every pair in [
		["excluded", _term("opa/ignore", "DoesNotExist", [])],
		["by label", _term("opa/other", "DoesNotExist", [])],
		["excluded", _term("inject", "Exists", [])],
		["included", _term("opa/ignore", "Exists", [])],
	] {
		_state(pair[1], [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kube-system", "labels": {"opa/ignore": "true"}}}]) == pair[0]
	}
}

test_object_selectors if {
	webhooks.opts_in_by_object(_hook({"objectSelector": {"matchLabels": {"inject": "true"}}}))
	not webhooks.opts_in_by_object(_hook({"objectSelector": _term("app", "NotIn", ["opa"])}))
	webhooks.selects_object(_hook({}), {"app": "opa"})
	not webhooks.selects_object(_hook({"objectSelector": _term("app", "NotIn", ["opa"])}), {"app": "opa"})
	not webhooks.selects_object(_hook({"objectSelector": "${SELECTOR}"}), {"app": "opa"})
}

test_what_answers if {
	webhooks.backend(_hook({"clientConfig": {"service": {"namespace": "opa", "name": "opa"}}})) == "Service opa/opa"
	webhooks.backend(_hook({"clientConfig": {"url": "https://opa.example:8443/check"}})) == "opa.example:8443"
	webhooks.backend(_hook({})) == "its backend"
	webhooks.beside_api_server(_hook({"clientConfig": {"url": "https://127.0.0.1:8443/check"}}))
	not webhooks.beside_api_server(_hook({"clientConfig": {"url": "https://opa.example:8443/check"}}))
}

test_aks_excludes_its_namespaces if {
	document := [
		_configuration([{"name": "v"}]),
		{"apiVersion": "karpenter.azure.com/v1beta1", "kind": "AKSNodeClass", "metadata": {"name": "default"}},
	]
	_excluded with input as fixture.document(document)
	not _excluded with input as fixture.document(array.slice(document, 0, 1))
}

_excluded if {
	some hook in webhooks.declared
	webhooks.platform_excludes(hook)
}

_state(selector, manifests) := state if {
	document := json.patch(
		fixture.document(array.concat([_configuration([{"namespaceSelector": selector}])], manifests)),
		[{"op": "add", "path": "environments/0/by_name/Namespace", "value": {manifest.metadata.name: next | some i, manifest in manifests; next := i + 1}}],
	)
	state := _states[0] with input as document
}

_states := [webhooks.namespace_state(hook, "kube-system") | some hook in webhooks.declared]

_calls(patterns, resource) if webhooks.rule(_hook({"rules": [_rule(patterns)]}), _request(resource))

_rule(resources) := {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE", "UPDATE"], "resources": resources}

_request(resource) := {"group": "", "resource": resource, "operation": "CREATE", "scope": "Namespaced"}

_term(key, operator, list) := {"matchExpressions": [{"key": key, "operator": operator, "values": list}]}

_configuration(list) := {
	"apiVersion": "admissionregistration.k8s.io/v1",
	"kind": "ValidatingWebhookConfiguration",
	"metadata": {"name": "opa"},
	"webhooks": list,
}

_hook(webhook) := {"configuration": {"version": "v1", "body": {}}, "webhook": webhook, "path": ["webhooks", 0]}
