package kubegap.lib.platform_test

import data.kubegap.lib.platform

test_balancers_come_from_what_makes_them if {
	_balancers({"load_balancer": "eks-auto-mode"}) == "aws"
	_balancers({"cloud": "hetzner", "load_balancer": "metallb"}) == "on-premises"
	_balancers({"cloud": "aws", "load_balancer": "cilium"}) == "on-premises"
}

test_balancers_come_from_the_cloud_else if {
	_balancers({"cloud": "aws"}) == "aws"
	_balancers({"cloud": "gcp"}) == "cloud"
	_balancers({"cloud": "on-premises"}) == "on-premises"
}

test_nothing_is_said if {
	not _balancers({"kube_proxy": "ipvs"})
	not platform.balancers with input as {}
}

_balancers(facts) := found if {
	found := platform.balancers with input as {"platform": facts}
}
