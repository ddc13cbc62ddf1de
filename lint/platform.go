package lint

// Platform is what the clusters run on, as far as the user says so. Each field is
// "" where nothing is said; lint/config lists the words.
type Platform struct {
	// Cloud is the provider, or on-premises.
	Cloud string
	// LoadBalancer is what makes the load balancers of Services without a class.
	LoadBalancer string
	// KubeProxy is the mode of kube-proxy, or none where something else does its
	// work.
	KubeProxy string
}
