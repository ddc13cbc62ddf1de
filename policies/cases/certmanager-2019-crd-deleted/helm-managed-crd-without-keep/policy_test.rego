package kubegap.cases.certmanager_2019_crd_deleted.helm_managed_crd_without_keep_test

import data.kubegap.cases.certmanager_2019_crd_deleted.helm_managed_crd_without_keep as rule
import data.kubegap.lib.fixture

test_a_template_is_reported if {
	_places("charts/issuer/templates/crds/issuers.yaml") == [[0, ["metadata", "annotations"]]]
	count(_places("templates/issuers.yaml")) == 1
}

test_other_files_are_left_alone if {
	_places("charts/issuer/crds/issuers.yaml") == []
	_places("charts/issuer-1.0.0.tgz") == []
	_places("my-templates/issuers.yaml") == []
}

_places(file) := [[violation.object, violation.path] | some violation in found] if {
	document := fixture.document([
		{
			"apiVersion": "apiextensions.k8s.io/v1",
			"kind": "CustomResourceDefinition",
			"metadata": {"name": "issuers.tls.example"},
		},
		{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "issuer"}},
	])
	found := rule.violations with input as json.patch(document, [{
		"op": "add",
		"path": "objects/0/declared",
		"value": {"file": file, "name": "issuers.tls.example"},
	}])
}
