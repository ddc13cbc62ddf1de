# METADATA
# description: |
#   Whom an exposure of package exposure lets in: "public" for the internet,
#   "internal" for a private network, "unknown" where the manifests do not tell.
package kubegap.lib.reach

import data.kubegap.lib.addresses
import data.kubegap.lib.loadbalancer
import data.kubegap.lib.objects
import data.kubegap.lib.workloads

# METADATA
# description: The reach of an exposure. Source ranges are left to restricted.
of(exposure) := loadbalancer.exposure(exposure.object) if {
	exposure.object.kind == "Service"
} else := _ingress(exposure.object, exposure.class.provider) if {
	exposure.object.kind == "Ingress"
	exposure.class.provider != "in-cluster"
} else := _gateway(exposure.class) if {
	exposure.class.provider == "gke-gateway"
} else := of_data_planes(exposure) if {
	exposure.class.provider == "in-cluster"
} else := "unknown"

# METADATA
# description: |
#   The fields, {"object", "path"} each, that make a route public and concern all
#   that its balancer or controller serves: the scheme of an AWS ALB, or what opens
#   the Services of the controller in the cluster. None where a route is not
#   public, or by the nature of its class.
opened_by(exposure) := [_scheme_field(exposure.object)] if {
	exposure.class.provider in {"aws-alb", "eks-auto-alb"}
	of(exposure) == "public"
} else := [{"object": service, "path": loadbalancer.opening(service)} |
	some service in data_planes(exposure)
] if {
	exposure.class.provider == "in-cluster"
	of(exposure) == "public"
} else := []

# METADATA
# description: |
#   Whether the exposing object lets some sources in only, as far as it is the
#   one to decide: a list of ranges that does not hold everyone, or a security
#   group or policy whose content is not known here.
restricted(exposure) if loadbalancer.restricted(exposure.object)

restricted(exposure) if {
	some key, value in exposure.object.body.metadata.annotations
	key in _range_annotations
	ranges := addresses.list(value)
	count(ranges) > 0
	every range in ranges {
		not addresses.everyone(range)
	}
}

restricted(exposure) if {
	some key, value in exposure.object.body.metadata.annotations
	key in _guard_annotations
	value != ""
}

restricted(exposure) if {
	some params in _class_params(exposure.object)
	ranges := params.body.spec.inboundCIDRs
	count(ranges) > 0
	every range in ranges {
		not addresses.everyone(range)
	}
}

restricted(exposure) if {
	some data_plane in data_planes(exposure)
	loadbalancer.restricted(data_plane)
}

# METADATA
# description: |
#   The judged workloads that something exposes: those that a Service selects which
#   has an address outside of the cluster, or to which a route leads. Most
#   workloads are none, so that rules about exposed ones start here.
exposed := [input.objects[i] |
	some i in sort(_exposed)
]

_exposed contains i if {
	some kind in workloads.kinds
	some i in input.by_kind[kind]
	some s in input.objects[i].linked_by.selects
	input.objects[s].kind == "Service"
	_opens(input.objects[s])
	input.objects[i].pod_template
}

_opens(service) if service.body.spec.type in {"LoadBalancer", "NodePort"}

_opens(service) if service.linked_by.routes_to[0]

_range_annotations := {
	"alb.ingress.kubernetes.io/inbound-cidrs",
	"haproxy-ingress.github.io/allowlist-source-range",
	"haproxy-ingress.github.io/whitelist-source-range",
	"haproxy.org/allow-list",
	"haproxy.org/whitelist",
	"haproxy.router.openshift.io/ip_whitelist",
	"nginx.ingress.kubernetes.io/allowlist-source-range",
	"nginx.ingress.kubernetes.io/whitelist-source-range",
}

_guard_annotations := {
	"alb.ingress.kubernetes.io/security-group-prefix-lists",
	"alb.ingress.kubernetes.io/security-groups",
}

_class_params(ingress) := [params |
	some class in objects.linked(ingress, "class")
	some params in objects.linked(class, "parameters")
]
