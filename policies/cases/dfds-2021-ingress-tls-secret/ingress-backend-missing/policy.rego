# METADATA
# title: Route to a Service or port that does not exist
# description: |
#   An Ingress, a route of the Gateway API or Traefik, a VirtualService and a
#   TargetGroupBinding name a Service and a port of it. The rule looks for a port that
#   the Service does not have, by number or name, and for a Service that is not among
#   those of its namespace.
#
#   ingress-nginx also takes the number or name of a target port. Only Ingresses of
#   the classes `alb` and Traefik, and routes of other kinds, are held to the ports of
#   the Service itself.
#
#   Left alone:
#
#   - Services of type ExternalName or without ports, names and ports from variables
#   - actions that annotations of an ALB define, redirects, snippets and default
#     backends, which answer in place of the Service, and the paths of ACME solvers
#   - backends of other kinds (`resource`, TraefikService, ServiceImport, Backend and
#     their like), hosts of a ServiceEntry, and hosts outside of the cluster
#   - a Service of another directory that only has the name in common, as neither says
#     which namespace it belongs to
#   - a missing Service where parts of the cluster are not rendered, where its namespace
#     has no other Service and none of its name is in another namespace, where one of
#     its name does not say its namespace, or where a Gateway or an object that an
#     operator or a chart turns into Services has a name it starts with
#
#   A Service that is missing is reported for each place that names it.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/services-networking/ingress/#the-ingress-resource
#     description: Backends of an Ingress
#   - ref: https://gateway-api.sigs.k8s.io/reference/spec/#backendref
#     description: Backends of the Gateway API
# custom:
#   level: error
#   level_reason: |
#     Requests for a port that is not there get an error from every controller, and
#     some refuse the whole object. A warning for a Service that is missing while one of
#     its name is in another namespace, or one of almost its name has no route. A note
#     for others that are missing, which may be made elsewhere, and wherever operators
#     or charts may make Services of the namespace.
#   remediation: |
#     Name the Service and one of its ports, not a port of the container:
#
#     ```yaml
#     backend:
#       service:
#         name: web
#         port:
#           number: 80
#     ```
#   kinds:
#     - elbv2.k8s.aws/TargetGroupBinding
#     - extensions/Ingress
#     - gateway.networking.k8s.io/GRPCRoute
#     - gateway.networking.k8s.io/HTTPRoute
#     - gateway.networking.k8s.io/TCPRoute
#     - gateway.networking.k8s.io/TLSRoute
#     - networking.istio.io/VirtualService
#     - networking.k8s.io/Ingress
#     - traefik.containo.us/IngressRoute
#     - traefik.io/IngressRoute
#   since: 0.1.0
package kubegap.cases.dfds_2021_ingress_tls_secret.ingress_backend_missing

import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.services
import data.kubegap.lib.values

violations contains violation if {
	some route in objects.of_kinds(_kinds)
	some reference in objects.references(route, "routes_to")
	service := reference.object
	wanted := _wanted(route, reference.path)
	not _offers(service, wanted.port)
	_known(route, service, wanted)

	violation := result.at_with(
		route,
		array.concat(reference.path, wanted.field),
		sprintf("wants port %v of %s, which has only %s, so requests get an error", [
			wanted.port,
			objects.title(service),
			concat(", ", [_named(port) | some port in service.body.spec.ports]),
		]),
		[result.related(service, ["spec", "ports"], "has these ports")],
	)
}

violations contains violation if {
	some route in objects.of_kinds(_kinds)
	some missing in objects.unresolved(route, "routes_to")
	missing.kind == "Service"
	instead := services.instead(route, missing)
	not _elsewhere(route, missing)

	violation := result.with_level(
		result.at(
			route,
			_name_of(route, missing.path),
			sprintf("routes to Service %s of namespace %s, but %s", [missing.name, missing.namespace, instead.text]),
		),
		_level(route, missing, instead),
	)
}

_kinds := [
	"elbv2.k8s.aws/TargetGroupBinding",
	"extensions/Ingress",
	"gateway.networking.k8s.io/GRPCRoute",
	"gateway.networking.k8s.io/HTTPRoute",
	"gateway.networking.k8s.io/TCPRoute",
	"gateway.networking.k8s.io/TLSRoute",
	"networking.istio.io/VirtualService",
	"networking.k8s.io/Ingress",
	"traefik.containo.us/IngressRoute",
	"traefik.io/IngressRoute",
]

# The port that a reference names, and the field below the reference that does.
_wanted(route, path) := {"port": port, "field": field} if {
	reference := object.get(route.body, path, null)
	is_object(reference)
	some field in [["port", "number"], ["port", "name"], ["servicePort"], ["port"]]
	port := object.get(reference, field, null)
	_scalar(port)
	not port in {0, ""}
}

_scalar(port) if is_number(port)

_scalar(port) if is_string(port)

_offers(service, wanted) if {
	some port in service.body.spec.ports
	sprintf("%v", [wanted]) in {sprintf("%v", [port[field]]) | some field in ["name", "port"]}
}

# Whether all is known that decides, so that the port is not there for certain.
_known(route, service, wanted) if {
	service.body.spec.ports[0]
	every port in service.body.spec.ports {
		is_object(port)
		every value in [port.port, object.get(port, "name", ""), object.get(port, "targetPort", "")] {
			not values.unknown(value)
		}
	}
	not values.unknown(wanted.port)
	not service.body.spec.type == "ExternalName"
	not _target_port(route, service, wanted.port)
	not _answered(route, service.name, wanted.port)
	_together(route, service)
}

_target_port(route, service, wanted) if {
	route.kind == "Ingress"
	not regex.match(`^alb$|traefik`, _class(route))
	some port in service.body.spec.ports
	sprintf("%v", [port.targetPort]) == sprintf("%v", [wanted])
}

_class(ingress) := class if {
	class := objects.annotation(ingress, "kubernetes.io/ingress.class")
	is_string(class)
} else := class if {
	class := ingress.body.spec.ingressClassName
	is_string(class)
} else := ""

# An annotation or filter that answers in place of the Service.
_answered(_, _, "use-annotation")

_answered(route, _, _) if {
	some key, value in route.body.metadata.annotations
	is_string(key)
	text := sprintf("%s=%v", [key, value])
	regex.match(`/(permanent-redirect|temporal-redirect|request-redirect|default-backend|server-snippet|configuration-snippet|router\.middlewares=.*redirect)`, text)
}

_answered(route, name, _) if objects.annotation(route, concat("", ["alb.ingress.kubernetes.io/actions.", name]))

_answered(route, _, _) if {
	some rule in route.body.spec.rules
	some filter in rule.filters
	filter.type == "RequestRedirect"
}

_answered(route, _, _) if {
	some rule in route.body.spec.routes
	some middleware in rule.middlewares
	contains(middleware.name, "redirect")
}

# Whether the Service is the one that is meant, not of one name with it by chance.
_together(route, service) if route.unit == service.unit

_together(_, service) if service.body.metadata.namespace

_together(route, service) if {
	_directory(input.units[route.unit].path) == _directory(input.units[service.unit].path)
}

_directory(path) := regex.replace(path, `/?[^/]*$`, "")

_named(port) := sprintf("%v (%v)", [port.port, port.name]) if {
	port.name
} else := sprintf("%v", [port.port])

_name_of(route, path) := array.concat(path, [key]) if {
	reference := object.get(route.body, path, {})
	some key in ["name", "serviceName", "host"]
	reference[key]
}

# Whether something answers in place of the Service, or may be it.
_elsewhere(route, missing) if services.may_exist(route, missing)

_elsewhere(route, missing) if _answered(route, missing.name, _port(route, missing.path))

_elsewhere(route, missing) if {
	rule := object.get(route.body, array.slice(missing.path, 0, count(missing.path) - 2), {})
	startswith(rule.path, "/.well-known/acme-challenge")
}

_port(route, path) := wanted.port if {
	wanted := _wanted(route, path)
} else := ""

_level(route, missing, _) := "note" if services.may_grow(route, missing.namespace)

_level(route, missing, instead) := instead.level if not services.may_grow(route, missing.namespace)
