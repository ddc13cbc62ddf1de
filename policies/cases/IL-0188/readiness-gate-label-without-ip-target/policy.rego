# METADATA
# title: Readiness gate label that has no effect
# description: |
#   The label `elbv2.k8s.aws/pod-readiness-gate-inject: enabled` on a namespace makes
#   the AWS Load Balancer Controller add readiness gates to pods that are targets of
#   a load balancer. With the target type `instance` the targets are nodes, so no pod
#   gets a gate, and a rollout waits for nothing.
#
#   The rule looks at namespaces with the label in which every AWS load balancer has
#   nodes as its targets.
#
#   Left alone:
#
#   - a namespace without any AWS load balancer here: it may come from elsewhere
#   - a namespace in which some load balancer has pods as its targets, or one whose
#     target type or class cannot be told
#
#   The fields that make nodes the targets are listed beside the finding.
# scope: package
# related_resources:
#   - ref: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/pod_readiness_gate/
#     description: Pod readiness gates of the AWS Load Balancer Controller
# custom:
#   level: note
#   level_reason: Harmless in itself, but it gives a false sense of safety.
#   remediation: |
#     Make the pods the targets, or drop the label:
#
#     ```yaml
#     metadata:
#       annotations:
#         alb.ingress.kubernetes.io/target-type: ip
#     ```
#   kinds: [Namespace]
#   words: [elbv2]
#   since: 0.1.0
package kubegap.cases.il_0188.readiness_gate_label_without_ip_target

import data.kubegap.lib.aws
import data.kubegap.lib.exposure
import data.kubegap.lib.objects
import data.kubegap.lib.result

violations contains violation if {
	some namespace in objects.of_kind("Namespace")
	objects.label(namespace, aws.inject_label) == "enabled"
	balancers := _balancers(namespace)
	count(balancers) > 0
	every balancer in balancers {
		balancer.type == "instance"
	}

	violation := result.at_with(
		namespace,
		["metadata", "labels", aws.inject_label],
		sprintf(
			"asks for readiness gates, but the targets of %s are nodes, so no pod gets one and a rollout waits for no target",
			[_listed(balancers)],
		),
		[place | some balancer in balancers; some place in balancer.places],
	)
}

# The AWS load balancers of a namespace, once for each Service behind them, and
# whatever might be one: {"title", "type": "unknown" if it cannot be told, "places"}.
_balancers(namespace) := [balancer |
	some obj in objects.linking(namespace, "lives_in")
	some balancer in array.concat(_of_route(obj), _of_service(obj))
]

_of_route(route) := [_balancer(entrance, service) |
	route.kind in exposure.route_kinds
	some class in exposure.classes(route)
	not class.provider in {"alibaba-alb", "azure-appgw", "gce", "gce-internal", "gke-gateway", "in-cluster", "tunnel"}
	some service in _services(route)
	entrance := {"object": route, "path": ["spec"], "class": class}
]

# The Services behind a route; one without annotations for those out of sight.
_services(route) := array.concat(
	objects.linked(route, "routes_to"),
	[{"index": -1, "body": {}} | some _ in objects.unresolved(route, "routes_to")],
)

_of_service(service) := [_balancer(entrance, service) |
	service.kind == "Service"
	service.body.spec.type == "LoadBalancer"
	entrance := {"object": service, "path": ["spec", "type"], "class": exposure.class(service)}
]

_balancer(entrance, service) := {"title": exposure.title(entrance), "type": target.type, "places": _places(entrance, target)} if {
	target := aws.target_type(entrance, service)
} else := {"title": exposure.title(entrance), "type": "unknown", "places": []}

_places(entrance, target) := [result.related(decisive.object, decisive.path, "makes nodes the targets") |
	some decisive in target.places
] if {
	count(target.places) > 0
} else := [result.related(entrance.object, ["metadata", "name"], "names no target type, so nodes are the targets")]

_listed(balancers) := balancers[0].title if {
	count({balancer.title | some balancer in balancers}) == 1
} else := sprintf("%s and %d more", [balancers[0].title, count({balancer.title | some balancer in balancers}) - 1])
