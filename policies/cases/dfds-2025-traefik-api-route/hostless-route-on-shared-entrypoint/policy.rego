# METADATA
# title: Traefik route without a host that comes before those with one
# description: |
#   Traefik asks its routes in the order of their priority, which is the length of the
#   rule unless a number is set; how specific a rule is does not count. A route of an
#   IngressRoute that matches paths and no host therefore takes these paths from every
#   host whose rule is shorter. The rule looks for such a route, and for routes with a
#   host that lose requests to it: on the same entry points, with or without TLS like
#   it, for the same class, of lower priority, and for paths that overlap.
#
#   Left alone:
#
#   - routes on entry points whose names tell that they are internal, such as `traefik`
#   - a priority below that of the routes with a host, as catch-all pages have it
#   - redirects, challenges below `/.well-known/`, and `ping@internal`
#   - matchers that bind by other means: headers, client addresses, methods, queries
#   - rules with negations, groups or regular expressions for the path, unless all
#     their matchers are `Path` and `PathPrefix`
#   - other controllers, which prefer the rule with a host
#
#   A route has one finding, which names the first that loses to it.
# scope: package
# related_resources:
#   - ref: https://doc.traefik.io/traefik/reference/routing-configuration/http/routing/rules-and-priority/
#     description: Rules and priorities of Traefik
# custom:
#   level: warning
#   level_reason: |
#     The route with a host gets no requests for these paths any more, whoever owns it.
#     A note where only routes of its own namespace lose to it, where none does in sight,
#     and outside of production.
#   remediation: |
#     Name the host, with parentheses around the alternatives:
#
#     ```yaml
#     match: Host(`traefik.shop.example`) && (PathPrefix(`/dashboard`) || PathPrefix(`/api`))
#     ```
#
#     Or serve it on an entry point of its own, or give it the priority 1.
#   kinds:
#     - traefik.containo.us/IngressRoute
#     - traefik.io/IngressRoute
#   words: [Path, PathPrefix]
#   since: 0.1.0
package kubegap.cases.dfds_2025_traefik_api_route.hostless_route_on_shared_entrypoint

import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.traefik

violations contains violation if {
	some taker in _hostless
	losers := _losers(taker)

	violation := result.with_level(
		result.at_with(taker.object, taker.path, _message(taker, losers), [
		result.related(loser.object, loser.path, sprintf("has the priority %v", [loser.priority])) |
			some loser in array.slice(losers, 0, 1)
		]),
		_level(taker, losers),
	)
}

_message(taker, losers) := sprintf("takes %s from every host with a lower priority than %v, such as %s of %s (%v), so requests for it end here", [
	_listed(taker),
	taker.priority,
	sort(losers[0].hosts)[0],
	objects.title(losers[0].object),
	losers[0].priority,
]) if {
	count(losers) > 0
} else := sprintf("matches %s without a host, so it takes that from every host with a lower priority than %v", [_listed(taker), taker.priority])

_listed(taker) := concat(" and ", sort({matcher.path | some branch in taker.open; some matcher in branch}))

_level(taker, losers) := "note" if {
	count([loser | some loser in losers; loser.object.namespace != taker.object.namespace]) == 0
} else := "note" if {
	environment.not_production(taker.object)
} else := "warning"

_hostless := [route |
	some route in traefik.routes
	count(route.open) > 0
	not _internal(route)
	not _harmless(route)
]

# The routes that lose requests, those of other namespaces first.
_losers(taker) := [traefik.routes[entry[1]] |
	some entry in sort([[loser.object.namespace == taker.object.namespace, r] |
		some r, _ in _by_door[_door(taker)]
		loser := traefik.routes[r]
		loser.priority < taker.priority
		loser.object.index != taker.object.index
		traefik.share(taker.points, loser.points)
		traefik.meet(taker.open, loser.bound)
	])
]

_by_door := object.union_n([{_door(route): {r: true}} |
	some r, route in traefik.routes
	count(route.bound) > 0
])

_door(route) := [route.object.environment, route.class, route.tls]

_internal(route) if {
	count(route.points) > 0
	every point in route.points {
		regex.match(`traefik|internal|private|admin|metrics|ping|dashboard`, point)
	}
}

_harmless(route) if {
	some middleware in route.body.middlewares
	regex.match(`redirect|https`, middleware.name)
}

_harmless(route) if {
	some middleware in route.body.middlewares
	some kind in ["traefik.io/Middleware", "traefik.containo.us/Middleware"]
	found := objects.named(route.object, kind, object.get(middleware, "namespace", route.object.namespace), middleware.name)
	some field in ["redirectRegex", "redirectScheme"]
	found.body.spec[field]
}

_harmless(route) if {
	some service in route.body.services
	service.name == "ping@internal"
}

_harmless(route) if {
	every branch in route.open {
		every matcher in branch {
			startswith(matcher.path, "/.well-known/")
		}
	}
}
