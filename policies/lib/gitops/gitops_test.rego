package kubegap.lib.gitops_test

import data.kubegap.lib.fixture
import data.kubegap.lib.gitops

test_the_owner_is_found_by_name if {
	gitops.owner(_config_map(_owned)).kind == "Kustomization" with input as _owned
	gitops.kustomization(_config_map(_owned)).name == "shop" with input as _owned
}

test_an_owner_in_another_cluster_is_found if {
	document := json.patch(_owned, [
		{"op": "replace", "path": "objects/1/environment", "value": 1},
		{"op": "add", "path": "environments/1", "value": {"index": 1, "by_kind": {"ConfigMap": [1]}, "by_name": {}}},
	])
	gitops.owner(_config_map(document)).name == "shop" with input as document
}

test_nothing_deploys_what_has_no_deployer if {
	document := fixture.document([{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "settings"}}])
	not gitops.deployer(document.objects[0]) with input as document
	not gitops.owner(document.objects[0]) with input as document
}

test_names_of_deployers if {
	gitops.named({"kind": "Application", "namespace": "", "name": "shop"}) == "Application shop"
	gitops.named({"kind": "Application", "namespace": "argocd", "name": "shop"}) == "Application argocd/shop"
}

test_options_of_an_object_win if {
	_pruned({}, [])
	not _pruned({}, ["Prune=false"])
	not _pruned({"argocd.argoproj.io/sync-options": "Validate=false, Prune=confirm"}, [])
	_pruned({"argocd.argoproj.io/sync-options": "Prune=true"}, ["Prune=false"])
	_pruned({"argocd.argoproj.io/sync-options": 7}, [])
}

test_generators_inside_of_others if {
	gitops.generators({"body": {"spec": {"generators": [
		{"list": {"elements": [{"git": "x"}]}, "selector": {}},
		{"matrix": {"generators": [{"git": {}}, {"clusters": {"values": {"plugin": "x"}}}]}},
	]}}}) == {"clusters", "git", "list", "matrix"}
}

test_data_in_a_namespace if {
	gitops.stateful({"group": "postgresql.cnpg.io", "kind": "Cluster", "body": {}})
	gitops.stateful({"group": "apps", "kind": "StatefulSet", "body": {"spec": {"volumeClaimTemplates": [{}]}}})
	not gitops.stateful({"group": "apps", "kind": "StatefulSet", "body": {"spec": {"volumeClaimTemplates": null}}})
	not gitops.stateful({"group": "kind.x-k8s.io", "kind": "Cluster", "body": {}})
}

_pruned(annotations, options) if {
	gitops.pruned_by_argocd(
		{"kind": "Namespace", "name": "shop", "body": {"metadata": {"annotations": annotations}}},
		{"kind": "Application", "body": {"spec": {"syncPolicy": {"automated": {"prune": true}, "syncOptions": options}}}},
	)
}

_config_map(document) := document.objects[1]

_owned := json.patch(
	fixture.document([
		{
			"apiVersion": "kustomize.toolkit.fluxcd.io/v1",
			"kind": "Kustomization",
			"metadata": {"name": "shop", "namespace": "flux-system"},
		},
		{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "settings", "namespace": "shop"}},
	]),
	[{"op": "add", "path": "units/fixture.yaml/deployed_by", "value": {
		"kind": "Kustomization",
		"namespace": "flux-system",
		"name": "shop",
	}}],
)
