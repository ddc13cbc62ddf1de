package kubegap.cases.moj_2020_webhook_single_point.webhook_service_missing_test

import data.kubegap.cases.moj_2020_webhook_single_point.webhook_service_missing as rule
import data.kubegap.lib.fixture

test_a_part_that_is_missing_makes_silent if {
	count(rule.violations) == 1 with input as _missing
	count(rule.violations) == 0 with input as json.patch(_missing, [{
		"op": "replace",
		"path": "units/fixture.yaml/partial",
		"value": true,
	}])
	count(rule.violations) == 0 with input as json.patch(_missing, [{
		"op": "replace",
		"path": "environments/0/partial",
		"value": true,
	}])
}

test_ports if {
	_with_port({}, 443) == []
	_with_port({"port": 8443}, 8443) == []
	_with_port({"port": 443}, 8443) == ["error"]
	_with_port({"port": "${PORT}"}, 8443) == []
	_with_port({}, "${PORT}") == []
}

_with_port(reference, port) := [violation.level | some violation in found] if {
	found := rule.violations with input as fixture.linked(
		[_configuration(reference), _service("policy", port)],
		[{"from": 0, "relation": "calls", "to": 1, "path": ["webhooks", 0, "clientConfig", "service"]}],
	)
}

_missing := json.patch(fixture.document([_configuration({}), _service("other", 443)]), [{
	"op": "add",
	"path": "objects/0/unresolved/calls",
	"value": [{
		"kind": "Service", "namespace": "policy", "name": "policy",
		"path": ["webhooks", 0, "clientConfig", "service"],
	}],
}])

_configuration(reference) := {
	"apiVersion": "admissionregistration.k8s.io/v1",
	"kind": "ValidatingWebhookConfiguration",
	"metadata": {"name": "policy"},
	"webhooks": [{"name": "v", "clientConfig": {"service": reference}}],
}

_service(name, port) := {
	"apiVersion": "v1",
	"kind": "Service",
	"metadata": {"name": name, "namespace": "policy"},
	"spec": {"ports": [{"port": port}]},
}
