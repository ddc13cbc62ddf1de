package kubegap.lib.exposure

import data.kubegap.lib.objects

# METADATA
# description: |
#   The class of a Gateway: by the controller of its GatewayClass, or where that
#   is not in scope by the well-known name of the class.
# related_resources:
#   - ref: https://gateway-api.sigs.k8s.io/api-types/gatewayclass/
gateway_class(gateway) := _class(provider, name, false) if {
	name := _gateway_class_name(gateway)
	some class in objects.linked(gateway, "class")
	provider := _provider_of_gateway(class.body.spec.controllerName)
} else := _class(provider, name, false) if {
	name := _gateway_class_name(gateway)
	count(objects.linked(gateway, "class")) == 0
	provider := _provider_of_gateway(name)
} else := _unknown(_gateway_class_name(gateway))

_gateway_class_name(gateway) := name if {
	name := gateway.body.spec.gatewayClassName
	is_string(name)
} else := ""

# Names of controllers, and names of classes that come with one.
_provider_of_gateway(name) := provider if {
	is_string(name)
	some prefix, provider in _gateways
	startswith(name, prefix)
} else := "in-cluster" if {
	is_string(name)
	count(_words(name) & _gateway_proxies) > 0
}

_gateways := {
	"alb.networking.azure.io/": "azure-appgw",
	"azure-alb-external": "azure-appgw",
	"gateway.k8s.aws/": "aws-gateway",
	"gke-l": "gke-gateway",
	"networking.gke.io/": "gke-gateway",
}

_gateway_proxies := _proxies | {"envoyproxy", "konghq", "projectcontour"}
