# METADATA
# title: Public Istio gateway in front of Kubeflow without authentication
# description: |
#   The gateway that Kubeflow comes with is reached from inside only, and its
#   dashboards ask nobody for a login. The rule looks for a LoadBalancer Service of an
#   Istio gateway that faces the internet, a VirtualService that leads from a Gateway of
#   these pods to the central dashboard or the pipelines, and nothing in the repository
#   that authenticates.
#
#   Left alone:
#
#   - Services that an annotation or class of their cloud makes internal, or whose
#     source ranges, security groups or firewalls let some addresses in only
#   - any AuthorizationPolicy, RequestAuthentication or EnvoyFilter, and anything named
#     after oauth2-proxy, Dex, authservice or another authentication proxy
#   - VirtualServices that are bound to the Gateways of other pods, or to the mesh only
#   - a dashboard whose pods are in sight, which the rule about admin tools judges
#
#   Balancers on premises give a note.
# scope: package
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/networking/gateway/
#     description: Gateways of Istio
#   - ref: https://kubernetes.io/docs/concepts/services-networking/service/#internal-load-balancer
#     description: Internal load balancers, by cloud
# custom:
#   level: error
#   level_reason: |
#     Whoever finds the address can run containers in the cluster, and attackers look
#     for it. A note where parts are not rendered or a Gateway is not in sight, and
#     where it is not known who reaches the balancer.
#   remediation: |
#     Take the address away and use `kubectl port-forward`:
#
#     ```yaml
#     apiVersion: v1
#     kind: Service
#     metadata:
#       name: istio-ingressgateway
#       namespace: istio-system
#     spec:
#       type: ClusterIP
#     ```
#
#     If it has to be public, install the authentication of the Kubeflow manifests
#     (oauth2-proxy and Dex) at the gateway first.
#   kinds: [Service]
#   words: [centraldashboard, kubeflow]
#   since: 0.1.0
package kubegap.cases.microsoft_2020_kubeflow.gateway_service_exposes_kubeflow

import data.kubegap.lib.loadbalancer
import data.kubegap.lib.objects
import data.kubegap.lib.reach
import data.kubegap.lib.result
import data.kubegap.lib.scope

violations contains violation if {
	count(_routes) > 0
	some service in objects.of_kind("Service")
	reached := loadbalancer.exposure(service)
	reached in {"public", "unknown"}
	"istio" in reach.proxy_words(service)
	not loadbalancer.restricted(service)
	not _authenticated
	way := _way(service)

	violation := result.with_level(
		result.at_with(
			service,
			loadbalancer.opening(service),
			sprintf("%s the Istio gateway that leads to %s of Kubeflow without authentication, so anyone can run containers in the cluster", [
				{"public": "opens to the internet", "unknown": "opens to whoever reaches its address"}[reached],
				way.host,
			]),
			[result.related(way.route, ["spec", "http"], sprintf("leads to %s", [way.host]))],
		),
		_level(service, reached, way),
	)
}

# The VirtualServices that lead to a dashboard of Kubeflow, with the destination.
_routes contains {"index": i, "host": destination.host} if {
	some environment in input.environments
	some i in environment.by_kind["networking.istio.io/VirtualService"]
	some http in input.objects[i].body.spec.http
	some route in http.route
	destination := route.destination
	is_string(destination.host)
	regex.match(`^(centraldashboard|ml-pipeline-ui)(\.|$)`, destination.host)
	not _judged_elsewhere(input.objects[i], destination.host)
}

_judged_elsewhere(route, host) if {
	startswith(host, "centraldashboard")
	some service in objects.linked(route, "routes_to")
	service.name == "centraldashboard"
	count(objects.linked(service, "selects")) > 0
}

# The way from the gateway of a Service to Kubeflow: one that is sure if there is any.
_way(service) := {"host": found[1][0], "route": input.objects[found[1][1]], "sure": found[0] == 0} if {
	found := min({[unsure, way.first] |
		some e in scope.of(service)
		some way in _ways[e]
		sure := _served(service, way.gateway)
		unsure := {true: 0, false: 1}[sure]
	})
}

# For each environment and the selectors of its Gateways, the first of the routes
# that lead to Kubeflow: its host, its index and the place of the Gateway in it.
_ways := {e: ways |
	some e, by_gateway in _by_gateway
	ways := [{"gateway": gateway, "first": min(routes)} | some gateway, routes in by_gateway]
}

_by_gateway[route.environment][gateway] contains [found.host, found.index, i] if {
	some found in _routes
	route := input.objects[found.index]
	some i, name in route.body.spec.gateways
	is_string(name)
	name != "mesh"
	gateway := _gateway(route, name)
}

# The selector of the Gateway of that name, or none if it is not in sight.
_gateway(route, name) := [object.get(gateway.body, ["spec", "selector"], {})] if {
	parts := array.concat([route.namespace], split(name, "/"))
	gateway := objects.named(route, "networking.istio.io/Gateway", parts[count(parts) - 2], parts[count(parts) - 1])
} else := []

# Whether the pods of the Service are those of the Gateway, for sure. Undefined for
# a Gateway of others.
_served(_, []) := false

_served(service, [selector]) := sure if {
	pods := service.body.spec.selector
	every key, value in selector {
		object.get(pods, key, value) == value
	}
	sure := (object.keys(selector) - object.keys(pods)) == set()
}

_authenticated if {
	some environment in input.environments
	some kind in [
		"networking.istio.io/EnvoyFilter",
		"security.istio.io/AuthorizationPolicy",
		"security.istio.io/RequestAuthentication",
	]
	environment.by_kind[kind]
}

_authenticated if {
	some environment in input.environments
	some kind in ["Service", "apps/Deployment", "apps/StatefulSet"]
	some i in environment.by_kind[kind]
	regex.match(`(^|-)(oauth2?-proxy|dex|authservice|oidc|keycloak|pomerium|authelia)(-|$)`, input.objects[i].name)
}

_level(service, "public", way) := "error" if {
	way.sure
	not scope.partial(service)
} else := "note"

_level(_, "unknown", _) := "note"
