package kubegap.lib.kubeproxy

# The flags of the DaemonSet. Beside --config they are ignored.
# https://kubernetes.io/docs/reference/command-line-tools-reference/kube-proxy/
_settings[e] contains setting if {
	some e, environment in input.environments
	some obj in _named(environment, "apps/DaemonSet", {"kube-proxy"})
	some n, container in obj.body.spec.template.spec.containers
	path := ["spec", "template", "spec", "containers", n]
	arguments := array.concat(
		_list(obj.body, array.concat(path, ["command"])),
		_list(obj.body, array.concat(path, ["args"])),
	)
	_flag(arguments, "config", path).value == null
	setting := _flags(obj, "kube-proxy", arguments, path)
}

# k3s and RKE2 run kube-proxy with the arguments of their configuration file.
# https://docs.k3s.io/cli/server and https://docs.rke2.io/reference/server_config
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["config/k3s"]
	some setting in _rancher(input.objects[i], "k3s", [])
}

# Rancher hands the same keys to the machines of a cluster.
# https://ranchermanager.docs.rancher.com/reference-guides/cluster-configuration/rancher-server-configuration/rke2-cluster-configuration
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["provisioning.cattle.io/Cluster"]
	obj := input.objects[i]
	some path in array.concat(
		[["spec", "rkeConfig", "machineGlobalConfig"]],
		[["spec", "rkeConfig", "machineSelectorConfig", n, "config"] |
			some n, _ in obj.body.spec.rkeConfig.machineSelectorConfig
		],
	)
	some setting in _rancher(obj, "Rancher", path)
}

_rancher(obj, platform, path) := [setting |
	config := _at(obj.body, path)
	is_object(config)
	object.get(config, "disable-kube-proxy", false) == false
	some key in ["kube-proxy-arg", "kube-proxy-arg+"]
	config[key]
	here := array.concat(path, [key])
	setting := _flags(obj, platform, _list(obj.body, here), here)
]

# https://k3d.io/stable/usage/configfile/
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["k3d.io/Simple"]
	obj := input.objects[i]
	arguments := [{"value": trim_prefix(entry.arg, "--kube-proxy-arg="), "path": path} |
		some n, entry in obj.body.options.k3s.extraArgs
		is_string(entry.arg)
		startswith(entry.arg, "--kube-proxy-arg=")
		path := ["options", "k3s", "extraArgs", n, "arg"]
	]
	setting := _flags(obj, "k3d", arguments, ["options", "k3s", "extraArgs"])
}

# https://github.com/k3s-io/cluster-api-k3s/blob/main/bootstrap/api/v1beta2/kthreesconfig_types.go
_settings[e] contains setting if {
	some e, environment in input.environments
	some kind, path in {
		"bootstrap.cluster.x-k8s.io/KThreesConfig": ["spec"],
		"bootstrap.cluster.x-k8s.io/KThreesConfigTemplate": ["spec", "template", "spec"],
		"controlplane.cluster.x-k8s.io/KThreesControlPlane": ["spec", "kthreesConfigSpec"],
	}
	some i in environment.by_kind[kind]
	here := array.concat(path, ["agentConfig", "kubeProxyArgs"])
	setting := _flags(input.objects[i], "k3s", _list(input.objects[i].body, here), here)
}

# https://github.com/openshift/api/blob/master/operator/v1/types_network.go
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["operator.openshift.io/Network"]
	path := ["spec", "kubeProxyConfig", "proxyArguments"]
	setting := _flags(input.objects[i], "OpenShift", _map(input.objects[i].body, path), path)
}

# The setting that arguments come to; what they do not say is at path.
_flags(obj, platform, arguments, path) := object.union(
	_setting(
		obj,
		platform,
		_flag(arguments, "proxy-mode", path),
		_flag(arguments, "ipvs-tcp-timeout", path),
	),
	{"gates": _gates_of_flag(_flag(arguments, "feature-gates", path).value)},
)

# Arguments are entries {"value", "path"}, in order. The last of a flag wins.
_flag(arguments, name, path) := found[count(found) - 1] if {
	found := [{"value": value, "path": argument.path} |
		some n, argument in arguments
		value := _flag_value(arguments, n, name)
	]
	count(found) > 0
} else := {"value": null, "path": path}

# --name=value, name=value, either also inside a line for a shell.
_flag_value(arguments, n, name) := found[0][1] if {
	pattern := sprintf(`(?:^|\s)(?:--)?%s[=\s]+["']?([^\s"']+)`, [name])
	found := regex.find_all_string_submatch_n(pattern, arguments[n].value, 1)
	count(found) > 0
} else := arguments[n + 1].value if {
	arguments[n].value == concat("", ["--", name])
}

# A list of arguments, or a single one.
_list(body, path) := [{"value": argument, "path": array.concat(path, [n])} |
	some n, argument in object.get(body, path, [])
	is_string(argument)
] if {
	not is_string(object.get(body, path, []))
}

_list(body, path) := [{"value": argument, "path": path}] if {
	argument := object.get(body, path, [])
	is_string(argument)
}

# Arguments as a map whose values are strings or lists of strings.
_map(body, path) := [{"value": sprintf("%s=%v", [name, value]), "path": array.concat(path, [name])} |
	some name, content in object.get(body, path, {})
	some value in _strings(content)
]

_strings(content) := [content] if not is_array(content)

_strings(content) := content if is_array(content)

# The gates that the value of --feature-gates turns on.
_gates_of_flag(text) := {gate |
	is_string(text)
	some part in split(text, ",")
	[gate, "true"] = split(trim_space(part), "=")
}

# The gates that a map turns on. kOps writes their state as strings.
_gates(states) := {gate | some gate, state in states; state in {true, "true"}}

_at(body, []) := body

_at(body, path) := object.get(body, path, {}) if count(path) > 0
