package kubegap.cases.dfds_2021_ingress_tls_secret.ingress_tls_secret_invalid_test

import data.kubegap.cases.dfds_2021_ingress_tls_secret.ingress_tls_secret_invalid as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_secret if {
	_places(_document) == [[1, ["stringData"]]]
}

test_a_secret_that_is_context_only_moves_the_finding_to_the_ingress if {
	document := json.patch(_document, [{"op": "replace", "path": "objects/1/judged", "value": false}])
	_places(document) == [[0, ["spec", "tls", 0, "secretName"]]]
}

test_a_part_that_is_not_rendered_may_hold_the_secret if {
	misdirected := fixture.document([_ingress, {
		"apiVersion": "cert-manager.io/v1",
		"kind": "Certificate",
		"metadata": {"name": "web"},
		"spec": {"secretName": "other", "dnsNames": ["shop.example"]},
	}])
	count(rule.violations) == 1 with input as misdirected
	partial := json.patch(misdirected, [{"op": "replace", "path": "environments/0/partial", "value": true}])
	count(rule.violations) == 0 with input as partial
}

test_fields_of_another_type_are_passed_over if {
	every tls in ["web", [7], [{"hosts": "web", "secretName": ["web"]}], {"secretName": "web"}] {
		_places(fixture.document([json.patch(_ingress, [{"op": "replace", "path": "spec/tls", "value": tls}])])) == []
	}
	every entries in ["text", ["text"], null] {
		_places(json.patch(_document, [{"op": "replace", "path": "objects/1/body/stringData", "value": entries}])) == []
	}
}

_places(document) := [[violation.object, violation.path] | some violation in found] if {
	found := rule.violations with input as document
}

_document := fixture.document([_ingress, {
	"apiVersion": "v1",
	"kind": "Secret",
	"metadata": {"name": "web"},
	"stringData": {"certificate": "${CERTIFICATE}"},
}])

_ingress := {
	"apiVersion": "networking.k8s.io/v1",
	"kind": "Ingress",
	"metadata": {"name": "web"},
	"spec": {"tls": [{"hosts": ["shop.example"], "secretName": "web"}]},
}
