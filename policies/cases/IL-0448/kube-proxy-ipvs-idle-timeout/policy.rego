# METADATA
# title: IPVS idle timeout shorter than TCP keepalive
# description: |
#   In IPVS mode, kube-proxy balances every connection to a Service through a
#   table in the kernel. An established connection that carries no packet for
#   900 seconds is dropped from the table, without RST or FIN: both ends believe
#   that it is open, and what either sends from then on goes nowhere. Linux sends
#   its first TCP keepalive after 7200 seconds, and only for sockets that ask for
#   keepalives. kube-proxy's `ipvs.tcpTimeout` changes the 900 seconds; 0, its
#   default, leaves them as they are.
#
#   The rule looks for IPVS mode with an effective timeout below 7200 seconds,
#   wherever a repository keeps the settings of kube-proxy: the ConfigMap of
#   kubeadm (`kube-proxy`, key `config.conf`) and of EKS (`kube-proxy-config`, key
#   `config`), KubeProxyConfiguration documents, the flags of the DaemonSet, the
#   configuration values of the EKS add-on (eksctl, ACK, Cluster API, Crossplane),
#   kOps, kind, k0s, kubespray, AKS, Talos, files of a KubeadmControlPlane, k3s,
#   RKE2 and k3d arguments, Rancher, Gardener, KubeOne, Kubermatic, KubeKey and
#   OpenShift's network operator.
#
#   Left alone:
#
#   - every other mode, and no mode at all, which means iptables, except in
#     kubespray, where it means IPVS
#   - timeouts of 7200 seconds and more
#   - a kube-proxy that is turned off, or whose work Cilium (`kubeProxyReplacement`)
#     or Calico's eBPF data plane does in the same cluster
#   - flags beside `--config`, which are ignored, and values that come from
#     variables.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/config-api/kube-proxy-config.v1alpha1/
#     description: kube-proxy configuration
#   - ref: https://github.com/torvalds/linux/blob/master/net/netfilter/ipvs/ip_vs_proto_tcp.c
#     description: The kernel's IPVS timeouts
# custom:
#   level: warning
#   level_reason: |
#     A confirmed way of losing replies in silence, but only connections that stay
#     idle longer than the timeout are hurt. A note for clusters on a developer's
#     machine (kind, k3d), where the manifests are not for production, and where
#     kubespray installs a network plugin that can replace kube-proxy.
#   remediation: |
#     Set the timeout above the longest time that a connection may be idle, and above
#     the 7200 seconds after which Linux sends the first keepalive:
#
#     ```yaml
#     apiVersion: kubeproxy.config.k8s.io/v1alpha1
#     kind: KubeProxyConfiguration
#     mode: ipvs
#     ipvs:
#       tcpTimeout: 2h30m0s
#     ```
#
#     Or move to `mode: nftables` (kernel 5.13 or later), since IPVS mode is
#     deprecated. In either case make clients that wait long send TCP keepalives
#     well below 15 minutes.
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
package kubegap.cases.il_0448.kube_proxy_ipvs_idle_timeout

import data.kubegap.lib.environment
import data.kubegap.lib.kubeproxy
import data.kubegap.lib.result

violations contains violation if {
	some setting in kubeproxy.forgetful(kubeproxy.declared)

	violation := result.with_level(
		result.at_with(setting.object, _path(setting), _message(setting), _related(setting)),
		_level(setting),
	)
}

_path(setting) := setting.timeout.path if setting.timeout.value != null

_path(setting) := setting.mode.path if setting.timeout.value == null

_related(setting) := [result.related(setting.object, setting.mode.path, "kube-proxy is put into IPVS mode here") |
	setting.mode.path != _path(setting)
]

_message(setting) := sprintf(
	"%s to the kernel, which drops connections after %v s without traffic, so a reply that takes longer is lost in silence",
	[_choice(setting), kubeproxy.kernel_default],
) if {
	kubeproxy.kernel_timeout(setting)
} else := sprintf(
	"IPVS drops connections after %v s without traffic, before Linux sends a keepalive after %v s, so a reply that takes longer is lost in silence",
	[kubeproxy.idle_seconds(setting), kubeproxy.first_keepalive],
)

_choice(setting) := "the IPVS timeout is left" if setting.adjustable

_choice(setting) := sprintf("%s has no field for the IPVS timeout and leaves it", [setting.platform]) if not setting.adjustable

_level(setting) := "note" if {
	kubeproxy.local(setting)
} else := "note" if {
	setting.doubtful
} else := "note" if {
	environment.not_production(setting.object)
} else := "warning"
