# METADATA
# description: How many pods a workload is declared to run.
package kubegap.lib.replicas

import data.kubegap.lib.objects
import data.kubegap.lib.proportional

# METADATA
# description: |
#   The effective number of pods: {"min", "max", "object", "path"}, the last two
#   naming the field that decides. An autoscaler decides before spec.replicas; a
#   HorizontalPodAutoscaler starts at 1 pod, a ScaledObject at 0 and ends at 100.
#   Undefined for workloads that have no number of replicas, and where the
#   number is a placeholder or left to an autoscaler of another kind.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/horizontal-pod-autoscaler-v2/
#   - ref: https://keda.sh/docs/latest/reference/scaledobject-spec/
effective(workload) := _scaled(_autoscalers(workload)[0]) if {
	_counted(workload)
} else := {"min": number, "max": number, "object": workload, "path": ["spec", "replicas"]} if {
	_counted(workload)
	count(_autoscalers(workload)) == 0
	number := _number(workload.body, ["spec", "replicas"], 1)
}

# METADATA
# description: |
#   Whether one pod can go while another serves: two or more are declared, or an
#   autoscaler decides on the number.
several(workload) if effective(workload).max > 1

several(workload) if count(_autoscalers(workload)) > 0

several(workload) if _scaled_elsewhere(workload)

# METADATA
# description: Whether no pods run at all.
none(workload) if effective(workload).max == 0

_counted(workload) if {
	workload.kind in {"Deployment", "ReplicaSet", "Rollout", "StatefulSet"}
	not _scaled_elsewhere(workload)
}

# Autoscalers whose numbers are not followed: in proportion to the cluster, and of
# other kinds, such as DatadogPodAutoscaler.
_scaled_elsewhere(workload) if proportional.targeted(workload)

_scaled_elsewhere(workload) if {
	some e in array.concat([workload.environment], input.environments[workload.environment].sees)
	_targeted[e][[workload.kind, workload.namespace, workload.name]]
}

_targeted[e] := {[target.kind, scaler.namespace, target.name]: true |
	some kind, indices in environment.by_kind
	regex.match(`(HPA|PodAutoscaler)$`, kind)
	not regex.match(`Vertical|^autoscaling/HorizontalPodAutoscaler$`, kind)
	some i in indices
	scaler := input.objects[i]
	some field in ["scaleTargetRef", "targetRef"]
	target := scaler.body.spec[field]
} if {
	some e, environment in input.environments
}

_autoscalers(workload) := [scaler |
	some scaler in objects.linking(workload, "scales")
	_defaults[scaler.kind]
]

_scaled(scaler) := {"min": low, "max": high, "object": scaler, "path": ["spec", field]} if {
	fields := _defaults[scaler.kind]
	field := fields.max[0]
	low := _number(scaler.body, ["spec", fields.min[0]], fields.min[1])
	high := _number(scaler.body, ["spec", field], fields.max[1])
}

# For each kind of autoscaler its fields and what the controller assumes where
# they are absent.
_defaults := {
	"HorizontalPodAutoscaler": {"min": ["minReplicas", 1], "max": ["maxReplicas", null]},
	"ScaledObject": {"min": ["minReplicaCount", 0], "max": ["maxReplicaCount", 100]},
}

_number(body, path, otherwise) := number if {
	number := _or(object.get(body, path, null), otherwise)
	is_number(number)
}

_or(null, otherwise) := otherwise

_or(value, _) := value if not is_null(value)
