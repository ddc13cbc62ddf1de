package kubegap.lib.environment

import data.kubegap.lib.addresses

# The environments in which something other than a cloud hands out addresses.
_on_premises contains e if {
	some e, environment in input.environments
	some kind, _ in environment.by_kind
	_balancer_kind(kind)
}

_on_premises contains e if {
	some e, keys in _annotations
	some key in keys
	some prefix in _balancer_prefixes
	startswith(key, prefix)
}

_on_premises contains e if {
	some e, environment in input.environments
	some i in environment.by_kind.Service
	_balancer_service(input.objects[i].body)
}

# The definitions of their kinds are as good as objects of them.
_on_premises contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["apiextensions.k8s.io/CustomResourceDefinition"]
	regex.match(`\.(metallb|purelb)\.io$`, input.objects[i].name)
}

_on_premises contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["apps/DaemonSet"]
	input.objects[i].name in {"kube-vip", "kube-vip-ds", "metallb-speaker"}
}

# A chart that is fetched from elsewhere.
_on_premises contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["helm.toolkit.fluxcd.io/HelmRelease"]
	input.objects[i].body.spec.chart.spec.chart in _balancer_charts
}

_on_premises contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["argoproj.io/Application"]
	input.objects[i].body.spec.source.chart in _balancer_charts
}

_balancer_charts := {"kube-vip", "kube-vip-cloud-provider", "metallb", "purelb"}

_balancer_kind(kind) if split(kind, "/")[0] in {
	"helm.cattle.io",
	"k3s.cattle.io",
	"kube-vip.io",
	"kubevip.io",
	"metallb.io",
	"purelb.io",
}

_balancer_kind(kind) if kind in {
	"cilium.io/CiliumL2AnnouncementPolicy",
	"cilium.io/CiliumLoadBalancerIPPool",
	"config/k3s",
	"config/talos",
}

_balancer_kind(kind) if startswith(kind, "cilium.io/CiliumBGP")

_balancer_prefixes := {
	"io.cilium/lb-ipam",
	"kube-vip.io/",
	"lbipam.cilium.io/",
	"metallb.io/",
	"metallb.universe.tf/",
	"purelb.io/",
}

_balancer_service(body) if {
	is_string(body.spec.loadBalancerClass)
	regex.match(`^(io\.cilium/|kube-vip\.io/|metallb\.|purelb\.io/|tailscale$)`, body.spec.loadBalancerClass)
}

# A private address that is asked for without any word to a cloud.
_balancer_service(body) if {
	addresses.private(body.spec.loadBalancerIP)
	count([key |
		some key, _ in body.metadata.annotations
		cloud_of_annotation(key)
	]) == 0
}
