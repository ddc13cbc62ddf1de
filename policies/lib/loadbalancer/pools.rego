package kubegap.lib.loadbalancer

import data.kubegap.lib.addresses

# The address that the Service asks for is private, or, if it asks for none,
# every pool of addresses in its scope is.
_private_address(service) if {
	asked := _asked(service)
	count(asked) > 0
	every address in asked {
		addresses.private(address)
	}
}

_private_address(service) if {
	count(_asked(service)) == 0
	pools := [range |
		some e in array.concat([service.environment], input.environments[service.environment].sees)
		some range in _pools[e]
	]
	count(pools) > 0
	every range in pools {
		addresses.private(range)
	}
}

_asked(service) := {address |
	some key in [
		"io.cilium/lb-ipam-ips",
		"kube-vip.io/loadbalancerIPs",
		"lbipam.cilium.io/ips",
		"metallb.io/loadBalancerIPs",
		"metallb.universe.tf/loadBalancerIPs",
	]
	some address in addresses.list(service.body.metadata.annotations[key])
} | {address |
	address := service.body.spec.loadBalancerIP
	is_string(address)
	address != ""
}

# The ranges of the address pools of MetalLB and Cilium in each environment.
_pools[e] := ranges if {
	some e, scope in input.environments
	ranges := _metallb(scope) | _cilium(scope)
	count(ranges) > 0
}

_metallb(scope) := {range |
	some i in scope.by_kind["metallb.io/IPAddressPool"]
	some range in input.objects[i].body.spec.addresses
}

_cilium(scope) := {range |
	some i in scope.by_kind["cilium.io/CiliumLoadBalancerIPPool"]
	some block in input.objects[i].body.spec.blocks
	some field in ["cidr", "start"]
	range := block[field]
}
