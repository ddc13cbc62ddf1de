package kubegap.lib.loadbalancer

import data.kubegap.lib.addresses
import data.kubegap.lib.values

# METADATA
# description: |
#   Whether the Service lets some sources in only: by source ranges that leave
#   something out, or by an allow-list, a security group or a firewall that an
#   annotation names. What the latter hold is not known, so that they count.
restricted(service) if {
	ranges := source_ranges(service)
	count(ranges) > 0
	every range in ranges {
		not addresses.everyone(range.value)
	}
}

restricted(service) if {
	some key, value in service.body.metadata.annotations
	key in _lists
	ranges := addresses.list(value)
	count(ranges) > 0
	every range in ranges {
		not addresses.everyone(trim_prefix(range, "cidr:"))
	}
}

restricted(service) if {
	tags := addresses.list(_annotation(service, "service.beta.kubernetes.io/azure-allowed-service-tags"))
	count(tags) > 0
	not "Internet" in tags
}

restricted(service) if {
	some key, value in service.body.metadata.annotations
	key in _guards
	value != ""
}

restricted(service) if {
	rules := _annotation(service, "service.beta.kubernetes.io/linode-loadbalancer-firewall-acl")
	every range in regex.find_n(`[0-9a-fA-F.:]+/[0-9]+`, rules, -1) {
		not addresses.everyone(range)
	}
}

restricted(service) if {
	some cloud in ["alibaba-cloud", "alicloud"]
	prefix := concat("", ["service.beta.kubernetes.io/", cloud, "-loadbalancer-acl-"])
	annotations := service.body.metadata.annotations
	annotations[concat("", [prefix, "status"])] == "on"
	object.get(annotations, concat("", [prefix, "type"]), "white") != "black"
}

restricted(service) if {
	_annotation(service, "kubernetes.io/elb.acl-status") == "on"
	_annotation(service, "kubernetes.io/elb.acl-type") == "white"
}

# METADATA
# description: |
#   The source ranges of a Service, {"value", "path"} each, path being the field
#   that holds the range. The field wins over the annotation.
source_ranges(service) := [{"value": trim_space(range), "path": path} |
	some i, range in service.body.spec.loadBalancerSourceRanges
	is_string(range)
	path := ["spec", "loadBalancerSourceRanges", i]
] if {
	service.body.spec.loadBalancerSourceRanges[0]
} else := [{"value": range, "path": ["metadata", "annotations", _ranges]} |
	some range in addresses.list(service.body.metadata.annotations[_ranges])
]

# METADATA
# description: |
#   The field of a public Service to change: the source range that lets everyone
#   in, or else the type.
opening(service) := path if {
	path := [range.path |
		some range in source_ranges(service)
		addresses.everyone(range.value)
	][0]
} else := ["spec", "type"]

_ranges := "service.beta.kubernetes.io/load-balancer-source-ranges"

_lists := {
	"service.beta.kubernetes.io/azure-allowed-ip-ranges",
	"service.beta.kubernetes.io/do-loadbalancer-allow-rules",
}

_guards := {
	"service.beta.kubernetes.io/aws-load-balancer-security-group-prefix-lists",
	"service.beta.kubernetes.io/aws-load-balancer-security-groups",
	"service.beta.kubernetes.io/linode-loadbalancer-firewall-id",
	"service.cloud.tencent.com/security-groups",
}

_has_placeholder(service, key) if values.unknown(_annotation(service, key))
