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
#   A route has one finding, which names the route of lowest priority that loses to it.
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

# The route of lowest priority that loses requests, of another namespace if there is
# one, as a list.
_losers(taker) := _weaker(taker, null, taker.object.namespace) if {
	count(_weaker(taker, null, taker.object.namespace)) > 0
} else := _weaker(taker, taker.object.namespace, taker.object.index)

_weaker(taker, among, owner) := [traefik.routes[r] |
	found := [candidate |
		some point in traefik.points(taker)
		some key in traefik.taken(taker)
		some rank in [0, 1]
		candidate := _weakest[[[_door(taker), point, among, key], rank]]
		candidate[0] < taker.priority
		candidate[1] != owner
	]
	count(found) > 0
	r := min(found)[2]
]

# For each key the two routes of lowest priority that have different owners, as
# [priority, owner, number]: whoever asks for another owner than its own finds the
# lowest.
_weakest := {[entry[0], rank]: array.slice(entry, 1, 4) |
	some i, entry in _by_priority
	rank := count([before |
		some before in [1, 2]
		_by_priority[i - before][0] == entry[0]
	])
	rank < 2
}

# The lowest priority of each owner.
_by_priority := sort([[entry[0], entry[2], entry[1], entry[3]] |
	some i, entry in _by_owner
	not _repeats(_by_owner, i)
])

_repeats(entries, i) if array.slice(entries[i - 1], 0, 2) == array.slice(entries[i], 0, 2)

# The routes with a host, as [key, owner, priority, number]: all of them as owned by
# their namespaces, and those of a namespace as owned by their objects.
_by_owner := sort([[[_door(route), point, among, key], owner, route.priority, r] |
	some r, route in traefik.routes
	some key in traefik.given(route, _paths)
	some point in traefik.points(route)
	some [among, owner] in [[null, route.object.namespace], [route.object.namespace, route.object.index]]
])

_paths := {matcher.path |
	some route in _hostless
	some branch in route.open
	some matcher in branch
}

_door(route) := [route.object.environment, route.class, route.tls]

_internal(route) if {
	count(route.points) > 0
	every point in route.points {
		is_string(point)
		regex.match(`traefik|internal|private|admin|metrics|ping|dashboard`, point)
	}
}

_harmless(route) if {
	some middleware in route.body.middlewares
	is_string(middleware.name)
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
