# METADATA
# title: DaemonSet that is replaced on most nodes at once
# description: |
#   A DaemonSet is rolled out node by node unless `maxUnavailable` says otherwise. With
#   half of the nodes or more at a time, a version that does harm is everywhere before
#   anybody can stop the rollout, and what it does on a node is gone on all of them
#   meanwhile.
#
#   The rule looks for a `maxUnavailable` of 50 % or more. A `maxSurge` of that size, and
#   50 nodes or more as a number, are worth a note.
#
#   Left alone:
#
#   - no strategy, or none with a number: the default is one node
#   - the strategy OnDelete
#   - a cluster that is declared to have one node
#   - percentages that are not filled in yet
#
#   Storage and device managers, whose charts set 100 % on purpose, give a note, as do
#   pods that only pull images and then pause.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
#     description: Rolling updates of DaemonSets
# custom:
#   level: warning
#   level_reason: |
#     It takes the chance away to stop a bad rollout. A note for absolute numbers, whose
#     weight depends on the size of the cluster, for surges, which keep the old pods until
#     the new ones are ready, for storage and device managers and for pods that
#     pause, and outside of production.
#   remediation: |
#     Replace a few nodes at a time, and give each new pod a while to show that it works:
#
#     ```yaml
#     spec:
#       minReadySeconds: 30
#       updateStrategy:
#         type: RollingUpdate
#         rollingUpdate:
#           maxUnavailable: 10%
#     ```
#   kinds: [apps/DaemonSet]
#   words: [maxUnavailable, maxSurge]
#   since: 0.1.0
package kubegap.cases.openai_2024_telemetry.daemonset_all_at_once_rollout

import data.kubegap.lib.environment
import data.kubegap.lib.images
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some daemonset in objects.of_kind("apps/DaemonSet")
	strategy := daemonset.body.spec.updateStrategy
	not strategy.type == "OnDelete"
	value := strategy.rollingUpdate[field]
	effect := _effects[field]
	share := _share(value)
	share.many
	not environment.one_node(daemonset)

	violation := result.with_level(
		result.at(
			daemonset,
			["spec", "updateStrategy", "rollingUpdate", field],
			sprintf("%s %s at once, so a bad version is there before anybody can stop it", [effect, share.text]),
		),
		_level(daemonset, field, share),
	)
}

_effects := {
	"maxSurge": "starts the new pods on",
	"maxUnavailable": "replaces the pods on",
}

_share(value) := {"many": true, "text": "all nodes", "relative": true} if {
	_percent(value) >= 100
} else := {"many": _percent(value) >= 50, "text": sprintf("%s of the nodes", [value]), "relative": true} if {
	is_string(value)
} else := {"many": value >= 50, "text": sprintf("%d nodes", [value]), "relative": false} if {
	is_number(value)
}

_percent(value) := to_number(trim_suffix(value, "%")) if {
	is_string(value)
	regex.match(`^[0-9]{1,3}%$`, value)
}

_level(daemonset, field, share) := "warning" if {
	field == "maxUnavailable"
	share.relative
	not _all_on_purpose(daemonset)
	not environment.not_production(daemonset)
} else := "note"

_all_on_purpose(daemonset) if {
	containers := workloads.long_running(daemonset)
	count(containers) > 0
	every c in containers {
		images.basename(c.container.image) in {"mirrored-pause", "pause", "pause-amd64"}
	}
}

_all_on_purpose(daemonset) if {
	some c in workloads.long_running(daemonset)
	regex.match(`longhorn|openebs|csi|gpu|nvidia|device-?plugin|kubelet-?plugin`, images.repository(c.container.image))
}
