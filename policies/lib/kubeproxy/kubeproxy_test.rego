package kubegap.lib.kubeproxy_test

import data.kubegap.lib.fixture
import data.kubegap.lib.kubeproxy

test_the_kernel_decides_without_a_timeout if {
	every configuration in [{}, {"ipvs": {}}, {"ipvs": null}, {"ipvs": {"tcpTimeout": "0s"}}, {"ipvs": {"tcpTimeout": 0}}] {
		_idle(configuration) == 900
	}
}

test_a_timeout_is_a_duration if {
	_idle({"ipvs": {"tcpTimeout": "2h30m0s"}}) == 9000
	_idle({"ipvs": {"tcpTimeout": "1500ms"}}) == 1.5
}

test_an_unknown_timeout_has_no_seconds if {
	every timeout in ["${TIMEOUT}", "soon", "", ["1h"]] {
		not _idle({"ipvs": {"tcpTimeout": timeout}})
	}
}

test_the_last_of_two_flags_wins if {
	setting := _only([{"config": "k3s", "body": {"kube-proxy-arg": ["proxy-mode=iptables", "proxy-mode=ipvs"]}}])
	setting.mode == {"value": "ipvs", "path": ["kube-proxy-arg", 1]}
}

test_a_single_argument_need_not_be_a_list if {
	setting := _only([{"config": "k3s", "body": {"kube-proxy-arg": "proxy-mode=ipvs"}}])
	setting.mode == {"value": "ipvs", "path": ["kube-proxy-arg"]}
}

test_gates_of_flags if {
	setting := _only([{"config": "k3s", "body": {"kube-proxy-arg": ["feature-gates=A=true,B=false,C=true,broken"]}}])
	setting.gates == {"A", "C"}
}

test_talos_takes_the_mode_before_the_arguments if {
	setting := _only([{"config": "talos", "body": {"cluster": {"proxy": {
		"mode": "ipvs",
		"extraArgs": {"ipvs-tcp-timeout": ["1h"]},
	}}}}])
	setting.mode == {"value": "ipvs", "path": ["cluster", "proxy", "mode"]}
	setting.timeout == {"value": "1h", "path": ["cluster", "proxy", "extraArgs", "ipvs-tcp-timeout"]}
}

test_patches_of_kind_win if {
	setting := _only([{
		"apiVersion": "kind.x-k8s.io/v1alpha4",
		"kind": "Cluster",
		"networking": {"kubeProxyMode": "iptables"},
		"kubeadmConfigPatches": ["kind: ClusterConfiguration\n---\nkind: KubeProxyConfiguration\nmode: ipvs\n"],
	}])
	setting.mode == {"value": "ipvs", "path": ["kubeadmConfigPatches", 0]}
}

test_documents_that_are_no_yaml_are_passed_over if {
	every text in ["KubeProxyConfiguration: [", "KubeProxyConfiguration", "- KubeProxyConfiguration", "kind: KubeProxyConfigurationList"] {
		found := kubeproxy.declared with input as fixture.document([{
			"apiVersion": "v1",
			"kind": "ConfigMap",
			"metadata": {"name": "kube-proxy", "namespace": "kube-system"},
			"data": {"config.conf": text},
		}])
		count(found) == 0
	}
}

test_fields_of_other_types_are_passed_over if {
	every manifest in [
		{"apiVersion": "kops.k8s.io/v1alpha2", "kind": "Cluster", "spec": {"kubeProxy": "ipvs"}},
		{"apiVersion": "kubeproxy.config.k8s.io/v1alpha1", "kind": "KubeProxyConfiguration", "mode": ["ipvs"], "featureGates": 1},
		{"apiVersion": "kubeone.k8c.io/v1beta2", "kind": "KubeOneCluster", "clusterNetwork": {"kubeProxy": {"ipvs": true}}},
		{"apiVersion": "k3d.io/v1alpha5", "kind": "Simple", "options": {"k3s": {"extraArgs": ["--x", {"arg": 1}]}}},
		{"apiVersion": "operator.openshift.io/v1", "kind": "Network", "spec": {"kubeProxyConfig": {"proxyArguments": "ipvs"}}},
		{"apiVersion": "eksctl.io/v1alpha5", "kind": "ClusterConfig", "addons": [{"name": "kube-proxy", "configurationValues": {"mode": "ipvs"}}]},
		{"config": "talos", "body": {"cluster": {"proxy": null}}},
		{"config": "talos", "body": {"cluster": []}},
		{"config": "k3s", "body": {"kube-proxy-arg": [1, null]}},
	] {
		found := kubeproxy.forgetful(kubeproxy.declared) with input as fixture.document([manifest])
		count(found) == 0
	}
}

test_settings_of_context_are_visible_and_not_declared if {
	document := fixture.document([
		{"apiVersion": "kubeproxy.config.k8s.io/v1alpha1", "kind": "KubeProxyConfiguration", "mode": "ipvs"},
		{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "job"}},
	])
	context := json.patch(document, [{"op": "replace", "path": "/objects/0/judged", "value": false}])
	declared := kubeproxy.declared with input as context
	count(declared) == 0
	visible := kubeproxy.visible(context.objects[1]) with input as context
	count(visible) == 1
}

test_what_the_user_says_counts_before_settings_of_other_modes if {
	_modes("iptables", ["ipvs"]) == set()
	_modes("ipvs", ["ipvs", "iptables"]) == {["of ipvs", "ipvs"]}
}

test_the_word_of_the_user_stands_in_for_a_setting if {
	_modes("ipvs", []) == {["platform", "ipvs"]}
	_modes("ipvs", ["iptables"]) == {["platform", "ipvs"]}
	_modes("ipvs", ["IPVS"]) == {["of IPVS", "IPVS"]}
}

test_nothing_is_visible_where_the_user_says_that_there_is_no_kube_proxy if {
	document := object.union(
		fixture.document([{"apiVersion": "kubeproxy.config.k8s.io/v1alpha1", "kind": "KubeProxyConfiguration", "mode": "ipvs"}]),
		{"platform": {"kube_proxy": "none"}},
	)
	kubeproxy.replaced(document.objects[0]) with input as document
	kubeproxy.declared == set() with input as document
}

test_what_the_user_says_counts_before_cilium if {
	cilium := {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "cilium-config"}, "data": {"kube-proxy-replacement": "true"}}
	document := fixture.document([cilium])
	kubeproxy.replaced(document.objects[0]) with input as document
	not kubeproxy.replaced(document.objects[0]) with input as object.union(document, {"platform": {"kube_proxy": "ipvs"}})
}

# The names and modes that a Job sees where the user says the mode, beside
# settings of other modes.
_modes(said, written) := {[setting.object.name, setting.mode.value] | some setting in found} if {
	kind := {"apiVersion": "kubeproxy.config.k8s.io/v1alpha1", "kind": "KubeProxyConfiguration"}
	settings := [object.union(kind, {"mode": mode, "metadata": {"name": sprintf("of %s", [mode])}}) | some mode in written]
	word := object.union(kind, {"metadata": {"name": "platform"}, "mode": said})
	job := {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "job"}}
	document := object.union(
		fixture.document(array.concat([job], array.concat(settings, [word | said == "ipvs"]))),
		{"platform": {"kube_proxy": said}},
	)
	found := kubeproxy.visible(document.objects[0]) with input as document
}

_idle(configuration) := kubeproxy.idle_seconds(_only([object.union(
	{"apiVersion": "kubeproxy.config.k8s.io/v1alpha1", "kind": "KubeProxyConfiguration"},
	configuration,
)]))

_only(manifests) := setting if {
	found := kubeproxy.declared with input as fixture.document(manifests)
	count(found) == 1
	some setting in found
}
