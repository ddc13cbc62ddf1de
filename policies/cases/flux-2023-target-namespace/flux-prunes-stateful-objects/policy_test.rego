package kubegap.cases.flux_2023_target_namespace.flux_prunes_stateful_objects_test

import data.kubegap.cases.flux_2023_target_namespace.flux_prunes_stateful_objects as rule
import data.kubegap.lib.fixture

test_a_claim_is_a_note if {
	_places({"spec": {}}) == [[1, ["metadata", "annotations"]]]
}

test_a_claim_that_is_restored_is_left_alone if {
	_places({"spec": {"dataSourceRef": {"kind": "VolumeSnapshot", "name": "last"}}}) == []
}

test_a_claim_without_a_spec_does_no_harm if {
	_places({"spec": null}) == [[1, ["metadata", "annotations"]]]
}

_places(claim) := [[violation.object, violation.path] | some violation in found] if {
	document := fixture.document([
		{
			"apiVersion": "kustomize.toolkit.fluxcd.io/v1",
			"kind": "Kustomization",
			"metadata": {"name": "shop", "namespace": "flux-system"},
			"spec": {"prune": true},
		},
		object.union({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data", "namespace": "shop"}}, claim),
	])
	found := rule.violations with input as json.patch(document, [{"op": "add", "path": "units/fixture.yaml/deployed_by", "value": {
		"kind": "Kustomization",
		"namespace": "flux-system",
		"name": "shop",
	}}])
}
