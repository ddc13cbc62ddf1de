package kubegap.cases.il_0049.dns_autoscaler_without_floor_test

import data.kubegap.cases.il_0049.dns_autoscaler_without_floor as rule
import data.kubegap.lib.fixture

test_floors_of_linear_parameters if {
	every parameters in [
		`{"nodesPerReplica": 16}`,
		`{"nodesPerReplica": 16, "min": 0}`,
		`{"coresPerReplica": 8, "min": 1, "preventSinglePointFailure": false}`,
		`{"nodesPerReplica": 1, "max": 1}`,
	] {
		_found(parameters)
	}
	every parameters in [
		`{"nodesPerReplica": 16, "min": 2}`,
		`{"nodesPerReplica": 1.5}`,
		`{"coresPerReplica": 8, "preventSinglePointFailure": true}`,
		`{"nodesPerReplica": 16, "min": "two"}`,
		`[]`,
		`7`,
	] {
		not _found(parameters)
	}
}

test_a_trial_cluster_is_noted if {
	document := object.union(
		_document(`{"nodesPerReplica": 16}`),
		{"units": {"fixture.yaml": {"below": "clusters/dev"}}},
	)
	[violation.level | some violation in rule.violations] == ["note"] with input as document
}

_found(parameters) if {
	found := rule.violations with input as _document(parameters)
	count(found) == 1
}

_document(parameters) := fixture.document([{
	"apiVersion": "v1",
	"kind": "ConfigMap",
	"metadata": {"name": "dns-autoscaler", "namespace": "kube-system"},
	"data": {"linear": parameters},
}])
