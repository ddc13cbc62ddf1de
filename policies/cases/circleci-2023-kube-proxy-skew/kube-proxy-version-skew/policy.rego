# METADATA
# title: kube-proxy of another version than its cluster
# description: |
#   Both kube-proxy and the kubelet write iptables rules on a node, and their formats
#   change between versions. Kubernetes supports a kube-proxy that is up to three minor
#   versions older than the API server (two before 1.25), and never one that is newer.
#   Where its version is set apart from that of the cluster it is easily left behind.
#   The rule compares with the version that is declared for the cluster:
#
#   - the image of a DaemonSet of kube-proxy
#   - the add-on kube-proxy of EKS, in eksctl, Cluster API, ACK and Crossplane
#   - the image of kube-proxy in kOps, k0sctl and Talos
#
#   Left alone:
#
#   - clusters whose version nobody declares, or for which objects declare different
#     ones
#   - add-ons without a version, or with the latest or default one
#   - versions that a placeholder fills in, digests, and other text that is no version
#   - EKS Auto Mode, and clusters in which Cilium or Calico replaces kube-proxy
#
#   Patch versions do not matter.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/releases/version-skew-policy/
#     description: Version skew policy
#   - ref: https://docs.aws.amazon.com/eks/latest/userguide/managing-kube-proxy.html
#     description: kube-proxy on EKS
# custom:
#   level: warning
#   level_reason: |
#     Two or three versions are supported, but kube-proxy was forgotten, and the next
#     upgrade leaves the range. An error outside of it: newer than the cluster, or
#     further behind. A note for one version, as it is in the middle of an upgrade, and
#     where the manifests are not for production.
#   remediation: |
#     Upgrade kube-proxy with the nodes, right after the control plane:
#
#     ```yaml
#     addons:
#       - name: kube-proxy
#         version: v1.33.0-eksbuild.2 # the minor version of the cluster
#     ```
#   kinds:
#     - apps/DaemonSet
#     - config/talos
#     - controlplane.cluster.x-k8s.io/AWSManagedControlPlane
#     - eks.aws.m.upbound.io/Addon
#     - eks.aws.upbound.io/Addon
#     - eks.services.k8s.aws/Addon
#     - eksctl.io/ClusterConfig
#     - k0sctl.k0sproject.io/Cluster
#     - kops.k8s.io/Cluster
#   words: [kubeProxy, kubeproxy, proxy]
#   since: 0.1.0
package kubegap.cases.circleci_2023_kube_proxy_skew.kube_proxy_version_skew

import data.kubegap.lib.cluster
import data.kubegap.lib.environment
import data.kubegap.lib.images
import data.kubegap.lib.kubeproxy
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some pinned in _pinned
	behind := pinned.cluster - pinned.proxy
	behind != 0
	not kubeproxy.replaced(pinned.object)

	violation := result.with_level(
		result.at(pinned.object, pinned.path, _message(pinned, behind)),
		_level(pinned, behind),
	)
}

# The places that set the version of kube-proxy, with its minor version and that
# of the cluster.
_pinned := [{"object": place.object, "path": place.path, "proxy": proxy, "cluster": minor} |
	some place in array.flatten([_daemon_sets, _addons, _others])
	proxy := _minor(object.get(place.object.body, place.path, null))
	minor := _cluster_minor(place.object)
]

_daemon_sets := [{"object": workload, "path": array.concat(c.path, ["image"])} |
	some workload in objects.of_kind("apps/DaemonSet")
	some c in workloads.long_running(workload)
	images.basename(c.container.image) in {"kube-proxy", "kube-proxy-amd64", "kube-proxy-arm64"}
]

_addons := array.flatten([
	[{"object": obj, "path": ["addons", i, "version"]} |
		some obj in objects.of_kind("eksctl.io/ClusterConfig")
		not obj.body.autoModeConfig.enabled == true
		some i, addon in obj.body.addons
		addon.name == "kube-proxy"
	],
	[{"object": obj, "path": ["spec", "addons", i, "version"]} |
		some obj in objects.of_kind("controlplane.cluster.x-k8s.io/AWSManagedControlPlane")
		some i, addon in obj.body.spec.addons
		addon.name == "kube-proxy"
	],
	[{"object": obj, "path": ["spec", "addonVersion"]} |
		some obj in objects.of_kind("eks.services.k8s.aws/Addon")
		obj.body.spec.name == "kube-proxy"
	],
	[{"object": obj, "path": ["spec", "forProvider", "addonVersion"]} |
		some obj in objects.of_kinds(["eks.aws.m.upbound.io/Addon", "eks.aws.upbound.io/Addon"])
		obj.body.spec.forProvider.addonName == "kube-proxy"
	],
])

_others := [{"object": obj, "path": path} |
	some kind, path in {
		"config/talos": ["cluster", "proxy", "image"],
		"k0sctl.k0sproject.io/Cluster": ["spec", "k0s", "config", "spec", "images", "kubeproxy", "version"],
		"kops.k8s.io/Cluster": ["spec", "kubeProxy", "image"],
	}
	some obj in objects.of_kind(kind)
]

# A machine of Talos carries the versions of its own components.
_cluster_minor(obj) := minor if {
	obj.kind == "talos"
	minor := _minor(obj.body.cluster.apiServer.image)
} else := minor if {
	obj.kind == "talos"
	minor := _minor(obj.body.machine.kubelet.image)
} else := cluster.minor(obj) if {
	not _other_version(obj)
}

# An object that stands for a cluster says nothing of others.
_other_version(obj) if {
	path := _own_version[concat("/", [obj.group, obj.kind])]
	not _is_version(object.get(obj.body, path, ""))
}

_is_version(text) if {
	is_string(text)
	regex.match(`^v?1\.[0-9]+([.+@-]|$)`, text)
}

_own_version := {
	"controlplane.cluster.x-k8s.io/AWSManagedControlPlane": ["spec", "version"],
	"eksctl.io/ClusterConfig": ["metadata", "version"],
	"k0sctl.k0sproject.io/Cluster": ["spec", "k0s", "version"],
	"kops.k8s.io/Cluster": ["spec", "kubernetesVersion"],
}

# 33 of "v1.33.0-eksbuild.2" or "registry.k8s.io/kube-proxy:v1.33.0".
_minor(version) := to_number(found[0][1]) if {
	is_string(version)
	found := regex.find_all_string_submatch_n(`(?:^|:)v?1\.([0-9]+)\.[0-9]+(?:[-+@]|$)`, version, 1)
	count(found) > 0
}

_supported(pinned) := 3 if {
	pinned.proxy >= 25
} else := 2

_message(pinned, behind) := sprintf(
	"has kube-proxy 1.%d on a cluster of 1.%d, though it must not be newer, so its rules may not fit the node and Services stop working",
	[pinned.proxy, pinned.cluster],
) if {
	behind < 0
} else := sprintf(
	"has kube-proxy 1.%d on a cluster of 1.%d, further behind than the %d minor versions that are supported, so its rules may not fit the node and Services stop working",
	[pinned.proxy, pinned.cluster, _supported(pinned)],
) if {
	behind > _supported(pinned)
} else := sprintf(
	"has kube-proxy 1.%d on a cluster of 1.%d, %d minor %s behind, so it is left out of upgrades until its rules no longer fit the node",
	[pinned.proxy, pinned.cluster, behind, {true: "version", false: "versions"}[behind == 1]],
)

_level(pinned, behind) := "note" if {
	environment.not_production(pinned.object)
} else := "error" if {
	behind < 0
} else := "error" if {
	behind > _supported(pinned)
} else := "note" if {
	behind == 1
} else := "warning"
