package kubegap.cases.openai_2024_telemetry.daemonset_cluster_wide_list_test

import data.kubegap.cases.openai_2024_telemetry.daemonset_cluster_wide_list as rule
import data.kubegap.lib.fixture

test_what_grows_with_the_cluster if {
	_found({"apiGroups": [""], "resources": ["pods"], "verbs": ["list"]}, {}) == 1
	_found({"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}, {}) == 1
	_found({"apiGroups": ["discovery.k8s.io"], "resources": ["endpointslices"], "verbs": ["watch"]}, {}) == 1
	_found({"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}, {}) == 0
	_found({"apiGroups": [""], "resources": ["namespaces"], "verbs": ["list"]}, {}) == 0
	_found({"apiGroups": ["metrics.k8s.io"], "resources": ["pods"], "verbs": ["list"]}, {}) == 0
	_found({"apiGroups": [""], "resources": ["configmaps"], "verbs": ["list"], "resourceNames": ["agent"]}, {}) == 0
}

test_agents_that_know_their_node if {
	every container in [
		{"env": [{"name": "HOST", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}}]},
		{"args": ["--node=$(HOST)"]},
		{"args": ["--kubelet-address=10.0.0.1"]},
		{"env": [{"name": "K8S_NODE_NAME", "value": "x"}]},
	] {
		_found(_pods, container) == 0
	}
	_found(_pods, {"args": ["--nodes-and-all"]}) == 1
}

test_agents_that_are_made_to_watch if {
	_found(_pods, {"image": "registry.example/cilium/cilium:v1.17.0"}) == 0
	_found(_pods, {"image": "registry.example/telemetry:1.0.0"}) == 1
	_found(_pods, {"image": 7}) == 1
}

test_the_default_account if {
	manifests := json.patch(_manifests(_pods, {}), [
		{"op": "remove", "path": "0/spec/template/spec/serviceAccountName"},
		{"op": "replace", "path": "2/subjects/0/name", "value": "default"},
	])
	found := rule.violations with input as _document(manifests)
	count(found) == 1
}

_pods := {"apiGroups": [""], "resources": ["pods"], "verbs": ["list"]}

_found(allowed, container) := count(found) if {
	found := rule.violations with input as _document(_manifests(allowed, container))
}

_document(manifests) := json.patch(fixture.document(manifests), [{
	"op": "add",
	"path": "environments/0/by_name/rbac.authorization.k8s.io~1ClusterRole",
	"value": {"telemetry": 1},
}])

_manifests(allowed, container) := [
	{
		"apiVersion": "apps/v1",
		"kind": "DaemonSet",
		"metadata": {"name": "telemetry", "namespace": "telemetry"},
		"spec": {"template": {"spec": {
			"serviceAccountName": "telemetry",
			"containers": [object.union({"name": "telemetry", "image": "telemetry"}, container)],
		}}},
	},
	{
		"apiVersion": "rbac.authorization.k8s.io/v1",
		"kind": "ClusterRole",
		"metadata": {"name": "telemetry"},
		"rules": [allowed],
	},
	{
		"apiVersion": "rbac.authorization.k8s.io/v1",
		"kind": "ClusterRoleBinding",
		"metadata": {"name": "telemetry"},
		"roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "telemetry"},
		"subjects": [{"kind": "ServiceAccount", "name": "telemetry", "namespace": "telemetry"}],
	},
]
