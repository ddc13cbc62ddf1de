package kubegap.lib.kyverno_test

import data.kubegap.lib.fixture
import data.kubegap.lib.kyverno

test_both_fields_of_the_failure_policy_are_read if {
	not _closed({"failurePolicy": "Ignore"})
	_closed({"failurePolicy": "Fail"})
	not _closed({"webhookConfiguration": {"failurePolicy": "Ignore"}})
	_closed({"webhookConfiguration": {"timeoutSeconds": 5}})
	_closed({"webhookConfiguration": {"failurePolicy": "Fail"}, "failurePolicy": "Ignore"})
}

test_only_rules_on_admission_count if {
	not _closed({"admission": false})
	not _closed({"rules": [{"generate": {"kind": "Secret"}}]})
	not _closed({"rules": [{"mutate": {"targets": [{"kind": "Secret"}]}}]})
	_closed({"rules": [{"mutate": {"patchStrategicMerge": {}}}]})
	_closed({"rules": [{"verifyImages": [{}]}]})
	not _closed({"rules": "none"})
}

test_releases if {
	_release("3.5.2", {}) == {"replicas": 1, "path": ["spec", "values", "admissionController", "replicas"], "forced_open": false}
	_release("3.5.2", {"admissionController": {"replicas": 3}}).replicas == 3
	_release("3.5.2", {"admissionController": {"replicas": null}}).replicas == 1
	not _release("3.5.2", {"admissionController": {"replicas": "${REPLICAS}"}})
	not _release("3.5.2", {"admissionController": "${ADMISSION}"})
	not _release("3.5.2", {"features": "${FEATURES}"})
	not _release("3.5.2", {"features": {"forceFailurePolicyIgnore": "${IGNORE}"}})
	_release("v2.7.5", {"admissionController": {"replicas": 3}}) == {"replicas": 1, "path": ["spec", "values", "replicaCount"], "forced_open": false}
	_release("2.7.5", {"replicaCount": 3}).replicas == 3
	_release("3.5.2", {"features": {"forceFailurePolicyIgnore": {"enabled": true}}}).forced_open
	not _release_of("other", "3.5.2", {})
}

_release(version, given) := _release_of("kyverno", version, given)

_release_of(chart, version, given) := object.remove(found, ["object"]) if {
	document := fixture.document([{
		"apiVersion": "helm.toolkit.fluxcd.io/v2",
		"kind": "HelmRelease",
		"metadata": {"name": "policies", "namespace": "flux-system"},
		"spec": {"chart": {"spec": {"chart": chart, "version": version}}, "values": given},
	}])
	found := kyverno.installed[0] with input as document
}

_closed(change) if {
	document := fixture.document([{
		"apiVersion": "kyverno.io/v1",
		"kind": "ClusterPolicy",
		"metadata": {"name": "labels"},
		"spec": object.union({"rules": [{"name": "labels", "validate": {"pattern": {}}}]}, change),
	}])
	found := kyverno.fail_closed_policies({"environment": 0}) with input as document
	count(found) == 1
}
