package config

import (
	"maps"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Clouds are the words for platform.cloud. OnPremises is for clusters whose
// addresses no cloud hands out.
func Clouds() []string {
	return []string{
		"alibaba", "aws", "azure", "baidu", "digitalocean", "gcp", "hetzner", "huawei", "ibm", "linode", "oci",
		OnPremises, "openstack", "scaleway", "tencent",
	}
}

// OnPremises is the word of Clouds for none of them.
const OnPremises = "on-premises"

// LoadBalancers are the words for platform.loadBalancer: what makes the load
// balancers of Services that name no class.
func LoadBalancers() []string {
	return []string{"aws-cloud-provider", "aws-load-balancer-controller", "cilium", "eks-auto-mode", "k3s", "kube-vip", "metallb", "purelb"}
}

// awsLoadBalancers are those of LoadBalancers that run on AWS only, and no other
// runs there in their place.
func awsLoadBalancers() []string {
	return []string{"aws-cloud-provider", "aws-load-balancer-controller", "eks-auto-mode"}
}

// KubeProxyModes are the words for platform.kubeProxy; none is for clusters where
// something else does its work.
func KubeProxyModes() []string { return []string{"iptables", "ipvs", "nftables", "none"} }

// settings are the words for the values of rules.
func settings() []string { return []string{"off", "error", "warning", "note"} }

// suggest tells which of the words may have been meant, or else all of them.
func suggest(word string, words []string) string {
	if best := nearest(word, words); best != "" {
		return "did you mean " + best + "?"
	}
	return "want " + oneOf(words)
}

// nearest gives the word that is the fewest edits away, "" where none is near.
func nearest(word string, words []string) string {
	best, distance := "", 1+max(2, len(word)/3)
	for _, w := range words {
		if d := levenshtein.ComputeDistance(strings.ToLower(w), strings.ToLower(word)); d < distance {
			best, distance = w, d
		}
	}
	return best
}

// oneOf lists words: "a, b or c".
func oneOf(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// keysOf gives the keys that can be read, sorted.
func keysOf(f fields) []string { return slices.Sorted(maps.Keys(f)) }
