# METADATA
# description: |
#   How a workload replaces its pods. Deployments, StatefulSets and Argo Rollouts
#   go on serving while they do, unless they are told otherwise.
package kubegap.lib.rolling

import data.kubegap.lib.replicas

# METADATA
# description: |
#   Whether the workload replaces its pods step by step, so that some are
#   expected to serve all the time. Not so for a Deployment with the strategy
#   Recreate, a StatefulSet with OnDelete or a single pod, a workload without
#   pods, or one whose pod template an Argo Rollout has taken over.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#strategy
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#update-strategies
updates(workload) if {
	workload.kind in {"Deployment", "Rollout", "StatefulSet"}
	not replicas.none(workload)
	not _stops_first(workload)
	not _lends_template(workload)
}

_stops_first(workload) if workload.body.spec.strategy.type == "Recreate"

_stops_first(workload) if workload.body.spec.updateStrategy.type == "OnDelete"

_stops_first(workload) if {
	workload.kind == "StatefulSet"
	not replicas.several(workload)
}

_lends_template(workload) if count(object.get(workload, ["linked_by", "template_of"], [])) > 0

# METADATA
# description: |
#   The seconds a new pod has to be ready before an old one goes; 0 by default.
min_ready_seconds(workload) := seconds if {
	seconds := object.get(workload.body, ["spec", "minReadySeconds"], 0)
	is_number(seconds)
} else := 0
