# METADATA
# description: The requests that routes claim for their backends.
package kubegap.lib.claims

import data.kubegap.lib.objects
import data.kubegap.lib.scope
import data.kubegap.lib.values

# METADATA
# description: |
#   What Ingresses, HTTPRoutes and IngressRoutes claim, judged or not, without those
#   that say they share it with another:
#
#       {"key": equal where two claim the same at one controller in one cluster,
#        "object": index, "path": the field that claims it, "backend": where it leads,
#        "what": how messages name it, "hosted": whether it names a host}
all := array.concat(array.concat(_of_ingresses, _of_http_routes), _of_traefik)

_of_ingresses := [claim |
	some obj in scope.all_of_kind("networking.k8s.io/Ingress")
	not _split(obj)
	some i, rule in obj.body.spec.rules
	is_object(rule)
	host := object.get(rule, "host", "")
	some j, item in rule.http.paths
	is_object(item)
	path := object.get(item, "path", "/")
	not _ignored(host, path)
	claim := {
		"key": ["ingress", obj.environment, _class(obj), host, path, object.get(item, "pathType", ""), _narrowed(obj)],
		"object": obj.index,
		"path": ["spec", "rules", i, "http", "paths", j, "path"],
		"backend": item.backend,
		"what": sprintf("%s%s", [host, path]),
		"hosted": host != "",
	}
]

_class(ingress) := class if {
	class := objects.annotation(ingress, "kubernetes.io/ingress.class")
} else := object.get(ingress.body, ["spec", "ingressClassName"], "")

_split(ingress) if objects.annotation(ingress, "nginx.ingress.kubernetes.io/canary") == "true"

_split(ingress) if objects.annotation(ingress, "nginx.org/mergeable-ingress-type")

# With a balancer of its own an Ingress shares nothing.
# https://docs.cilium.io/en/stable/network/servicemesh/ingress/
_split(ingress) if objects.annotation(ingress, "ingress.cilium.io/loadbalancer-mode") == "dedicated"

# The annotations by which controllers match more than host and path, serve them on
# other ports only, or put them into an order.
_narrowed(ingress) := {key: value |
	some key, value in ingress.body.metadata.annotations
	regex.match(_narrowing, key)
}

_narrowing := concat("|", [
	# https://developer.konghq.com/kubernetes-ingress-controller/reference/annotations/
	`^konghq\.com/(headers\..*|methods|protocols|regex-priority|snis)$`,
	# https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/
	`^alb\.ingress\.kubernetes\.io/(conditions\..*|listen-ports)$`,
	# https://opensource.zalando.com/skipper/kubernetes/ingress-usage/
	`^zalando\.org/skipper-predicate$`,
	# https://haproxy-ingress.github.io/docs/configuration/keys/
	`^haproxy-ingress\.github\.io/http-header-match`,
	# https://doc.traefik.io/traefik/reference/routing-configuration/kubernetes/ingress/
	`^traefik\.ingress\.kubernetes\.io/router\.(entrypoints|pathmatcher|priority|tls)$`,
])

_ignored(host, _) if values.unknown(host)

_ignored(_, path) if values.unknown(path)

_ignored(_, path) if not is_string(path)

_ignored(_, path) if {
	is_string(path)
	startswith(path, "/.well-known/acme-challenge")
}

_of_http_routes := [claim |
	some obj in scope.all_of_kind("gateway.networking.k8s.io/HTTPRoute")
	some parent in obj.body.spec.parentRefs
	is_object(parent)
	object.get(parent, "kind", "Gateway") == "Gateway"
	some host in _hosts(obj.body.spec)
	some i, rule in obj.body.spec.rules
	is_object(rule)
	some match in object.get(rule, "matches", [{"path": {"type": "PathPrefix", "value": "/"}}])
	is_object(match)
	path := object.get(match, ["path", "value"], "/")
	not _ignored(host, path)
	claim := {
		"key": [
			"http",
			obj.environment,
			object.get(parent, "namespace", obj.namespace),
			parent.name,
			object.get(parent, "sectionName", ""),
			object.get(parent, "port", 0),
			host,
			json.marshal(match),
		],
		"object": obj.index,
		"path": ["spec", "rules", i],
		"backend": rule,
		"what": sprintf("%s%s", [host, path]),
		"hosted": host != "",
	}
]

_hosts(spec) := spec.hostnames if {
	is_array(spec.hostnames)
	count(spec.hostnames) > 0
} else := [""]

_of_traefik := [claim |
	some kind in ["traefik.containo.us/IngressRoute", "traefik.io/IngressRoute"]
	some obj in scope.all_of_kind(kind)
	some i, route in obj.body.spec.routes
	is_object(route)
	is_string(route.match)
	not _ignored(route.match, "")
	claim := {
		"key": [
			"traefik",
			obj.environment,
			_class(obj),
			{point | some point in obj.body.spec.entryPoints},
			is_object(object.get(obj.body, ["spec", "tls"], null)),
			route.match,
			object.get(route, "priority", 0),
		],
		"object": obj.index,
		"path": ["spec", "routes", i, "match"],
		"backend": object.get(route, "services", []),
		"what": route.match,
		"hosted": contains(route.match, "Host("),
	}
]
