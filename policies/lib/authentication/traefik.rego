package kubegap.lib.authentication

import data.kubegap.lib.addresses
import data.kubegap.lib.objects

# The middlewares that a route names, each as <namespace>-<name>.
# https://doc.traefik.io/traefik/reference/routing-configuration/kubernetes/ingress/
_middlewares(route) := {name |
	some part in addresses.list(objects.annotation(route, "traefik.ingress.kubernetes.io/router.middlewares"))
	name := split(part, "@")[0]
} | {name |
	some rule in route.body.spec.routes
	some ref in rule.middlewares
	name := concat("-", [object.get(ref, "namespace", route.namespace), ref.name])
}

_middleware_asks(route, name) if _asks_itself(route, name)

_middleware_asks(route, name) if {
	chain := _middleware(route, name)
	some link in chain.body.spec.chain.middlewares
	_asks_itself(route, concat("-", [object.get(link, "namespace", chain.namespace), link.name]))
}

_asks_itself(_, name) if regex.match(`auth|sso|oidc`, name)

# What a plugin does is not known.
_asks_itself(route, name) if {
	some field in ["basicAuth", "digestAuth", "forwardAuth", "ipAllowList", "ipWhiteList", "plugin"]
	_middleware(route, name).body.spec[field]
}

_middleware(route, name) := [middleware |
	some kind in ["traefik.io/Middleware", "traefik.containo.us/Middleware"]
	some middleware in objects.in_scope(route, kind)
	concat("-", [middleware.namespace, middleware.name]) == name
][0]
