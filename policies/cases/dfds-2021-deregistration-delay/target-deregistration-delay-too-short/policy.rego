# METADATA
# title: Deregistration delay that leaves no time for running requests
# description: |
#   When a pod or node leaves a target group, its load balancer sends it nothing new
#   and waits for `deregistration_delay.timeout_seconds` (300 by default) until it
#   closes what is still open. The rule looks for a delay of less than five seconds
#   in the annotations of an Ingress or Service, and in a TargetGroupConfiguration.
#
#   It also compares a longer delay that is set on purpose with the life of the pods
#   behind it: as targets of the type `ip` they are killed when
#   `terminationGracePeriodSeconds` is over, whatever time the balancer still gives
#   them.
#
#   Left alone:
#
#   - no delay at all, since 300 seconds is the default
#   - values from variables, and annotations on an Ingress of another controller
#   - a Service of type LoadBalancer with UDP ports only
#   - targets that are not expected to go without a gap: all pods behind belong to
#     workloads with one replica, none, or the strategy `Recreate`
#
#   What a delay of the type `instance` drains is a node, so the life of pods says
#   nothing there.
# scope: package
# related_resources:
#   - ref: https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetGroupAttribute.html
#     description: Attributes of a target group
#   - ref: https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/main/docs/guide/ingress/annotations.md
#     description: Annotations of the AWS Load Balancer Controller
# custom:
#   level: warning
#   level_reason: |
#     Every rollout, scale-in and node change cuts requests off. Not an error, because
#     requests may be short enough to slip through. A note outside of production, and
#     for a delay that outlives the pods.
#   remediation: |
#     Give running requests time to end, 15 to 60 seconds for most applications, and
#     let the pod live as long:
#
#     ```yaml
#     metadata:
#       annotations:
#         alb.ingress.kubernetes.io/target-group-attributes: deregistration_delay.timeout_seconds=30
#     ```
#
#     Where node changes are too slow, lower the delay for the time of the change only.
#   kinds:
#     - gateway.k8s.aws/TargetGroupConfiguration
#     - networking.k8s.io/Ingress
#     - Service
#   words: [deregistration_delay]
#   since: 0.1.0
package kubegap.cases.dfds_2021_deregistration_delay.target_deregistration_delay_too_short

import data.kubegap.lib.aws
import data.kubegap.lib.drain
import data.kubegap.lib.environment
import data.kubegap.lib.exposure
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.rolling
import data.kubegap.lib.targetgroups
import data.kubegap.lib.workloads

violations contains violation if {
	some delay in targetgroups.delays
	delay.seconds < 5
	not _gap_by_design(delay.services)

	violation := result.with_level(
		result.at(delay.object, delay.path, sprintf(
			"gives a target that leaves %v s, so requests that are still running are cut off whenever a pod or node goes",
			[delay.seconds],
		)),
		_level(delay.object),
	)
}

violations contains violation if {
	some delay in targetgroups.delays
	delay.seconds >= 5
	killed := _killed_before(delay)[0]

	violation := result.with_level(
		result.at_with(
			delay.object,
			delay.path,
			sprintf(
				"gives a target that leaves %v s, but the pods of %s are killed after %v s, so requests that take longer are cut off",
				[delay.seconds, objects.title(killed), drain.grace(killed)],
			),
			[result.related(
				workloads.holder(killed),
				array.concat(workloads.spec_path(killed), ["terminationGracePeriodSeconds"]),
				sprintf("the pods are killed after %v s", [drain.grace(killed)]),
			)],
		),
		"note",
	)
}

_gap_by_design(services) if {
	behind := [workload | some service in services; some workload in objects.linked(service, "selects")]
	count(behind) > 0
	every workload in behind {
		not _without_gap(workload)
	}
}

_without_gap(workload) if {
	rolling.updates(workload)
	replicas.several(workload)
}

_without_gap(workload) if not workload.kind in {"Deployment", "Rollout", "StatefulSet"}

# The workloads whose pods are targets and end before the delay does.
_killed_before(delay) := [workload |
	some service in delay.services
	some entrance in exposure.of_service(service)
	entrance.object.index == delay.object.index
	aws.target_type(entrance, service).type == "ip"
	some workload in objects.linked(service, "selects")
	_without_gap(workload)
	drain.grace(workload) < delay.seconds
]

_level(obj) := "note" if {
	environment.not_production(obj)
} else := "warning"
