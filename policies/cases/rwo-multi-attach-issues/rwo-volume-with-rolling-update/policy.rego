# METADATA
# title: Rolling update over a volume that one node can hold
# description: |
#   A Deployment by default starts the new pod before it stops the old one. If both
#   use a claim with the access mode `ReadWriteOnce` and the new pod is put on
#   another node, its volume cannot be attached there, and the old pod stays until
#   the new one is ready: the update never ends. With `ReadWriteOncePod` the new pod
#   is not even scheduled. Several replicas that share such a claim have the same
#   trouble on two nodes from the start.
#
#   Left alone:
#
#   - the strategy `Recreate`, `maxSurge: 0`, and a `maxUnavailable` that lets the only
#     pod go first (25 %, the default, of three pods or fewer is none)
#   - StatefulSets and ephemeral volumes, with a claim for each pod
#   - claims that are not in scope, or that may be shared (`ReadWriteMany`,
#     `ReadOnlyMany`)
#   - storage that is not attached to a node or keeps pods on it: NFS, SMB, CephFS,
#     EFS, Azure Files, local volumes and directories of the host
#   - pods that are bound to one node by name, selector or affinity, or to each other
#     by required affinity
#   - zero replicas, and a strategy or numbers that are placeholders
#   - clusters that are declared to have one node.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes
#     description: Access modes
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#rolling-update-deployment
#     description: How maxUnavailable and maxSurge are rounded
# custom:
#   level: warning
#   level_reason: |
#     It hangs whenever the scheduler picks another node. An error for
#     `ReadWriteOncePod`, where no node is right. A note where neither the storage
#     class nor the cloud tells that the storage is attached to a node, and outside of
#     production.
#   remediation: |
#     Stop the old pod first:
#
#     ```yaml
#     spec:
#       strategy:
#         type: Recreate
#     ```
#
#     For several replicas use a StatefulSet with `volumeClaimTemplates`, or storage
#     with the access mode `ReadWriteMany`.
#   kinds: [apps/Deployment]
#   words: [persistentVolumeClaim]
#   since: 0.1.0
package kubegap.cases.rwo_multi_attach_issues.rwo_volume_with_rolling_update

import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.selectors
import data.kubegap.lib.storage
import data.kubegap.lib.workloads

violations contains violation if {
	some deployment in objects.of_kind("apps/Deployment")
	some volume in workloads.spec(deployment).volumes
	volume.persistentVolumeClaim
	_rolling(deployment)
	pods := replicas.effective(deployment)
	_overlaps(deployment, pods)
	not _one_place(deployment)
	not environment.one_node(deployment)
	claim := _claim(deployment, volume.persistentVolumeClaim.claimName)
	mode := _mode(claim)
	not storage.unattached(claim)

	violation := result.with_fix(
		result.with_level(
			result.at_with(deployment, ["spec", "strategy"], _message(claim, mode, pods), [
				result.related(claim, ["spec", "accessModes"], "lets one node use the volume"),
				result.related(pods.object, pods.path, "sets the number of pods"),
			]),
			_level(deployment, claim, mode),
		),
		_fix(deployment, pods),
	)
}

_rolling(deployment) if {
	strategy := object.get(deployment.body, ["spec", "strategy"], null)
	object.get(_mapping(strategy), "type", "RollingUpdate") == "RollingUpdate"
	not is_string(strategy)
	not is_string(object.get(_mapping(strategy), "rollingUpdate", null))
}

# A single pod that makes way before the next one starts. The API server refuses
# the strategy beside settings of another one.
_fix(deployment, pods) := [result.set(deployment, ["spec", "strategy", "type"], "Recreate")] if {
	pods.max == 1
	not deployment.body.spec.strategy.rollingUpdate
} else := []

_claim(deployment, name) := [claim |
	some claim in objects.linked(deployment, "uses")
	claim.kind == "PersistentVolumeClaim"
	claim.name == name
][0]

_mode(claim) := mode if {
	modes := {mode | some mode in claim.body.spec.accessModes}
	count(modes) == 1
	some mode in modes
	mode in {"ReadWriteOnce", "ReadWriteOncePod"}
}

# Two pods at a time: for good, or during an update.
_overlaps(_, pods) if pods.max > 1

_overlaps(deployment, pods) if {
	pods.max == 1
	rolling := object.get(deployment.body, ["spec", "strategy", "rollingUpdate"], {})
	_share(rolling, "maxUnavailable", "25%") < 100
	_share(rolling, "maxSurge", "25%") > 0
}

# A number of pods or a percentage, of one pod and as a percentage.
_share(rolling, field, otherwise) := share if {
	value := object.get(_mapping(rolling), field, otherwise)
	share := _percent(value)
}

_mapping(value) := value if {
	is_object(value)
} else := {}

_percent(value) := value * 100 if is_number(value)

_percent(value) := to_number(trim_suffix(value, "%")) if {
	is_string(value)
	regex.match(`^[0-9]{1,4}%$`, value)
}

_one_place(deployment) if workloads.spec(deployment).nodeName

_one_place(deployment) if workloads.spec(deployment).nodeSelector["kubernetes.io/hostname"]

_one_place(deployment) if {
	terms := workloads.spec(deployment).affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms
	some term in terms
	some expression in term.matchExpressions
	expression.key == "kubernetes.io/hostname"
}

_one_place(deployment) if {
	some term in workloads.spec(deployment).affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution
	term.topologyKey == "kubernetes.io/hostname"
	selectors.matches(term.labelSelector, workloads.labels(deployment))
}

_level(deployment, claim, mode) := "note" if {
	some obj in [deployment, claim]
	environment.not_production(obj)
} else := "error" if {
	mode == "ReadWriteOncePod"
} else := "warning" if {
	storage.attached(claim)
} else := "note"

_message(claim, mode, pods) := sprintf(
	"%d pods share the claim %s, which one pod at a time may use (ReadWriteOncePod), so the others are never scheduled",
	[pods.max, claim.name],
) if {
	mode == "ReadWriteOncePod"
	pods.max > 1
} else := sprintf(
	"a rolling update starts the new pod while the old one holds the claim %s, which one pod at a time may use (ReadWriteOncePod), so it never ends",
	[claim.name],
) if {
	mode == "ReadWriteOncePod"
} else := sprintf(
	"%d pods share the claim %s, which one node at a time may use (ReadWriteOnce), so pods on other nodes never start",
	[pods.max, claim.name],
) if {
	pods.max > 1
} else := sprintf(
	"a rolling update starts the new pod while the old one holds the claim %s, which one node at a time may use (ReadWriteOnce), so on another node it never starts",
	[claim.name],
)
