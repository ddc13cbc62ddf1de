# METADATA
# description: |
#   What the user says in the configuration that the clusters run on. It counts
#   before all that objects make likely. Each rule is undefined where nothing is
#   said.
package kubegap.lib.platform

# METADATA
# description: The cloud provider, or "on-premises".
cloud := input.platform.cloud

# METADATA
# description: |
#   What makes the load balancers of Services without a class:
#   "aws-cloud-provider", "aws-load-balancer-controller", "cilium",
#   "eks-auto-mode", "k3s", "kube-vip", "metallb" or "purelb".
load_balancer := input.platform.load_balancer

# METADATA
# description: |
#   The mode of kube-proxy: "iptables", "ipvs", "nftables", or "none" where
#   something else does its work.
kube_proxy := input.platform.kube_proxy

# METADATA
# description: |
#   Where load balancers come from: "aws", another "cloud", or "on-premises". What
#   makes them says more than where the nodes are.
balancers := "aws" if {
	load_balancer in {"aws-cloud-provider", "aws-load-balancer-controller", "eks-auto-mode"}
} else := "on-premises" if {
	load_balancer
} else := "on-premises" if {
	cloud == "on-premises"
} else := "aws" if {
	cloud == "aws"
} else := "cloud" if {
	cloud
}
