# METADATA
# title: Cluster DNS that stops before its clients are moved away
# description: |
#   When a CoreDNS pod is told to stop, nodes still send it queries for some
#   seconds, until kube-proxy has taken it out of its rules. `lameduck` of the health
#   plugin makes CoreDNS answer during that time. The rule looks for a Corefile of
#   the cluster's DNS, one that uses the kubernetes plugin, without it. One health
#   plugin counts for the whole process, whatever server block it is in.
#
#   A `lameduck` as long as the grace period of the pods, or longer, is noted: the
#   process is killed while it still serves.
#
#   Left alone:
#
#   - a Corefile that imports other files, which may hold the option; snippets of the
#     same file are read
#   - a Corefile without the kubernetes plugin: NodeLocal DNSCache, resolvers,
#     k8s_gateway
#   - pods whose containers wait at least three seconds in `preStop.sleep`; the image
#     of CoreDNS has no shell that could sleep
#   - ConfigMaps that hold other keys only, such as coredns-custom
#   - clusters that are declared to have one node
#   - a duration that comes from a variable.
# scope: package
# related_resources:
#   - ref: https://coredns.io/plugins/health/
#     description: The health plugin
#   - ref: https://kubernetes.io/docs/tutorials/services/pods-and-endpoint-termination-flow/
#     description: Termination of pods and their endpoints
# custom:
#   level: warning
#   level_reason: |
#     The option costs nothing and belongs to the default configuration of kubeadm
#     and of the CoreDNS chart; without it, every roll-out and scale-down of CoreDNS
#     fails lookups. A note for a duration that reaches the grace period, and where
#     the manifests are not for production.
#   remediation: |
#     Let CoreDNS answer for some seconds after it was told to stop, fewer than the
#     30 seconds of the grace period:
#
#     ```
#     health {
#         lameduck 5s
#     }
#     ```
#   kinds:
#     - ConfigMap
#   words: [Corefile]
#   since: 0.1.0
package kubegap.cases.il_0049.coredns_no_lameduck

import data.kubegap.lib.coredns
import data.kubegap.lib.drain
import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some config_map in objects.of_kind("ConfigMap")
	text := coredns.corefile(config_map)
	coredns.serves_cluster(text)
	not _lingers(text)
	not coredns.imports_files(text)
	not environment.one_node(config_map)
	not _waits(config_map)
	place := _place(text)

	violation := result.with_fix(
		result.with_level(
			result.at(config_map, ["data", "Corefile", place.line], place.message),
			_level(config_map),
		),
		_fix(config_map, text, place.line),
	)
}

violations contains violation if {
	some config_map in objects.of_kind("ConfigMap")
	text := coredns.corefile(config_map)
	coredns.serves_cluster(text)
	lameduck := coredns.lameduck(text)
	some workload in objects.linking(config_map, "uses")
	grace := drain.grace(workload)
	lameduck.seconds != null
	lameduck.seconds >= grace

	violation := result.with_level(
		result.at_with(
			config_map,
			["data", "Corefile", lameduck.line],
			sprintf(
				"CoreDNS answers for %v s after it is told to stop, but is killed after %v s, so the last queries are cut off",
				[lameduck.seconds, grace],
			),
			[result.related(
				workloads.holder(workload),
				array.concat(workloads.spec_path(workload), ["terminationGracePeriodSeconds"]),
				sprintf("the pod is killed after %v s", [grace]),
			)],
		),
		"note",
	)
}

# A health plugin without options gets the one that is missing.
_fix(config_map, text, number) := [result.set(
	config_map,
	["data", "Corefile", number],
	concat("\n", [
		trim_right(sprintf("%s%s { %s", [parts[1], parts[2], parts[3]]), " "),
		sprintf("%s    lameduck 5s", [parts[1]]),
		sprintf("%s}", [parts[1]]),
	]),
)] if {
	line := split(text, "\n")[number]
	parts := regex.find_all_string_submatch_n(`^(\s*)(health(?:\s+[^\s{}#"]+)?)\s*(#.*)?$`, line, 1)[0]
} else := []

# An unknown duration may be long enough.
_lingers(text) if {
	seconds := coredns.lameduck(text).seconds
	_positive_or_unknown(seconds)
}

_positive_or_unknown(seconds) if seconds == null

_positive_or_unknown(seconds) if seconds > 0

_waits(config_map) if {
	some workload in objects.linking(config_map, "uses")
	some container in workloads.long_running(workload)
	container.container.lifecycle.preStop.sleep.seconds >= 3
}

# The line to change: that of the health plugin, or of the kubernetes plugin.
_place(text) := {
	"line": lines[0],
	"message": "health has no lameduck, so CoreDNS stops answering while nodes still send it queries, and lookups time out",
} if {
	lines := _lines(text, "health")
	count(lines) > 0
}

_place(text) := {
	"line": _lines(text, "kubernetes")[0],
	"message": "no health plugin with a lameduck is configured, so CoreDNS stops answering while nodes still send it queries, and lookups time out",
} if {
	count(_lines(text, "health")) == 0
}

_lines(text, name) := [plugin.line |
	some plugin in coredns.plugins(text)
	plugin.name == name
]

_level(config_map) := "note" if {
	environment.not_production(config_map)
} else := "warning"
