package kubegap.lib.kubeproxy

# kubespray runs kube-proxy in IPVS mode unless told otherwise. A file of
# variables is a setting if it speaks of kube-proxy at all; what it leaves to
# the other files of the inventory is looked up there.
# https://github.com/kubernetes-sigs/kubespray/blob/master/roles/kubespray_defaults/defaults/main/main.yml
# https://github.com/kubernetes-sigs/kubespray/blob/master/roles/kubernetes/control-plane/defaults/main/kube-proxy.yml
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["config/kubespray"]
	obj := input.objects[i]
	variables := object.union(_inventory[e], obj.body)
	_speaks_of_proxy(obj.body, variables)
	not _without_proxy(variables)
	setting := object.union(
		_setting(
			obj,
			"kubespray",
			{
				"value": object.get(variables, "kube_proxy_mode", "ipvs"),
				"path": _variable(obj.body, ["kube_proxy_mode", "kube_proxy_tcp_timeout"]),
			},
			{
				"value": object.get(variables, "kube_proxy_tcp_timeout", null),
				"path": _variable(obj.body, ["kube_proxy_tcp_timeout", "kube_proxy_mode"]),
			},
		),
		{"doubtful": _in_doubt(variables)},
	)
}

_speaks_of_proxy(body, _) if body.kube_proxy_mode

# The timeout alone says something only where no file names the mode.
_speaks_of_proxy(body, variables) if {
	body.kube_proxy_tcp_timeout
	not variables.kube_proxy_mode
}

# The path of the first of the names that the file has.
_variable(body, names) := array.slice([name | some name in names; body[name]], 0, 1)

# The variables of an environment. Where two files disagree the first counts.
_inventory[e] := variables if {
	some e, environment in input.environments
	bodies := [input.objects[i].body | some i in environment.by_kind["config/kubespray"]]
	variables := object.union_n(array.reverse(bodies))
}

_without_proxy(variables) if _yes(variables.kube_proxy_remove)

_without_proxy(variables) if {
	variables.kube_network_plugin == "cilium"
	_yes(variables.cilium_kube_proxy_replacement)
}

_without_proxy(variables) if {
	variables.kube_network_plugin == "calico"
	_yes(variables.calico_bpf_enabled)
}

_without_proxy(variables) if {
	variables.kube_network_plugin == "kube-router"
	_yes(variables.kube_router_run_service_proxy)
}

# The network plugins that can do without kube-proxy, if variables that need not
# stand in a file about kube-proxy say so.
_in_doubt(variables) := object.get(variables, "kube_network_plugin", "") in {"cilium", "cni", "kube-router"}

_yes(value) if lower(sprintf("%v", [value])) in {"true", "yes", "strict"}
