package kubegap.lib.kubeproxy

# A KubeProxyConfiguration document on its own, mostly beside the other
# documents of a kubeadm configuration.
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["kubeproxy.config.k8s.io/KubeProxyConfiguration"]
	obj := input.objects[i]
	setting := _document(obj, "kubeadm", [], obj.body)
}

# The ConfigMap that a DaemonSet of kube-proxy mounts: kubeadm calls it
# kube-proxy and its key config.conf, EKS kube-proxy-config and config.
# https://github.com/kubernetes/kubernetes/blob/master/cmd/kubeadm/app/phases/addons/proxy/manifests.go
# https://github.com/eksctl-io/eksctl/blob/main/pkg/addons/default/testdata/sample-1.25.json
_settings[e] contains setting if {
	some e, environment in input.environments
	some obj in _named(environment, "ConfigMap", {"kube-proxy", "kube-proxy-config"})
	some key in ["config.conf", "config"]
	some setting in _embedded(obj, "kube-proxy", ["data", key])
}

# The files of a Cluster API control plane, which commands append to the
# configuration of kubeadm.
# https://github.com/nutanix-cloud-native/cluster-api-runtime-extensions-nutanix/blob/main/docs/content/customization/generic/kube-proxy-mode.md
_settings[e] contains setting if {
	some e, environment in input.environments
	some kind, path in {
		"controlplane.cluster.x-k8s.io/KubeadmControlPlane": ["spec", "kubeadmConfigSpec", "files"],
		"controlplane.cluster.x-k8s.io/KubeadmControlPlaneTemplate": ["spec", "template", "spec", "kubeadmConfigSpec", "files"],
	}
	some i in environment.by_kind[kind]
	obj := input.objects[i]
	not obj.body.metadata.annotations["controlplane.cluster.x-k8s.io/skip-kube-proxy"]
	some n, file in object.get(obj.body, path, [])
	not file.encoding
	some setting in _embedded(obj, "Cluster API", array.concat(path, [n, "content"]))
}

# kind names the mode itself; anything else goes through patches of the
# kubeadm configuration, which win.
# https://github.com/kubernetes-sigs/kind/blob/main/pkg/apis/config/v1alpha4/types.go
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["kind.x-k8s.io/Cluster"]
	obj := input.objects[i]
	mode := _entry(obj, ["networking", "kubeProxyMode"])
	patches := [patch |
		some path in _kind_patches(obj.body)
		some patch in _embedded(obj, "kind", path)
	]
	gates := _gates(object.get(obj.body, "featureGates", {}))
	setting := object.union(
		_setting(
			obj,
			"kind",
			_first(array.concat([patch.mode | some patch in patches], [mode])),
			_first(array.concat([patch.timeout | some patch in patches], [{"value": null, "path": mode.path}])),
		),
		{"gates": gates},
	)
}

_kind_patches(body) := array.concat(
	[["kubeadmConfigPatches", n] |
		some n, _ in body.kubeadmConfigPatches
	],
	[["nodes", m, "kubeadmConfigPatches", n] |
		some m, node in body.nodes
		some n, _ in node.kubeadmConfigPatches
	],
)

_document(obj, platform, prefix, document) := object.union(
	_setting(
		obj,
		platform,
		_below(prefix, document, ["mode"]),
		_below(prefix, document, ["ipvs", "tcpTimeout"]),
	),
	{"gates": _gates(object.get(document, "featureGates", {}))},
)

# The settings of the KubeProxyConfiguration documents in the string that path
# leads to. A place inside one of several documents is named by their string.
_embedded(obj, platform, path) := [setting |
	text := object.get(obj.body, path, "")
	is_string(text)
	contains(text, "KubeProxyConfiguration")
	documents := [document |
		some document in regex.split(`(?m)^---.*$`, text)
		trim_space(document) != ""
	]
	some document in documents
	yaml.is_valid(document)
	content := yaml.unmarshal(document)
	content.kind == "KubeProxyConfiguration"
	setting := _at_string(_document(obj, platform, path, content), path, count(documents))
]

_at_string(setting, _, 1) := setting

_at_string(setting, path, documents) := object.union(setting, {
	"mode": {"value": setting.mode.value, "path": path},
	"timeout": {"value": setting.timeout.value, "path": path},
}) if {
	documents > 1
}

# The objects of a kind with one of the names in the namespace of kube-proxy,
# which a manifest need not repeat.
_named(environment, kind, names) := [input.objects[i] |
	some namespace in ["kube-system", "default"]
	some name in names
	i := environment.by_name[kind][concat("/", [namespace, name])]
]
