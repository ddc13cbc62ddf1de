# METADATA
# description: |
#   IngressRoutes of Traefik: what their rules match, and in which order they are
#   asked.
package kubegap.lib.traefik

import data.kubegap.lib.objects
import data.kubegap.lib.values

# METADATA
# description: |
#   Every judged route whose rule can be read:
#
#       {"object": the IngressRoute, "path": the rule in it, "body": the route,
#        "priority": the number that orders it, "class": the class of Ingresses,
#        "points": the names of entry points, [] for those by default,
#        "tls": whether it serves TLS only, "hosts": of its rule,
#        "open": the branches of its rule that match paths and no host,
#        "bound": the branches that match a host}
#
#   A branch is the list of its path matchers, {"name", "path", "exact"} each.
# related_resources:
#   - ref: https://doc.traefik.io/traefik/reference/routing-configuration/http/routing/rules-and-priority/
routes := [route |
	some kind in ["traefik.containo.us/IngressRoute", "traefik.io/IngressRoute"]
	some obj in objects.of_kind(kind)
	some i, body in obj.body.spec.routes
	is_string(body.match)
	not values.unknown(body.match)
	branches := _branches(body.match)
	route := {
		"object": obj,
		"path": ["spec", "routes", i, "match"],
		"body": body,
		"priority": _priority(body),
		"points": _list(object.get(obj.body, ["spec", "entryPoints"], [])),
		"tls": is_object(object.get(obj.body, ["spec", "tls"], null)),
		"class": object.get(obj.body, ["metadata", "annotations", "kubernetes.io/ingress.class"], ""),
		"hosts": {host | some branch in branches; some matcher in branch; matcher.name == "Host"; host := matcher.path},
		"open": [branch |
			some branch in branches
			every matcher in branch {
				matcher.name in {"Path", "PathPrefix"}
			}
		],
		"bound": [[matcher | some matcher in branch; startswith(matcher.name, "Path")] |
			some branch in branches
			some matcher in branch
			matcher.name == "Host"
			not "PathRegexp" in {other.name | some other in branch}
		],
	}
]

_list(value) := value if is_array(value)

_list(value) := [] if not is_array(value)

_priority(body) := body.priority if {
	is_number(body.priority)
	body.priority != 0
} else := count(body.match)

# METADATA
# description: |
#   The entry points of a route, to compare: "" stands for those by default, which
#   routes have that name none.
points(route) := route.points if {
	count(route.points) > 0
} else := [""]

# METADATA
# description: |
#   What the branches without a host take and those with one give, as keys: some
#   request fits both if they have a key in common.
#
#   A path and a prefix overlap if one starts with the other. The route that takes
#   looks up prefixes by each start of its paths. The one that gives is found by
#   each start of its own that is among paths, those which are asked for.
taken(route) := {["any", ""] | some branch in route.open; count(branch) > 0} | {key |
	some branch in route.open
	some one in branch
	some key in _taken(one)
}

_taken(one) := {["path", one.path]} | {["prefix", start] | some start in _starts(one.path)} if {
	one.exact
} else := {["below", one.path]} | {["prefix", start] | some start in _starts(one.path)}

# METADATA
# description: The counterpart of taken.
given(route, paths) := {["any", ""] | some branch in route.bound; count(branch) == 0} | {key |
	some branch in route.bound
	some other in branch
	some key in _given(other, paths)
}

_given(other, paths) := {["path", other.path]} | _below(other, paths) if {
	other.exact
} else := {["prefix", other.path]} | _below(other, paths)

_below(other, paths) := {["below", start] |
	some start in _starts(other.path)
	start in paths
}

# Each start of a path, the empty one and the whole included.
_starts(path) := {substring(path, 0, length) | some length in numbers.range(0, count(path))}
