package kubegap.cases.dfds_2022_kyverno_fail.policy_engine_fail_closed_single_replica_test

import data.kubegap.cases.dfds_2022_kyverno_fail.policy_engine_fail_closed_single_replica as rule
import data.kubegap.lib.fixture

test_the_admission_controller_is_known_by_its_image if {
	_count([_deployment("ghcr.io/kyverno/kyverno:v1.14.4", {})]) == 1
	_count([_deployment("mirror.example/kyverno:v1.14.4", {})]) == 1
	_count([_deployment("ghcr.io/kyverno/background-controller:v1.14.4", {})]) == 0
	_count([_deployment(7, {})]) == 0
}

test_a_deployment_and_its_release_are_one_finding if {
	_count([_release, _deployment("ghcr.io/kyverno/kyverno:v1.14.4", {})]) == 1
	_count([_release]) == 1
}

test_a_number_that_is_not_known_is_passed_over if {
	_count([_deployment("ghcr.io/kyverno/kyverno:v1.14.4", {"replicas": "${REPLICAS}"})]) == 0
}

_count(manifests) := count(found) if {
	found := rule.violations with input as fixture.document(array.concat(manifests, [{
		"apiVersion": "kyverno.io/v1",
		"kind": "ClusterPolicy",
		"metadata": {"name": "labels"},
		"spec": {"rules": [{"name": "labels", "validate": {"pattern": {}}}]},
	}]))
}

_release := {
	"apiVersion": "helm.toolkit.fluxcd.io/v2",
	"kind": "HelmRelease",
	"metadata": {"name": "kyverno", "namespace": "kyverno"},
	"spec": {"chart": {"spec": {"chart": "kyverno", "version": "3.5.2"}}},
}

_deployment(image, spec) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "kyverno", "namespace": "kyverno"},
	"spec": object.union({"template": {"spec": {"containers": [{"name": "kyverno", "image": image}]}}}, spec),
}
