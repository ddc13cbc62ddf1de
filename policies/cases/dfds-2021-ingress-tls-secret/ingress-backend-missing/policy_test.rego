package kubegap.cases.dfds_2021_ingress_tls_secret.ingress_backend_missing_test

import data.kubegap.cases.dfds_2021_ingress_tls_secret.ingress_backend_missing as rule
import data.kubegap.lib.fixture

test_the_old_form_of_an_ingress if {
	_paths({"serviceName": "web", "servicePort": 8080}) == [[0, ["spec", "backend", "servicePort"]]]
	_paths({"serviceName": "web", "servicePort": "http"}) == []
	_paths({"serviceName": "web", "servicePort": "80"}) == []
	_paths({"serviceName": "web"}) == []
}

test_ports_of_another_type_are_passed_over if {
	every ports in ["http", 80, ["http"], [{"port": "${PORT}"}], {}] {
		document := json.patch(_document({"serviceName": "web", "servicePort": 8080}), [{
			"op": "replace",
			"path": "objects/1/body/spec/ports",
			"value": ports,
		}])
		count(rule.violations) == 0 with input as document
	}
}

_paths(backend) := [[violation.object, violation.path] | some violation in found] if {
	found := rule.violations with input as _document(backend)
}

_document(backend) := fixture.linked(
	[
		{
			"apiVersion": "extensions/v1beta1",
			"kind": "Ingress",
			"metadata": {"name": "web"},
			"spec": {"backend": backend},
		},
		{
			"apiVersion": "v1",
			"kind": "Service",
			"metadata": {"name": "web"},
			"spec": {"ports": [{"name": "http", "port": 80}]},
		},
	],
	[{"from": 0, "relation": "routes_to", "to": 1, "path": ["spec", "backend"]}],
)
