# METADATA
# title: DaemonSet container with no memory bound at all
# description: |
#   Each node runs a pod of a DaemonSet, so what leaks in one of them leaks on every
#   node. Without a memory request the scheduler counts the pod as 0 bytes, and
#   without a limit it grows until the node is out of memory and the kernel picks
#   something to kill. The rule looks for containers, native sidecars included, that
#   set neither, and for log and metrics agents that set a request but no limit.
#
#   Log and metrics agents are told by their images, such as fluent-bit, fluentd,
#   filebeat, vector, promtail, alloy or telegraf. They hold back in memory what
#   their receiver does not take.
#
#   Left alone:
#
#   - a LimitRange in the namespace that supplies a memory request or limit
#   - `resources` of the pod as a whole, and a VerticalPodAutoscaler that is not `Off`
#   - clusters with a policy of Kyverno, of Gatekeeper or of the API server that writes
#     requests or limits into pods
#   - resources that a placeholder stands for
#   - DaemonSets that a node selector such as `non-existing: "true"` turns off
#   - stores of metrics or logs, which another rule is about
#
#   Each such container is reported.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
#     description: Resource management for pods and containers
#   - ref: https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/
#     description: Node-pressure eviction
# custom:
#   level: warning
#   level_reason: |
#     A log or metrics agent without any bound is what the incident ran on. A note for
#     other containers, whose memory many vendors leave open on purpose; for agents
#     with a request; for what a chart renders with the values it ships; and outside
#     of production.
#   remediation: |
#     Set a request from what the agent uses, and a limit with headroom for a time in
#     which its receiver is away:
#
#     ```yaml
#     resources:
#       requests:
#         memory: 200Mi
#       limits:
#         memory: 400Mi
#     ```
#   kinds:
#     - apps/DaemonSet
#   also: [dfds-2024-agent-oom-limitrange]
#   since: 0.1.0
package kubegap.cases.bluematador_2019_node_oom.daemonset_without_memory_bounds

import data.kubegap.lib.charts
import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.resources
import data.kubegap.lib.result
import data.kubegap.lib.telemetry
import data.kubegap.lib.workloads

violations contains violation if {
	some daemon_set in objects.of_kind("apps/DaemonSet")
	some c in resources.unbounded(daemon_set, "memory")
	not telemetry.store(c.container)
	not _turned_off(daemon_set)

	violation := result.with_level(
		result.at(
			daemon_set,
			resources.path(c),
			sprintf(
				"container %v has no memory request or limit, so a leak takes the memory of every node until the kernel kills something there",
				[c.container.name],
			),
		),
		_level(daemon_set, c.container),
	)
}

violations contains violation if {
	some daemon_set in objects.of_kind("apps/DaemonSet")
	some c in workloads.long_running(daemon_set)
	telemetry.agent(c.container)
	request := c.container.resources.requests.memory
	object.get(c.container, ["resources", "limits", "memory"], null) == null
	not _limited(daemon_set)
	not _turned_off(daemon_set)

	violation := result.with_level(
		result.at(
			daemon_set,
			array.concat(resources.path(c), ["limits"]),
			sprintf(
				"container %v requests %v of memory and has no limit, so it may grow on every node while its receiver is away",
				[c.container.name, request],
			),
		),
		"note",
	)
}

_limited(daemon_set) if workloads.spec(daemon_set).resources.limits.memory

_limited(daemon_set) if {
	some ranged in resources.ranges(daemon_set)
	ranged.item.default.memory
}

_limited(daemon_set) if resources.autosized(daemon_set)

_limited(daemon_set) if resources.rewritten(daemon_set)

_turned_off(daemon_set) if {
	some key, _ in workloads.spec(daemon_set).nodeSelector
	regex.match(`(?i)non-?exist|disabled?$|(^|/)never$`, key)
}

_level(daemon_set, container) := "warning" if {
	telemetry.agent(container)
	not charts.bare(daemon_set)
	not environment.not_production(daemon_set)
} else := "note"
