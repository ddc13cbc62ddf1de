# METADATA
# title: Two routes for the same requests
# description: |
#   Where two objects claim the same host and path at one controller, one of them gets
#   all requests: the older by creation or the first by name, as the controller decides.
#   Nobody is told, and in another cluster it may be the other one. The rule compares
#
#   - Ingresses of one class: host, path and type of path
#   - HTTPRoutes of one Gateway and listener: host name and the whole match, with
#     method, headers and query
#   - IngressRoutes of Traefik: entry points, TLS, priority and the whole match
#
#   in different namespaces, and in one namespace where they lead to different backends.
#
#   Left alone:
#
#   - splits that are meant: canary Ingresses, masters and minions of NGINX, matches or
#     priorities that differ, and annotations by which Kong, the AWS Load Balancer
#     Controller, Skipper, HAProxy Ingress or Traefik match more than host and path, or
#     serve an Ingress on other ports
#   - classes that build a balancer for each Ingress: AWS ALB without a group, or with
#     another order in it, the dedicated mode of Cilium, other balancers of clouds, and
#     tunnels
#   - other clusters, and routes of which only one names a listener, port or class
#   - the paths of ACME solvers, and values from variables
#
#   Of several conflicts of an object, the first is reported.
# scope: package
# related_resources:
#   - ref: https://gateway-api.sigs.k8s.io/reference/spec/#httprouterule
#     description: Precedence of the rules of HTTPRoutes
#   - ref: https://kubernetes.github.io/ingress-nginx/how-it-works/#building-the-nginx-model
#     description: How ingress-nginx merges Ingresses
# custom:
#   level: warning
#   level_reason: |
#     One of the two routes is dead, and which one is not for its owner to decide. A note
#     for routes without a host, which stand for many, and outside of production.
#   remediation: |
#     Give the host and path to one object. To share a host, divide it by path:
#
#     ```yaml
#     rules:
#       - host: shop.example
#         http:
#           paths:
#             - path: /reports
#               pathType: Prefix
#     ```
#   kinds:
#     - gateway.networking.k8s.io/HTTPRoute
#     - networking.k8s.io/Ingress
#     - traefik.containo.us/IngressRoute
#     - traefik.io/IngressRoute
#   since: 0.1.0
package kubegap.cases.dfds_2025_traefik_api_route.route_conflict_across_namespaces

import data.kubegap.lib.claims
import data.kubegap.lib.environment
import data.kubegap.lib.exposure
import data.kubegap.lib.objects
import data.kubegap.lib.result

violations contains violation if {
	some i, numbers in _conflicting
	pair := _conflicts[min(numbers)]
	obj := input.objects[i]
	other := input.objects[pair.other.object]

	violation := result.with_peers(
		result.with_level(
			result.at_with(
				obj,
				pair.claim.path,
				sprintf("claims %s like %s, so one of the two gets no requests", [pair.claim.what, _title(other)]),
				[_place(pair)],
			),
			_level(pair, obj, other),
		),
		[_place(_conflicts[c]) | some c in numbers],
	)
}

_place(pair) := result.related(input.objects[pair.other.object], pair.other.path, "claims the same")

_title(obj) := sprintf("%s %s/%s", [obj.kind, obj.namespace, obj.name])

_level(pair, obj, other) := "note" if {
	not pair.claim.hosted
} else := "note" if {
	some one in [obj, other]
	environment.not_production(one)
} else := "warning"

# The claims in conflict of each object, by their number.
_conflicting[pair.claim.object] contains c if some c, pair in _conflicts

# The claims that another made before, by their number.
_conflicts := {c: {"claim": claim, "other": claims.all[others[0][1]]} |
	some c, claim in claims.all
	others := sort([first |
		some sharing in _accepted(claim)
		some first in _first[[claim.key, sharing]]
		first[0] < _rank(claim)
		_differ(claims.all[first[1]], claim)
	])
}

# The first claim of those that are served by one balancer, and the first one that
# differs from it: whatever comes after one of them differs from one of them.
_first := {key: array.concat([first], array.slice(others, 0, 1)) |
	some key, members in _sharing
	first := min(members)
	others := [min(differing) |
		differing := {member |
			some member in members
			_differ(claims.all[member[1]], claims.all[first[1]])
		}
		count(differing) > 0
	]
}

_sharing[[claim.key, sharing]] contains [_rank(claim), c] if {
	some c, claim in claims.all
	sharing := _offered(claim)
}

_rank(claim) := [input.objects[claim.object].namespace, input.objects[claim.object].name, claim.object]

_differ(one, other) if input.objects[one.object].namespace != input.objects[other.object].namespace

_differ(one, other) if one.backend != other.backend

# What a claim shares with others that accept it: its controller serves all by one
# balancer, or those of one group. Undefined for one with a balancer of its own.
_offered(claim) := "all" if {
	input.objects[claim.object].kind != "Ingress"
} else := "all" if {
	exposure.class(input.objects[claim.object]).provider in {"in-cluster", "unknown"}
} else := _group(input.objects[claim.object]) if {
	exposure.class(input.objects[claim.object]).provider in {"aws-alb", "eks-auto-alb"}
}

_accepted(claim) := ["all", _group(input.objects[claim.object])] if {
	input.objects[claim.object].kind == "Ingress"
} else := ["all"]

_group(ingress) := [objects.annotation(ingress, "alb.ingress.kubernetes.io/group.name"), order] if {
	order := object.get(ingress.body, ["metadata", "annotations", "alb.ingress.kubernetes.io/group.order"], "0")
}
