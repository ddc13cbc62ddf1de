# METADATA
# title: Pods as targets of an AWS load balancer without a readiness gate
# description: |
#   With the target type `ip` each pod is a target of its own, and becomes healthy
#   only after the load balancer has registered and probed it. Kubernetes does not
#   wait for that unless the pods have a readiness gate: a rolling update deletes an
#   old pod as soon as a new one passes its readiness probe, and until the new
#   target is healthy there may be nobody to serve.
#
#   The AWS Load Balancer Controller adds the gate to new pods of a namespace that
#   has the label `elbv2.k8s.aws/pod-readiness-gate-inject: enabled`. The rule
#   follows Ingresses, network load balancers, TargetGroupBindings and routes of the
#   Gateway API whose effective target type is `ip` to the pods. For an Ingress the
#   parameters of the class win over the annotation of the Service, then come the
#   annotation of the Ingress and the default of the controller.
#
#   Left alone:
#
#   - the effective target type `instance`, and classes of other controllers
#   - pods that have a gate starting with `target-health.elbv2.k8s.aws` (or the one
#     of the first version of the controller), also where the controller is told not
#     to inject any
#   - the strategy Recreate, DaemonSets, Jobs and bare Pods; zero replicas
#   - a Service without selector, of type ExternalName, or whose pods are not in scope
#   - `minReadySeconds` of at least the health check interval times the healthy
#     threshold (15 x 2 by default): old pods then stay until the target has passed
#   - a webhook in scope, or chart values, that select the namespace in another way
#   - a namespace that Argo CD creates with the label (managedNamespaceMetadata)
#
#   One finding stands for all workloads of a Namespace, which one label puts right.
# scope: package
# related_resources:
#   - ref: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/pod_readiness_gate/
#     description: Pod readiness gates of the AWS Load Balancer Controller
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-readiness-gate
#     description: Readiness gates
# custom:
#   level: warning
#   level_reason: |
#     Users see errors on each rollout whenever targets are slow to pass. Not an error,
#     because many replicas or a surge may hide it. A note where the Namespace is not
#     in scope, so that its labels cannot be seen; under EKS Auto Mode, of which it is
#     not documented whether it injects gates; where only annotations tell the
#     controller; for Argo Rollouts that verify the target group; outside of production.
#   remediation: |
#     Label the namespace, then recreate the pods: gates are added at creation only.
#
#     ```yaml
#     apiVersion: v1
#     kind: Namespace
#     metadata:
#       name: shop
#       labels:
#         elbv2.k8s.aws/pod-readiness-gate-inject: enabled
#     ```
#
#     Pods then take 30 to 40 seconds longer to be ready, so give autoscalers and
#     surges some headroom.
#   kinds:
#     - apps/Deployment
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - Namespace
#     - Service
#     - networking.k8s.io/Ingress
#     - gateway.networking.k8s.io/HTTPRoute
#     - gateway.networking.k8s.io/GRPCRoute
#     - elbv2.k8s.aws/TargetGroupBinding
#   words: [ip]
#   since: 0.1.0
package kubegap.cases.il_0188.alb_ip_target_without_readiness_gate

import data.kubegap.lib.aws
import data.kubegap.lib.environment
import data.kubegap.lib.exposure
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.rolling
import data.kubegap.lib.workloads

# One violation for a Namespace, which one label puts right.
violations contains violation if {
	some members in _of_namespace
	unguarded := [_unguarded[i] | some i in members]
	level := [level |
		some level in ["warning", "note"]
		some found in unguarded
		found.level == level
	][0]

	violation := result.with_fix(
		result.with_level(
			result.at_with(
				unguarded[0].injection.namespace,
				["metadata", "labels"],
				sprintf(
					"lacks the label %s=enabled, so a rollout of %s deletes old pods before %s counts the new ones as healthy",
					[aws.inject_label, _listed(unguarded), exposure.title(unguarded[0].reached.exposure)],
				),
				array.concat(
					_chain(unguarded[0]),
					[result.related(found.workload, ["metadata", "name"], "makes the pods") | some found in unguarded],
				),
			),
			level,
		),
		[result.set(unguarded[0].injection.namespace, ["metadata", "labels", aws.inject_label], "enabled")],
	)
}

violations contains violation if {
	some found in _unguarded
	not _label_helps(found)
	place := exposure.place(
		found.workload,
		array.concat(workloads.spec_path(found.workload), ["readinessGates"]),
		found.reached,
	)

	violation := result.with_level(
		result.at_with(
			place.object,
			place.path,
			sprintf(
				"%s, so a rollout of %s deletes old pods before %s counts the new ones as healthy",
				[_reason(found), objects.title(found.workload), exposure.title(found.reached.exposure)],
			),
			array.concat(_chain(found), _labels_of(found.injection)),
		),
		found.level,
	)
}

_of_namespace[found.injection.namespace.index] contains i if {
	some i, found in _unguarded
	_label_helps(found)
}

# The workloads whose pods are targets, and get a gate from nobody, by index.
_unguarded := {workload.index: found |
	some workload in exposure.backends
	reached := _targets(workload)[0]
	rolling.updates(workload)
	not _gated(workload)
	injection := aws.injection(workload)
	_missing(injection)
	found := {
		"workload": workload,
		"reached": reached,
		"injection": injection,
		"injects": aws.controller(workload).injects,
		"level": _level(workload, reached.exposure, injection),
	}
}

_gated(workload) if {
	some gate in workloads.spec(workload).readinessGates
	regex.match(`^target-health\.(elbv2\.k8s\.aws|alb\.ingress\.k8s\.aws)`, sprintf("%v", [gate.conditionType]))
}

# What sends traffic to the pods as targets, the surest first.
_targets(workload) := array.concat([reached | some reached in targets; _sure(reached.exposure)], targets) if {
	targets := [reached |
		some reached in exposure.reported(workload)
		aws.target_type(reached.exposure, reached.service).type == "ip"
		rolling.min_ready_seconds(workload) < aws.seconds_to_healthy(reached.exposure, reached.service)
	]
}

_sure(entrance) if {
	not aws.auto_mode(entrance)
	not entrance.class.assumed
}

_missing(injection) if injection.state == "off"

_missing(injection) if {
	injection.state == "unknown"
	not injection.namespace
}

_label_helps(found) if {
	exposure.judged(found.injection.namespace)
	found.injects
}

_level(workload, entrance, injection) := "warning" if {
	injection.state == "off"
	_sure(entrance)
	not _verified(workload)
	not environment.not_production(workload)
} else := "note"

# Argo Rollouts waits for the targets by itself where it is told to.
_verified(rollout) if {
	rollout.body.spec.strategy.canary.trafficRouting.alb
	aws.rollouts_verify_targets(rollout)
}

_listed(unguarded) := objects.title(unguarded[0].workload) if {
	count(unguarded) == 1
} else := sprintf("%s and %d more", [objects.title(unguarded[0].workload), count(unguarded) - 1])

_reason(found) := "the pods have no readiness gate, and the controller is told to add none" if {
	not found.injects
} else := sprintf("the pods have no readiness gate, and the labels of namespace %s are not in sight", [found.workload.namespace]) if {
	found.injection.state == "unknown"
} else := sprintf("the pods have no readiness gate, and namespace %s lacks the label %s=enabled", [
	found.workload.namespace,
	aws.inject_label,
])

_chain(found) := array.concat(
	exposure.chain(found.reached),
	[result.related(decisive.object, decisive.path, "makes the pods the targets") |
		some decisive in aws.target_type(found.reached.exposure, found.reached.service).places
	],
)

_labels_of(injection) := [result.related(injection.namespace, ["metadata", "labels"], "labels the namespace")] if {
	injection.namespace
} else := []
