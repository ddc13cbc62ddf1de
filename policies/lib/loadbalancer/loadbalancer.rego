# METADATA
# description: |
#   Services of type LoadBalancer: whom their address can be reached by, as far
#   as manifests tell.
package kubegap.lib.loadbalancer

import data.kubegap.lib.environment
import data.kubegap.lib.platform
import data.kubegap.lib.values

# METADATA
# description: |
#   Whom the load balancer of a Service faces: "public" for the internet,
#   "internal" for a private network, "unknown" where something decides that the
#   manifests do not show. Undefined for Services of another type. Nothing is
#   said of source ranges here.
exposure(service) := _of_class(service, class) if {
	service.body.spec.type == "LoadBalancer"
	class := service.body.spec.loadBalancerClass
	is_string(class)
} else := _without_class(service) if {
	service.body.spec.type == "LoadBalancer"
}

# Classes of the AWS Load Balancer Controller and of EKS Auto Mode; of GKE; of
# the tailnet. Any other class belongs to a controller whose addresses alone
# tell something.
_of_class(service, class) := _network_load_balancer(service) if {
	class in {"eks.amazonaws.com/nlb", "service.k8s.aws/nlb"}
} else := "internal" if {
	class in {
		"networking.gke.io/l4-regional-internal",
		"networking.gke.io/l4-regional-internal-legacy",
		"tailscale",
	}
} else := "public" if {
	class in {
		"networking.gke.io/l4-regional-external",
		"networking.gke.io/l4-regional-external-legacy",
	}
} else := "internal" if {
	_private_address(service)
} else := "unknown"

_without_class(service) := _network_load_balancer(service) if {
	_annotation(service, "service.beta.kubernetes.io/aws-load-balancer-type") in {"external", "nlb-ip"}
} else := _network_load_balancer(service) if {
	platform.load_balancer in {"aws-load-balancer-controller", "eks-auto-mode"}
} else := "internal" if {
	marked_internal(service)
} else := "unknown" if {
	_undecided(service)
} else := "public" if {
	_marked_public(service)
} else := "internal" if {
	_private_address(service)
} else := "unknown" if {
	environment.on_premises(service)
} else := "unknown" if {
	_taken_over(service)
} else := "public"

# The annotation that decides holds a placeholder, names something that lives
# outside of the cluster, or is understood by one of two controllers only.
_undecided(service) if {
	some key, value in service.body.metadata.annotations
	values.unknown(value)
	_decides(key)
}

_undecided(service) if {
	not platform.load_balancer == "aws-cloud-provider"
	_annotation(service, "service.beta.kubernetes.io/aws-load-balancer-scheme") == "internal"
}

_undecided(service) if {
	_huawei(service)
	not _huawei_public(service)
}

# Nothing is left to a default of the cluster: the internet is asked for.
_marked_public(service) if {
	_annotation(service, "service.beta.kubernetes.io/aws-load-balancer-scheme") == "internet-facing"
}

_marked_public(service) if _huawei_public(service)

# An annotation of a cloud whose default is public. Those of AWS do not tell
# which of its two controllers serves the Service.
_marked_public(service) if {
	some key, _ in service.body.metadata.annotations
	environment.cloud_of_annotation(key) in {
		"alibaba",
		"azure",
		"baidu",
		"digitalocean",
		"gcp",
		"hetzner",
		"ibm",
		"linode",
		"oci",
		"openstack",
		"scaleway",
		"tencent",
	}
}

_annotation(service, key) := sprintf("%v", [service.body.metadata.annotations[key]])
