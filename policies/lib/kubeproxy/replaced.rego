package kubegap.lib.kubeproxy

import data.kubegap.lib.platform

# METADATA
# description: |
#   Whether Cilium or Calico does the work of kube-proxy in the cluster that obj
#   is for. What the user says of kube-proxy counts before their settings.
# related_resources:
#   - ref: https://docs.cilium.io/en/stable/network/kubernetes/kubeproxy-free/
#     description: Kubernetes without kube-proxy
#   - ref: https://docs.tigera.io/calico/latest/operations/ebpf/enabling-ebpf
#     description: Calico's eBPF data plane
replaced(_) if platform.kube_proxy == "none"

replaced(obj) if {
	not platform.kube_proxy
	some e in _scope(obj)
	e in _replaced
}

_replaced contains e if {
	some e, environment in input.environments
	some obj in _named(environment, "ConfigMap", {"cilium-config"})
	_replaces(obj.body.data["kube-proxy-replacement"])
}

_replaced contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["helm.toolkit.fluxcd.io/HelmRelease"]
	_replaces(input.objects[i].body.spec.values.kubeProxyReplacement)
}

_replaced contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["argoproj.io/Application"]
	some source in _sources(input.objects[i].body.spec)
	_replaces(source.helm.valuesObject.kubeProxyReplacement)
}

_replaced contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["argoproj.io/Application"]
	some source in _sources(input.objects[i].body.spec)
	_values_replace(source.helm.values)
}

_replaced contains e if {
	some e, environment in input.environments
	some kind in ["helm.cattle.io/HelmChart", "helm.cattle.io/HelmChartConfig"]
	some i in environment.by_kind[kind]
	_values_replace(input.objects[i].body.spec.valuesContent)
}

_replaced contains e if {
	some e, environment in input.environments
	some kind in ["crd.projectcalico.org/FelixConfiguration", "projectcalico.org/FelixConfiguration"]
	some i in environment.by_kind[kind]
	input.objects[i].body.spec.bpfEnabled == true
}

_replaced contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["operator.tigera.io/Installation"]
	input.objects[i].body.spec.calicoNetwork.linuxDataplane == "BPF"
}

_sources(spec) := array.concat(
	[source | source := spec.source],
	[source | some source in spec.sources],
)

_values_replace(text) if {
	is_string(text)
	contains(text, "kubeProxyReplacement")
	yaml.is_valid(text)
	_replaces(yaml.unmarshal(text).kubeProxyReplacement)
}

_replaces(value) if value in {true, "true", "strict"}
