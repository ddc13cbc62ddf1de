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
#   Whether two routes are known to share an entry point. Where neither names any,
#   both have those by default.
share([], []) := true

share(one, other) if {
	some point in one
	point in other
}

# METADATA
# description: |
#   Whether some request fits a branch of each list. A branch without a path takes
#   every path.
meet(open, bound) if {
	some branch in open
	some one in branch
	some other in bound
	_paths_meet(one, other)
}

_paths_meet(_, branch) if count(branch) == 0

_paths_meet(one, branch) if {
	some other in branch
	_overlap(one, other)
}

_overlap(one, other) if {
	not other.exact
	startswith(one.path, other.path)
}

_overlap(one, other) if {
	not one.exact
	startswith(other.path, one.path)
}

_overlap(one, other) if one.path == other.path
