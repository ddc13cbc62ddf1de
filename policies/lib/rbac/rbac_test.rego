package kubegap.lib.rbac_test

import data.kubegap.lib.fixture
import data.kubegap.lib.rbac

test_a_role_of_another_namespace_is_not_the_one if {
	role := {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "reader", "namespace": "other"}, "rules": []}
	not _role([role, _binding({"kind": "Role", "name": "reader"})])
}

test_a_cluster_role_is_found_from_any_namespace if {
	_role([_cluster_role({}), _binding({"kind": "ClusterRole", "name": "reader"})]) == 0
}

test_the_rules_of_an_aggregated_role_are_not_known if {
	not _role([_cluster_role({"aggregationRule": {"clusterRoleSelectors": []}}), _binding({"kind": "ClusterRole", "name": "reader"})])
}

test_powers if {
	rbac.powers({"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]})[0] == "do anything"
	rbac.powers({"apiGroups": [""], "resources": ["*"], "verbs": ["get"]}) == ["read every Secret", "run commands in every pod"]
	rbac.powers({"apiGroups": ["", "apps"], "resources": ["deployments"], "verbs": ["*"]}) == ["run pods"]
	rbac.powers({"apiGroups": ["example.com"], "resources": ["*"], "verbs": ["*"]}) == []
	rbac.powers({"apiGroups": ["rbac.authorization.k8s.io"], "resources": ["clusterrolebindings"], "verbs": ["create"]}) == []
}

test_named_objects_are_no_power if {
	rbac.powers({"apiGroups": [""], "resources": ["secrets"], "resourceNames": ["ca"], "verbs": ["get"]}) == []
}

test_malformed_rules_have_no_power if {
	rbac.powers({"apiGroups": "*", "resources": null, "verbs": 5}) == []
	rbac.powers(null) == []
}

_role(manifests) := found if {
	data_input := fixture.document(manifests)
	found := rbac.role(data_input.objects[count(manifests) - 1]).index with input as data_input
}

_cluster_role(more) := object.union(
	{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "reader", "namespace": ""}, "rules": []},
	more,
)

_binding(reference) := {
	"apiVersion": "rbac.authorization.k8s.io/v1",
	"kind": "RoleBinding",
	"metadata": {"name": "reader", "namespace": "shop"},
	"roleRef": reference,
}
