# METADATA
# description: |
#   Balancers of Elastic Load Balancing that the AWS Load Balancer Controller, or
#   EKS Auto Mode, makes: what they send traffic to, nodes or pods.
package kubegap.lib.aws

import data.kubegap.lib.objects
import data.kubegap.lib.platform

# METADATA
# description: |
#   The target type of an exposure of a Service:
#
#       {"type": "ip" or "instance",
#        "places": [{"object", "path"}], the field that decides, none for a default}
#
#   Undefined where another controller serves the exposure, and where the type
#   cannot be told.
# related_resources:
#   - ref: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/#target-type
#   - ref: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/annotations/#target-type
target_type(exposure, service) := target if {
	target := _target(exposure, service)
	target.type in {"ip", "instance"}
}

# METADATA
# description: |
#   Whether EKS Auto Mode serves the exposure. It has a controller of its own, of
#   which neither the default target type nor the injection of readiness gates is
#   documented.
auto_mode(exposure) if exposure.class.provider == "eks-auto-alb"

auto_mode(exposure) if exposure.class.name == "eks.amazonaws.com/nlb"

_target(exposure, service) := _of_ingress(exposure.object, exposure.class, service) if {
	exposure.class.provider in {"aws-alb", "eks-auto-alb"}
}

_target(exposure, service) := _of_service(service) if {
	exposure.class.provider == "load-balancer"
	exposure.object.index == service.index
}

_target(exposure, _) := _field(exposure.object, ["spec", "targetType"]) if {
	exposure.class.provider == "target-group"
}

_target(exposure, service) := _of_gateway(exposure.object, service) if {
	exposure.class.provider == "aws-gateway"
}

_alb_annotation := ["metadata", "annotations", "alb.ingress.kubernetes.io/target-type"]

_nlb_annotation := ["metadata", "annotations", "service.beta.kubernetes.io/aws-load-balancer-nlb-target-type"]

# The parameters of the class win over the annotation of the Service, and that
# wins over the one of the Ingress.
_of_ingress(ingress, class, service) := _field(_parameters(ingress)[0], ["spec", "targetType"]) if {
	_parameters(ingress)[0].body.spec.targetType
} else := {"type": types[0], "places": []} if {
	types := [params.type | some params in controller(ingress).params; params.class == class.name]
} else := _field(service, _alb_annotation) if {
	_has(service, _alb_annotation)
} else := _field(ingress, _alb_annotation) if {
	_has(ingress, _alb_annotation)
} else := _default(ingress) if {
	class.provider == "aws-alb"
	not class.assumed
	not _parameters_out_of_sight(ingress)
}

_parameters(ingress) := [parameters |
	some class in objects.linked(ingress, "class")
	some parameters in objects.linked(class, "parameters")
]

_parameters_out_of_sight(ingress) if {
	some class in objects.linked(ingress, "class")
	count(objects.unresolved(class, "parameters")) > 0
}

_of_service(service) := {"type": "ip", "places": [{"object": service, "path": path}]} if {
	path := ["metadata", "annotations", "service.beta.kubernetes.io/aws-load-balancer-type"]
	object.get(service.body, path, "") == "nlb-ip"
} else := _field(service, _nlb_annotation) if {
	_network_load_balancer(service)
	_has(service, _nlb_annotation)
} else := _default(service) if {
	_network_load_balancer(service)
	service.body.spec.loadBalancerClass != "eks.amazonaws.com/nlb"
} else := _default(service) if {
	_network_load_balancer(service)
	not service.body.spec.loadBalancerClass
}

_network_load_balancer(service) if service.body.spec.loadBalancerClass in {"eks.amazonaws.com/nlb", "service.k8s.aws/nlb"}

_network_load_balancer(service) if {
	not service.body.spec.loadBalancerClass
	objects.annotation(service, "service.beta.kubernetes.io/aws-load-balancer-type") == "external"
}

# The controller gives its class to new Services without one, unless it is told
# not to.
# https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/nlb/
_network_load_balancer(service) if {
	not service.body.spec.loadBalancerClass
	platform.load_balancer == "aws-load-balancer-controller"
}

_field(obj, path) := {"type": object.get(obj.body, path, ""), "places": [{"object": obj, "path": path}]}

_has(obj, path) if object.get(obj.body, path, "") != ""

_default(obj) := {"type": "instance", "places": []} if {
	count(controller(obj).target_types) == 0
} else := {"type": type, "places": []} if {
	types := controller(obj).target_types
	count(types) == 1
	some type in types
}
