package kubegap.lib.kubeproxy

# kOps, Gardener and Kubermatic have a field for the mode and none for the
# timeout.
# https://github.com/kubernetes/kops/blob/master/pkg/apis/kops/componentconfig.go
# https://github.com/gardener/gardener/blob/master/pkg/apis/core/v1beta1/types_shoot.go
# https://github.com/kubermatic/kubermatic/blob/main/sdk/apis/kubermatic/v1/cluster.go
_settings[e] contains setting if {
	some e, environment in input.environments
	some kind, format in {
		"core.gardener.cloud/Shoot": {
			"platform": "Gardener",
			"path": ["spec", "kubernetes", "kubeProxy"],
			"mode": "mode",
		},
		"kops.k8s.io/Cluster": {
			"platform": "kOps",
			"path": ["spec", "kubeProxy"],
			"mode": "proxyMode",
		},
		"kubermatic.k8c.io/Cluster": {
			"platform": "Kubermatic",
			"path": ["spec", "clusterNetwork"],
			"mode": "proxyMode",
		},
	}
	some i in environment.by_kind[kind]
	obj := input.objects[i]
	proxy := object.get(obj.body, format.path, {})
	is_object(proxy)
	object.get(proxy, "enabled", true) == true
	mode := _entry(obj, array.concat(format.path, [format.mode]))
	setting := object.union(
		_setting(obj, format.platform, mode, {"value": null, "path": mode.path}),
		{"adjustable": false, "gates": _gates(object.get(proxy, "featureGates", {}))},
	)
}

# https://docs.k0sproject.io/stable/configuration/#specnetworkkubeproxy
_settings[e] contains setting if {
	some e, environment in input.environments
	some kind, path in {
		"controlplane.cluster.x-k8s.io/K0sControlPlane": ["spec", "k0sConfigSpec", "k0s", "spec"],
		"k0s.k0sproject.io/ClusterConfig": ["spec"],
		"k0sctl.k0sproject.io/Cluster": ["spec", "k0s", "config", "spec"],
	}
	some i in environment.by_kind[kind]
	obj := input.objects[i]
	proxy := array.concat(path, ["network", "kubeProxy"])
	object.get(obj.body, array.concat(proxy, ["disabled"]), false) == false
	setting := _setting(
		obj,
		"k0s",
		_entry(obj, array.concat(proxy, ["mode"])),
		_entry(obj, array.concat(proxy, ["ipvs", "tcpTimeout"])),
	)
}

# AKS through Azure Service Operator, or through Cluster API around it.
# https://azure.github.io/azure-service-operator/reference/containerservice/
# https://learn.microsoft.com/en-us/azure/aks/configure-kube-proxy
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["containerservice.azure.com/ManagedCluster"]
	some setting in _aks(input.objects[i], [])
}

_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["infrastructure.cluster.x-k8s.io/AzureASOManagedControlPlane"]
	obj := input.objects[i]
	some n, resource in obj.body.spec.resources
	resource.kind == "ManagedCluster"
	some setting in _aks(obj, ["spec", "resources", n])
}

_aks(obj, prefix) := [setting |
	path := array.concat(prefix, ["spec", "networkProfile", "kubeProxyConfig"])
	object.get(obj.body, array.concat(path, ["enabled"]), true) == true
	setting := _setting(
		obj,
		"AKS",
		_entry(obj, array.concat(path, ["mode"])),
		_entry(obj, array.concat(path, ["ipvsConfig", "tcpTimeoutSeconds"])),
	)
]

# The presence of the key ipvs is the mode.
# https://github.com/kubermatic/kubeone/blob/main/pkg/apis/kubeone/v1beta2/types.go
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["kubeone.k8c.io/KubeOneCluster"]
	obj := input.objects[i]
	proxy := obj.body.clusterNetwork.kubeProxy
	is_object(proxy.ipvs)
	object.get(proxy, "skipInstallation", false) == false
	path := ["clusterNetwork", "kubeProxy", "ipvs"]
	setting := _setting(
		obj,
		"KubeOne",
		{"value": "ipvs", "path": path},
		_entry(obj, array.concat(path, ["tcpTimeout"])),
	)
}

# KubeKey, where it names the mode.
# https://github.com/kubesphere/kubekey/blob/master/docs/config-example.md
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["kubekey.kubesphere.io/Cluster"]
	obj := input.objects[i]
	setting := _setting(
		obj,
		"KubeKey",
		_entry(obj, ["spec", "kubernetes", "proxyMode"]),
		_entry(obj, ["spec", "kubernetes", "kubeProxyConfiguration", "ipvs", "tcpTimeout"]),
	)
}
