# METADATA
# title: Switch between two colours behind targets that are nodes
# description: |
#   With the target type `instance` an AWS load balancer sends traffic to node
#   ports, and each node translates it to a pod. Pointing the selector of the
#   Service at other pods changes new connections only: the nodes keep the open
#   ones on the old pods, and when those are deleted the clients run into timeouts.
#
#   The rule looks for a Service behind an AWS load balancer whose targets are
#   nodes that is switched by hand (its selector has a key such as `color`, `slot`,
#   `version` or `track`, and Deployments exist that share all other labels and
#   differ in this one), or by the blueGreen strategy of an Argo Rollout that deletes
#   the old pods within a minute. Without any annotation, class parameters or
#   controller setting the target type is `instance`.
#
#   Left alone:
#
#   - the effective target type `ip`, also by the parameters of the class or the
#     default of a controller in scope
#   - a selector that only one workload answers to, whatever the colour
#   - balancers of another controller
#   - colours that are served side by side, each by a Service that is exposed, or
#     by weighted target groups in an `actions` annotation
#   - classes of EKS Auto Mode without a target type, whose default is not known
#   - Rollouts with `scaleDownDelaySeconds` of 60 or more
#
#   Where the target type cannot be told, nothing is reported.
# scope: package
# related_resources:
#   - ref: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/#target-type
#     description: Target types of the AWS Load Balancer Controller
#   - ref: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/use_cases/blue_green/
#     description: Blue and green with weighted target groups
#   - ref: https://argo-rollouts.readthedocs.io/en/stable/features/bluegreen/
#     description: The blueGreen strategy of Argo Rollouts
# custom:
#   level: warning
#   level_reason: |
#     Two facts have to come together, node targets and a switch of the selector;
#     both were there in the incident. A note outside of production.
#   remediation: |
#     Let the balancer send traffic to the pods themselves, by the target type `ip`,
#     and keep the old colour running longer than the longest connection:
#
#     ```yaml
#     metadata:
#       annotations:
#         alb.ingress.kubernetes.io/target-type: ip
#     ```
#
#     Where the targets have to stay nodes, switch with weighted target groups. Argo
#     Rollouts keeps the old colour for `scaleDownDelaySeconds`.
#   kinds:
#     - argoproj.io/Rollout
#     - Service
#   words: [alb, aws]
#   since: 0.1.0
package kubegap.cases.il_0178.alb_instance_mode_blue_green

import data.kubegap.lib.aws
import data.kubegap.lib.environment
import data.kubegap.lib.exposure
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.scope
import data.kubegap.lib.workloads

violations contains violation if {
	some service in objects.of_kind("Service")
	some key in _switched_by(service)
	entrance := _node_targets(service)[0]
	colour := service.body.spec.selector[key]
	others := _other_colours(service, key)
	not _side_by_side(others, key, entrance)

	violation := result.with_level(
		result.at_with(
			service,
			["spec", "selector", key],
			sprintf(
				"is switched to other pods by %s, now %v beside %s, but %s sends traffic through nodes, which keep open connections on the pods that are switched off",
				[key, colour, objects.title(others[0]), exposure.title(entrance)],
			),
			array.concat(_entrance(service, entrance), [_labelled(other, key) | some other in others]),
		),
		_level(service),
	)
}

violations contains violation if {
	some rollout in objects.of_kind("argoproj.io/Rollout")
	strategy := rollout.body.spec.strategy.blueGreen
	some reference in objects.references(rollout, "routes_to")
	reference.path == ["spec", "strategy", "blueGreen", "activeService"]
	entrance := _node_targets(reference.object)[0]
	delay := object.get(strategy, "scaleDownDelaySeconds", 30)
	is_number(delay)
	delay < 60

	violation := result.with_level(
		result.at_with(
			rollout,
			["spec", "strategy", "blueGreen", "scaleDownDelaySeconds"],
			sprintf(
				"deletes the old pods %d s after the switch, but %s sends traffic through nodes, which keep open connections on them",
				[delay, exposure.title(entrance)],
			),
			array.concat(
				[result.related(rollout, reference.path, sprintf("switches %s", [objects.title(reference.object)]))],
				_entrance(reference.object, entrance),
			),
		),
		_level(rollout),
	)
}

# Keys that by custom tell the two sides of a switch.
_switched_by(service) := [key |
	some key in ["color", "colour", "slot", "blue-green", "blueGreen", "version", "track"]
	is_string(service.body.spec.selector[key])
	count(service.body.spec.selector) > 1
]

_node_targets(service) := [entrance |
	some entrance in exposure.of_service(service)
	aws.target_type(entrance, service).type == "instance"
]

_entrance(service, entrance) := array.concat(
	exposure.chain({"service": service, "exposure": entrance}),
	[result.related(decisive.object, decisive.path, "makes nodes the targets") |
		some decisive in aws.target_type(entrance, service).places
	],
)

# The Deployments that the Service selects once its key has another value, given
# that it selects one now.
_other_colours(service, key) := [other |
	count(objects.linked(service, "selects")) > 0
	beside := object.remove(service.body.spec.selector, [key])
	some e in scope.of(service)
	some i in intersection({object.get(_by_label, [[e, service.namespace, name, value]], set()) | some name, value in beside})
	other := input.objects[i]
	workloads.labels(other)[key] != service.body.spec.selector[key]
]

# The Deployments whose pods carry a label.
_by_label := {place: found | some place, found in _carrying}

_carrying[[e, deployment.namespace, name, value]] contains i if {
	some e, environment in input.environments
	some i in environment.by_kind["apps/Deployment"]
	deployment := input.objects[i]
	some name, value in workloads.labels(deployment)
}

# Some other colour has an exposed Service of its own, or the Ingress splits its
# traffic over target groups.
_side_by_side(others, key, _) if {
	some other in others
	some service in objects.linking(other, "selects")
	service.kind == "Service"
	service.body.spec.selector[key] == workloads.labels(other)[key]
	count(exposure.of_service(service)) > 0
}

_side_by_side(_, _, entrance) if {
	some name, action in entrance.object.body.metadata.annotations
	is_string(name)
	startswith(name, "alb.ingress.kubernetes.io/actions.")
	is_string(action)
	contains(action, "targetGroups")
}

_labelled(other, key) := result.related(
	other,
	array.concat(other.pod_template.path, ["metadata", "labels", key]),
	"labels its pods for the other side of the switch",
)

_level(obj) := "note" if environment.not_production(obj)

_level(obj) := "warning" if not environment.not_production(obj)
