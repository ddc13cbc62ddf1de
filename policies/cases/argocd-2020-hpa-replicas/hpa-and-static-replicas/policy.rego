# METADATA
# title: Number of replicas that an autoscaler sets, and the manifest too
# description: |
#   A HorizontalPodAutoscaler or a ScaledObject of KEDA sets the replicas of a
#   workload whose manifest declares them as well. Each time the manifest is applied,
#   by a sync of Argo CD or Flux, `kubectl apply` or `helm upgrade`, the number goes
#   back to what it says, whatever the load, and the autoscaler has to start over.
#
#   Left alone:
#
#   - `replicas: 0`, which switches the autoscaler off, and placeholders
#   - an autoscaler whose minimum and maximum are that number
#   - an Application of Argo CD that ignores differences in the replicas and has
#     `RespectIgnoreDifferences=true`; without the option a sync writes the number all
#     the same
#   - a Kustomization of Flux that ignores drift of the replicas, and objects with the
#     annotation or label `kustomize.toolkit.fluxcd.io/ssa: IfNotPresent` or `Ignore`
#   - rebase rules of kapp for the replicas
#   - a ScaledObject that is paused.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#migrating-deployments-and-statefulsets-to-horizontal-autoscaling
#     description: Migrating to horizontal autoscaling
#   - ref: https://argo-cd.readthedocs.io/en/stable/user-guide/best_practices/#leaving-room-for-imperativeness
#     description: Leaving fields to the cluster with Argo CD
# custom:
#   level: warning
#   level_reason: |
#     Under load each apply takes pods away. An error where the number is below the
#     minimum of the autoscaler: then each apply does, whatever the load. A note
#     outside of production.
#   remediation: |
#     Leave `spec.replicas` out of the manifest, in a chart wherever autoscaling is on:
#
#     ```yaml
#     spec:
#       {{- if not .Values.autoscaling.enabled }}
#       replicas: {{ .Values.replicaCount }}
#       {{- end }}
#     ```
#
#     The field was applied before, so removing it sets the number to 1 once: first
#     give up its ownership with `kubectl apply edit-last-applied`, or remove it while
#     the load is low.
#   kinds: [apps/Deployment, apps/ReplicaSet, apps/StatefulSet, argoproj.io/Rollout]
#   words: [HorizontalPodAutoscaler, ScaledObject]
#   since: 0.1.0
package kubegap.cases.argocd_2020_hpa_replicas.hpa_and_static_replicas

import data.kubegap.lib.delivery
import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result

violations contains violation if {
	some workload in objects.of_kinds(["apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet", "argoproj.io/Rollout"])
	workload.linked_by.scales
	declared := workload.body.spec.replicas
	is_number(declared)
	declared > 0
	pods := replicas.effective(workload)
	pods.object.index != workload.index
	[declared, declared] != [pods.min, pods.max]
	not _paused(pods.object)
	not delivery.leaves_replicas(workload)

	violation := result.with_level(
		result.at_with(
			workload,
			["spec", "replicas"],
			sprintf(
				"replicas is %d while %s keeps %d to %d pods, so %s",
				[declared, objects.title(pods.object), pods.min, pods.max, _consequence(declared, pods)],
			),
			[result.related(pods.object, ["spec", "scaleTargetRef"], "sets the number of pods too")],
		),
		_level(workload, declared, pods),
	)
}

# https://keda.sh/docs/latest/concepts/scaling-deployments/#pause-autoscaling
_paused(scaler) if {
	some key, value in scaler.body.metadata.annotations
	is_string(key)
	startswith(key, "autoscaling.keda.sh/paused")
	value != "false"
}

_consequence(declared, pods) := "each apply stops pods that the autoscaler has to start again" if {
	declared < pods.min
} else := "each apply starts pods that the autoscaler stops again" if {
	declared > pods.max
} else := sprintf("each apply puts the number back to %d, whatever the load", [declared])

_level(workload, declared, pods) := "note" if {
	some obj in [workload, pods.object]
	environment.not_production(obj)
} else := "error" if {
	declared < pods.min
} else := "warning"
