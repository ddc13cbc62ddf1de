# METADATA
# title: Workload that tolerates every taint without a time limit
# description: |
#   A toleration with the operator `Exists` and no key matches all taints, also those
#   by which Kubernetes marks a node as not ready or unreachable. Without
#   `tolerationSeconds` it does so for ever, and the API server then leaves out the
#   300 seconds that it gives to other pods: pods on a dead node are never replaced
#   elsewhere. Where no effect is given, or `NoSchedule` as well, the scheduler also
#   puts them on cordoned nodes, so that a drain moves them in a circle.
#
#   Left alone:
#
#   - DaemonSets and bare Pods
#   - plumbing that has to start on tainted nodes: the priority classes
#     `system-cluster-critical` and `system-node-critical`, the network of the node, and the
#     controllers of networks, storage and clouds by their names
#   - pods that are pinned to a node by its name
#   - a further toleration, of unreachable nodes or of all taints, that has a time limit
#   - clusters of a single node
#   - workloads with zero replicas, and suspended CronJobs and Jobs
#
#   Tolerations with a key are never reported.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
#     description: Taints and tolerations
#   - ref: https://pkg.go.dev/k8s.io/kubernetes/plugin/pkg/admission/defaulttolerationseconds
#     description: The tolerations that the API server adds
# custom:
#   level: warning
#   level_reason: |
#     One dead node takes the pods on it down until somebody deletes them. A note for the
#     effect `NoSchedule` alone, for Jobs, for workloads of kube-system or of control plane
#     nodes, and where the manifests are not for production.
#   remediation: |
#     Name the taints that are meant:
#
#     ```yaml
#     tolerations:
#       - key: dedicated
#         operator: Equal
#         value: batch
#         effect: NoSchedule
#     ```
#   kinds:
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - batch/CronJob
#     - batch/Job
#   words: [tolerations]
#   since: 0.1.0
package kubegap.cases.datadog_2019_mutable_tag.blanket_toleration

import data.kubegap.lib.environment
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in workloads.all
	not workload.kind in {"DaemonSet", "Pod"}
	blanket := _blanket(workload)
	effects := {toleration.effect | some toleration in blanket}
	count(effects & {"", "NoExecute", "NoSchedule"}) > 0
	not _plumbing(workload)
	not _pinned(workloads.spec(workload))
	not _limited(workload)
	not replicas.none(workload)
	not workload.body.spec.suspend == true
	not environment.one_node(workload)

	violation := result.with_level(
		result.at(workloads.holder(workload), _decisive(blanket).path, _message(effects)),
		_level(workload, effects),
	)
}

# The tolerations of every key that hold for ever.
_blanket(workload) := [{"effect": object.get(toleration, "effect", ""), "path": path} |
	some i, toleration in workloads.spec(workload).tolerations
	toleration.operator == "Exists"
	object.get(toleration, "key", "") == ""
	not toleration.tolerationSeconds
	path := array.concat(workloads.spec_path(workload), ["tolerations", i])
]

_decisive(blanket) := [toleration |
	some effect in ["", "NoExecute", "NoSchedule"]
	some toleration in blanket
	toleration.effect == effect
][0]

# Which of two tolerations decides depends on their order, so one with a limit is
# taken to be the first.
_limited(workload) if {
	some toleration in workloads.spec(workload).tolerations
	toleration.tolerationSeconds
	object.get(toleration, "key", "") in {"", "node.kubernetes.io/unreachable"}
}

_pinned(spec) if spec.nodeName

_pinned(spec) if spec.nodeSelector["kubernetes.io/hostname"]

_pinned(spec) if {
	some term in spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms
	some expression in array.concat(
		object.get(term, "matchExpressions", []),
		object.get(term, "matchFields", []),
	)
	expression.operator == "In"
	expression.key in {"kubernetes.io/hostname", "metadata.name"}
}

_plumbing(workload) if workloads.spec(workload).priorityClassName in {"system-cluster-critical", "system-node-critical"}

_plumbing(workload) if workloads.spec(workload).hostNetwork == true

_plumbing(workload) if {
	regex.match(
		`tigera|calico|cilium|antrea|flannel|weave-net|kube-router|(^|-)(cni|csi|ccm)(-|$)|cloud-controller|cloud-provider|konnectivity|kube-proxy|(^|-)dns$`,
		workload.name,
	)
}

_message(effects) := "tolerates every taint without a time limit, so pods stay on a dead node and return to a drained one" if {
	_both(effects)
} else := "tolerates every NoExecute taint without a time limit, so pods stay on a dead node" if {
	"NoExecute" in effects
} else := "tolerates every NoSchedule taint, so pods are placed on cordoned nodes and on those kept for others"

_both(effects) if "" in effects

_both(effects) if {
	"NoExecute" in effects
	"NoSchedule" in effects
}

_level(workload, effects) := "note" if {
	count(effects & {"", "NoExecute"}) == 0
} else := "note" if {
	environment.not_production(workload)
} else := "note" if {
	workload.group == "batch"
} else := "note" if {
	workload.namespace == "kube-system"
} else := "note" if {
	some label in ["node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master"]
	contains(json.marshal(_placement(workloads.spec(workload))), label)
} else := "warning"

_placement(spec) := [object.get(spec, "nodeSelector", {}), object.get(spec, ["affinity", "nodeAffinity"], {})]
