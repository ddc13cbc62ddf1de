package kubegap.lib.delivery_test

import data.kubegap.lib.delivery
import data.kubegap.lib.fixture

test_the_deployer_of_the_unit_counts_alone if {
	ignoring := _application("shop", true)
	other := _application("front", false)
	_leaves([ignoring, other], "shop")
	not _leaves([ignoring, other], "front")
	_leaves([ignoring, other], null)
}

test_without_the_option_a_sync_writes_the_field if {
	not _leaves([_application("shop", false)], "shop")
}

test_drift_that_flux_ignores if {
	_leaves([_kustomization({"ignore": [{"paths": ["/spec/replicas"]}]})], null)
	not _leaves([_kustomization({"ignore": [{"paths": ["/spec/template"]}]})], null)
}

test_deployers_of_one_name_in_several_environments if {
	deployers := [_application("shop", true), _application("other", false)]
	document := fixture.document(array.concat(deployers, [_web]))
	renamed := json.patch(object.union(document, _units("shop")), [{"op": "replace", "path": "objects/1/name", "value": "shop"}])
	delivery.leaves_replicas(document.objects[2]) with input as renamed
}

test_nothing_deploys_it if {
	not _leaves([], null)
}

_leaves(deployers, name) if {
	document := fixture.document(array.concat(deployers, [_web]))
	deployed := object.union(document, _units(name))
	delivery.leaves_replicas(document.objects[count(deployers)]) with input as deployed
}

_web := {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}}

_units(null) := {}

_units(name) := {"units": {"fixture.yaml": {"deployed_by": {"kind": "Application", "namespace": "argocd", "name": name}}}} if is_string(name)

_application(name, respects) := {
	"apiVersion": "argoproj.io/v1alpha1",
	"kind": "Application",
	"metadata": {"name": name, "namespace": "argocd"},
	"spec": {
		"ignoreDifferences": [{"group": "apps", "kind": "Deployment", "jsonPointers": ["/spec/replicas"]}],
		"syncPolicy": {"syncOptions": [sprintf("RespectIgnoreDifferences=%v", [respects])]},
	},
}

_kustomization(spec) := {
	"apiVersion": "kustomize.toolkit.fluxcd.io/v1",
	"kind": "Kustomization",
	"metadata": {"name": "shop", "namespace": "flux-system"},
	"spec": spec,
}
