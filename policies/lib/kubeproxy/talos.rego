package kubegap.lib.kubeproxy

# A machine configuration.
# https://docs.siderolabs.com/talos/v1.11/reference/configuration/v1alpha1/config
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["config/talos"]
	obj := input.objects[i]
	some setting in _talos(obj, [], obj.body)
}

# The document that newer versions use instead of cluster.proxy. Its mode is
# nftables unless it says otherwise.
# https://github.com/siderolabs/talos/blob/main/pkg/machinery/config/types/k8s/proxy.go
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind.KubeProxyConfig
	obj := input.objects[i]
	obj.version == "v1alpha1"
	object.get(obj.body, "enabled", true) == true
	setting := object.union(
		_setting(
			obj,
			"Talos",
			_entry(obj, ["mode"]),
			_entry(obj, ["config", "ipvs", "tcpTimeout"]),
		),
		{"gates": _gates(object.get(obj.body, ["config", "featureGates"], {}))},
	)
}

# The patches of a control plane that Cluster API builds.
# https://github.com/siderolabs/cluster-api-bootstrap-provider-talos/blob/main/api/v1alpha3/talosconfig_types.go
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["controlplane.cluster.x-k8s.io/TalosControlPlane"]
	obj := input.objects[i]
	path := ["spec", "controlPlaneConfig", "controlplane"]
	some n, text in object.get(obj.body, array.concat(path, ["strategicPatches"]), [])
	is_string(text)
	contains(text, "proxy")
	yaml.is_valid(text)
	some setting in _talos(obj, array.concat(path, ["strategicPatches", n]), yaml.unmarshal(text))
}

_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["controlplane.cluster.x-k8s.io/TalosControlPlane"]
	obj := input.objects[i]
	path := ["spec", "controlPlaneConfig", "controlplane", "configPatches"]
	some n, patch in object.get(obj.body, path, [])
	patch.path == "/cluster/proxy"
	some setting in _talos_proxy(obj, array.concat(path, [n, "value"]), patch.value)
}

_talos(obj, prefix, config) := _talos_proxy(obj, array.concat(prefix, ["cluster", "proxy"]), config.cluster.proxy)

_talos_proxy(obj, path, proxy) := [setting |
	is_object(proxy)
	object.get(proxy, "disabled", false) == false
	arguments := _map({"extraArgs": object.get(proxy, "extraArgs", {})}, ["extraArgs"])
	flags := _flags(obj, "Talos", [_moved(argument, path) | some argument in arguments], array.concat(path, ["extraArgs"]))
	mode := _first([_below(path, proxy, ["mode"]), flags.mode])
	setting := object.union(flags, {"mode": mode})
]

_moved(argument, path) := {"value": argument.value, "path": array.concat(path, argument.path)}
