package kubegap.cases.flux_2023_target_namespace.flux_target_namespace_renames_namespace_test

import data.kubegap.cases.flux_2023_target_namespace.flux_target_namespace_renames_namespace as rule
import data.kubegap.lib.fixture

test_a_renamed_namespace_is_an_error if {
	_levels("flux-system", {}, true) == {"error"}
}

test_a_kept_namespace_is_a_warning if {
	_levels("flux-system", {"annotations": {"kustomize.toolkit.fluxcd.io/prune": "disabled"}}, true) == {"warning"}
	_levels("flux-system", {"labels": {"kustomize.toolkit.fluxcd.io/prune": "Disabled"}}, true) == {"warning"}
}

test_metadata_of_the_wrong_type_keeps_nothing if {
	_levels("flux-system", {"annotations": ["x"], "labels": "y"}, true) == {"error"}
}

test_a_target_of_the_wrong_type_is_silent if {
	_levels(7, {}, true) == set()
}

_levels(target, metadata, prune) := {violation.level | some violation in found} if {
	document := fixture.document([
		{
			"apiVersion": "kustomize.toolkit.fluxcd.io/v1",
			"kind": "Kustomization",
			"metadata": {"name": "shop", "namespace": "flux-system"},
			"spec": {"targetNamespace": target, "prune": prune},
		},
		{"apiVersion": "v1", "kind": "Namespace", "metadata": object.union({"name": "flux-system"}, metadata)},
	])
	found := rule.violations with input as json.patch(document, [
		{"op": "add", "path": "units/fixture.yaml/deployed_by", "value": {
			"kind": "Kustomization",
			"namespace": "flux-system",
			"name": "shop",
		}},
		{"op": "add", "path": "objects/1/declared", "value": {"file": "fixture.yaml", "name": "shop"}},
	])
}
