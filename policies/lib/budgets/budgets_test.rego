package kubegap.lib.budgets_test

import data.kubegap.lib.budgets
import data.kubegap.lib.fixture

test_a_policy_of_kyverno if {
	_made({
		"apiVersion": "kyverno.io/v1",
		"kind": "ClusterPolicy",
		"metadata": {"name": "budgets"},
		"spec": {"rules": [{"generate": {"kind": "PodDisruptionBudget"}}]},
	})
}

test_a_policy_about_something_else if {
	not _made({
		"apiVersion": "kyverno.io/v1",
		"kind": "ClusterPolicy",
		"metadata": {"name": "quotas"},
		"spec": {"rules": [{"generate": {"kind": "ResourceQuota"}}]},
	})
}

test_pdb_controller if _made(_deployment("registry.example/mirror/pdb-controller:v0.0.13"))

test_another_controller if not _made(_deployment("registry.example/web:1"))

_made(maker) if {
	document := fixture.document([maker, _deployment("registry.example/shop:1")])
	budgets.made_by_cluster(document.objects[1]) with input as document
}

_deployment(image) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": substring(sprintf("d-%v", [crypto.md5(image)]), 0, 10), "namespace": "shop"},
	"spec": {"template": {"spec": {"containers": [{"name": "main", "image": image}]}}},
}
