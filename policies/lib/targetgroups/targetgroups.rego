# METADATA
# description: |
#   Attributes of target groups of Elastic Load Balancing, as objects set them for
#   the AWS Load Balancer Controller.
package kubegap.lib.targetgroups

import data.kubegap.lib.exposure
import data.kubegap.lib.objects
import data.kubegap.lib.values

# METADATA
# description: |
#   The deregistration delays that judged objects set: {"object", "path", "seconds",
#   "services": whose pods or nodes are the targets}.
# related_resources:
#   - ref: https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetGroupAttribute.html
delays contains {"object": obj, "path": ["metadata", "annotations", key], "seconds": seconds, "services": _services(obj)} if {
	some kind, keys in _annotations
	some obj in objects.of_kind(kind)
	some key in keys
	_read(obj, key)
	seconds := _seconds(_attributes(objects.annotation(obj, key)))
}

delays contains {"object": obj, "path": path, "seconds": seconds, "services": objects.linked(obj, "configures")} if {
	some obj in objects.of_kind("gateway.k8s.aws/TargetGroupConfiguration")
	some list in _lists(obj)
	some i, attribute in list.attributes
	path := array.concat(list.path, [i, "value"])
	seconds := _seconds({attribute.key: attribute.value})
}

_annotations := {
	"Service": [_alb, _nlb],
	"networking.k8s.io/Ingress": [_alb],
}

_alb := "alb.ingress.kubernetes.io/target-group-attributes"

_nlb := "service.beta.kubernetes.io/aws-load-balancer-target-group-attributes"

# Whether a controller of AWS looks at the annotation.
_read(ingress, _) if {
	ingress.kind == "Ingress"
	_of_aws(exposure.class(ingress))
}

_read(service, key) if {
	key == _alb
	some entrance in exposure.of_service(service)
	entrance.object.kind == "Ingress"
	_of_aws(entrance.class)
}

_read(service, key) if {
	key == _nlb
	service.body.spec.type == "LoadBalancer"
	some port in service.body.spec.ports
	object.get(port, "protocol", "TCP") != "UDP"
}

_of_aws(class) if class.provider in {"aws-alb", "eks-auto-alb", "unknown"}

# key=value pairs with commas between them.
_attributes(text) := {trim_space(pair[0]): trim_space(pair[1]) |
	is_string(text)
	some part in split(text, ",")
	pair := split(part, "=")
	count(pair) == 2
}

_seconds(attributes) := values.seconds(attributes["deregistration_delay.timeout_seconds"])

_lists(configuration) := array.concat(
	[{"attributes": attributes, "path": path} |
		path := ["spec", "defaultConfiguration", "targetGroupAttributes"]
		attributes := object.get(configuration.body, path, [])
	],
	[{"attributes": attributes, "path": ["spec", "routeConfigurations", i, "targetGroupProps", "targetGroupAttributes"]} |
		some i, route in configuration.body.spec.routeConfigurations
		attributes := route.targetGroupProps.targetGroupAttributes
	],
)

_services(obj) := [obj] if obj.kind == "Service"

_services(obj) := objects.linked(obj, "routes_to") if obj.kind == "Ingress"
