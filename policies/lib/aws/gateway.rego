package kubegap.lib.aws

import data.kubegap.lib.objects

# A TargetGroupConfiguration of the Service decides; then the defaults that the
# LoadBalancerConfigurations of the Gateway and of its class name; then the
# controller. Left unknown: settings for single routes, and defaults that differ
# between a Gateway and its class, where a merging mode counts.
# https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/gateway/targetgroupconfig/
_of_gateway(route, service) := target if {
	count([1 | some configuration in _configurations(service); _by_route(configuration)]) == 0
	target := _of_all_routes(route, service)
}

_of_all_routes(route, service) := _field(_configurations(service)[0], _default_type) if {
	_has(_configurations(service)[0], _default_type)
} else := _field(found[0], _default_type) if {
	not _out_of_sight(route)
	found := _gateway_defaults(route)
	count({object.get(configuration.body, _default_type, "") | some configuration in found}) == 1
} else := _default(route) if {
	not _out_of_sight(route)
	count(_gateway_defaults(route)) == 0
}

_default_type := ["spec", "defaultConfiguration", "targetType"]

_configurations(service) := [configuration |
	some configuration in objects.linking(service, "configures")
	configuration.kind == "TargetGroupConfiguration"
]

_by_route(configuration) if {
	some route in configuration.body.spec.routeConfigurations
	route.targetGroupProps.targetType
}

# The configurations with a target type that the Gateways of a route name as the
# default of their target groups.
_gateway_defaults(route) := [configuration |
	some balancer in _balancers(route)
	some configuration in _named_default(balancer)
	_has(configuration, _default_type)
]

_named_default(balancer) := [configuration |
	some configuration in objects.in_scope(balancer, "gateway.k8s.aws/TargetGroupConfiguration")
	configuration.name == balancer.body.spec.defaultTargetGroupConfiguration.name
	configuration.namespace == balancer.namespace
]

_balancers(route) := [balancer |
	some gateway in objects.linked(route, "attaches_to")
	some balancer in array.concat(_own_balancer(gateway), _class_balancer(gateway))
]

_own_balancer(gateway) := [balancer |
	some balancer in objects.in_scope(gateway, "gateway.k8s.aws/LoadBalancerConfiguration")
	balancer.name == gateway.body.spec.infrastructure.parametersRef.name
	balancer.namespace == gateway.namespace
]

_class_balancer(gateway) := [balancer |
	some class in objects.linked(gateway, "class")
	some balancer in objects.linked(class, "parameters")
]

# Something that may hold a default is named, or may exist, but is not in scope.
_out_of_sight(route) if count(objects.unresolved(route, "attaches_to")) > 0

_out_of_sight(route) if {
	some gateway in objects.linked(route, "attaches_to")
	count(objects.linked(gateway, "class")) == 0
}

_out_of_sight(route) if {
	some gateway in objects.linked(route, "attaches_to")
	gateway.body.spec.infrastructure.parametersRef
	count(_own_balancer(gateway)) == 0
}

_out_of_sight(route) if {
	some gateway in objects.linked(route, "attaches_to")
	some class in objects.linked(gateway, "class")
	count(objects.unresolved(class, "parameters")) > 0
}

_out_of_sight(route) if {
	some balancer in _balancers(route)
	balancer.body.spec.defaultTargetGroupConfiguration
	count(_named_default(balancer)) == 0
}
