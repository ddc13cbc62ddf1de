package kubegap.cases.influxdata_2022_duplicate_application.duplicate_object_identity_test

import data.kubegap.cases.influxdata_2022_duplicate_application.duplicate_object_identity as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_name if {
	_places([_application("v1alpha1", "a"), _application("v1alpha1", "b")]) == [[1, ["metadata", "name"]]]
}

test_each_of_a_name_is_named_as_a_peer if {
	found := rule.violations with input as fixture.document([_application("v1alpha1", path) | some path in ["a", "b", "c"]])
	{[violation.object, violation.peers[0].object] | some violation in found} == {[1, 0], [2, 1]}
}

test_the_order_does_not_matter if {
	_places([_application("v1alpha1", "b"), _application("v1alpha1", "a")]) == [[0, ["metadata", "name"]]]
}

test_versions_of_an_api_are_one_kind if {
	count(_places([_application("v1alpha1", "a"), _application("v1beta1", "a")])) == 1
}

test_each_further_content_is_reported if {
	count(_places([_application("v1alpha1", path) | some path in ["a", "b", "b", "c"]])) == 2
}

test_two_owners_of_one_name_are_reported if {
	_owned([_application("v1alpha1", "a"), _application("v1alpha1", "b")], ["one", "two"]) == {
		"has the name of the Application that Kustomization flux-system/one deploys, so only one of the two exists and what the other deploys is pruned or left behind",
	}
}

test_a_bootstrap_copy_is_left_alone if {
	_owned([_application("v1alpha1", "a"), _application("v1alpha1", "b")], ["one", "fixture.yaml"]) == set()
}

# By the units that deploy the manifests.
_owned(manifests, units) := {violation.message | some violation in found} if {
	document := json.patch(fixture.document(manifests), array.concat(
		[{"op": "add", "path": sprintf("units/%s", [name]), "value": {"deployed_by": {
			"kind": "Kustomization",
			"namespace": "flux-system",
			"name": name,
		}}} |
			some name in ["one", "two"]
		],
		[{"op": "replace", "path": sprintf("objects/%d/unit", [i]), "value": unit} | some i, unit in units],
	))
	found := rule.violations with input as document
}

_places(manifests) := [[violation.object, violation.path] | some violation in found] if {
	found := rule.violations with input as fixture.document(manifests)
}

_application(version, path) := {
	"apiVersion": sprintf("argoproj.io/%s", [version]),
	"kind": "Application",
	"metadata": {"name": "shop", "namespace": "argocd"},
	"spec": {"source": {"path": path}},
}
