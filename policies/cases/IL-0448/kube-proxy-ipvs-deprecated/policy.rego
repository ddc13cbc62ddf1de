# METADATA
# title: kube-proxy IPVS mode on its way out
# description: |
#   Kubernetes 1.35 deprecates the IPVS mode of kube-proxy, and kube-proxy logs a
#   warning since. 1.37 has a feature gate for it, `KubeProxyIPVS`, which is on.
#   The plan of KEP-5495 is to turn it off in 1.40, from where kube-proxy exits in
#   IPVS mode unless the gate is set, and to remove the mode in 1.43.
#
#   The rule looks for IPVS mode in a cluster whose version is known to be 1.35 or
#   later: from `--kube-version`, or from the object that declares the cluster
#   (kOps, kubeadm, Cluster API, k0sctl, eksctl, AKS, Gardener, KubeOne, Rancher,
#   kubespray and others).
#
#   Left alone:
#
#   - clusters of an unknown version, of two versions, or before 1.35
#   - every other mode, and a kube-proxy that is turned off or replaced.
# scope: package
# related_resources:
#   - ref: https://github.com/kubernetes/enhancements/blob/master/keps/sig-network/5495-deprecate-ipvs-mode-in-kube-proxy/README.md
#     description: "KEP-5495: Deprecate IPVS mode in kube-proxy"
#   - ref: https://kubernetes.io/docs/reference/networking/virtual-ips/#proxy-modes
#     description: Proxy modes
# custom:
#   level: note
#   level_reason: |
#     Nothing breaks before the gate is turned off. A warning from 1.38, when two
#     releases are left to move, or with the gate set from 1.40; an error from
#     1.40 without the gate and from 1.43 in any case, because kube-proxy does not
#     start then. The steps from 1.40 are a plan and may move.
#   remediation: |
#     Move to nftables, which is stable since Kubernetes 1.33 and needs kernel 5.13
#     or later, or to iptables:
#
#     ```yaml
#     apiVersion: kubeproxy.config.k8s.io/v1alpha1
#     kind: KubeProxyConfiguration
#     mode: nftables
#     ```
#   kinds:
#     - apps/DaemonSet
#     - bootstrap.cluster.x-k8s.io/KThreesConfig
#     - bootstrap.cluster.x-k8s.io/KThreesConfigTemplate
#     - config/k3s
#     - config/kubespray
#     - config/talos
#     - ConfigMap
#     - containerservice.azure.com/ManagedCluster
#     - controlplane.cluster.x-k8s.io/AWSManagedControlPlane
#     - controlplane.cluster.x-k8s.io/K0sControlPlane
#     - controlplane.cluster.x-k8s.io/KThreesControlPlane
#     - controlplane.cluster.x-k8s.io/KubeadmControlPlane
#     - controlplane.cluster.x-k8s.io/KubeadmControlPlaneTemplate
#     - controlplane.cluster.x-k8s.io/TalosControlPlane
#     - core.gardener.cloud/Shoot
#     - eks.aws.m.upbound.io/Addon
#     - eks.aws.upbound.io/Addon
#     - eks.services.k8s.aws/Addon
#     - eksctl.io/ClusterConfig
#     - infrastructure.cluster.x-k8s.io/AzureASOManagedControlPlane
#     - k0s.k0sproject.io/ClusterConfig
#     - k0sctl.k0sproject.io/Cluster
#     - k3d.io/Simple
#     - kind.x-k8s.io/Cluster
#     - kops.k8s.io/Cluster
#     - kubekey.kubesphere.io/Cluster
#     - kubeone.k8c.io/KubeOneCluster
#     - kubermatic.k8c.io/Cluster
#     - kubeproxy.config.k8s.io/KubeProxyConfiguration
#     - KubeProxyConfig
#     - operator.openshift.io/Network
#     - provisioning.cattle.io/Cluster
#   words: [IPVS, Ipvs, ipvs, kube_proxy_mode, kube_proxy_tcp_timeout]
#   since: 0.1.0
package kubegap.cases.il_0448.kube_proxy_ipvs_deprecated

import data.kubegap.lib.cluster
import data.kubegap.lib.kubeproxy
import data.kubegap.lib.result

violations contains violation if {
	some setting in kubeproxy.declared
	kubeproxy.ipvs(setting)
	minor := cluster.minor(setting.object)
	minor >= 35
	stage := _stage(minor, "KubeProxyIPVS" in setting.gates)

	violation := result.with_level(
		result.at(setting.object, setting.mode.path, sprintf(stage.message, [minor])),
		stage.level,
	)
}

_stage(minor, _) := {
	"level": "error",
	"message": "the cluster runs Kubernetes 1.%d and IPVS mode is planned to be gone from 1.43, so kube-proxy does not start",
} if {
	minor >= 43
}

_stage(minor, false) := {
	"level": "error",
	"message": "the cluster runs Kubernetes 1.%d and IPVS mode is planned to be off from 1.40 without the feature gate KubeProxyIPVS, so kube-proxy does not start",
} if {
	minor >= 40
	minor < 43
}

_stage(minor, true) := {
	"level": "warning",
	"message": "the cluster runs Kubernetes 1.%d with IPVS mode held on by the feature gate KubeProxyIPVS, which is planned to end with 1.43",
} if {
	minor >= 40
	minor < 43
}

_stage(minor, _) := {
	"level": "warning",
	"message": "the cluster runs Kubernetes 1.%d and IPVS mode is planned to be off from 1.40, where kube-proxy does not start",
} if {
	minor >= 38
	minor < 40
}

_stage(minor, _) := {
	"level": "note",
	"message": "the cluster runs Kubernetes 1.%d, in which IPVS mode is deprecated, and it is planned to be off from 1.40",
} if {
	minor < 38
}
