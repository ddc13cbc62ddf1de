# METADATA
# title: DNS autoscaler without a floor of two pods
# description: |
#   Every removal of a DNS pod leaves clients with stale connection tracking
#   entries for a moment, and a cluster with a single DNS pod has none left when
#   that one goes. The rule looks for autoscalers of the cluster's DNS that may go
#   down to one pod in a cluster of several nodes:
#
#   - cluster-proportional-autoscaler with parameters of mode `linear` whose `min` is
#     absent or below 2, without `preventSinglePointFailure`
#   - the same with a `ladder` whose tables give one replica to two nodes or more, or
#     to nine cores or more where only cores count
#   - a HorizontalPodAutoscaler whose `minReplicas` is absent or below 2
#
#   The parameters are those of the ConfigMap that the autoscaler reads, or its
#   `--default-params` where that is not among the manifests. Without an autoscaler,
#   a ConfigMap in kube-system with one of the usual names counts.
#
#   Left alone:
#
#   - clusters that are declared to have one node, and ladder entries about them
#   - autoscalers of anything but the cluster's DNS, and a CoreDNS whose Corefile
#     lacks the kubernetes plugin
#   - `preventSinglePointFailure: true` with whatever `min`, and a `nodesPerReplica`
#     so small that a second node brings a second pod
#   - parameters that cannot be read, or come from variables.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/administer-cluster/dns-horizontal-autoscaling/
#     description: Autoscale the DNS Service in a cluster
#   - ref: https://github.com/kubernetes-sigs/cluster-proportional-autoscaler#control-patterns-and-configmap-formats
#     description: Parameters of cluster-proportional-autoscaler
# custom:
#   level: warning
#   level_reason: |
#     A single DNS pod is a single point of failure, and scaling down to it was the
#     trigger of the incident; a floor takes the worst case away, not the fault in
#     connection tracking. A note where NodeLocal DNSCache answers on the nodes, and
#     where the manifests are not for production.
#   remediation: |
#     Set a floor of at least two pods, three where nodes are in several zones:
#
#     ```yaml
#     data:
#       linear: '{"coresPerReplica": 256, "nodesPerReplica": 16, "min": 3, "preventSinglePointFailure": true}'
#     ```
#   kinds:
#     - apps/Deployment
#     - autoscaling/HorizontalPodAutoscaler
#     - ConfigMap
#   words: [coredns, dns]
#   since: 0.1.0
package kubegap.cases.il_0049.dns_autoscaler_without_floor

import data.kubegap.lib.coredns
import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.proportional
import data.kubegap.lib.result
import data.kubegap.lib.values

# Parameters in the ConfigMap of an autoscaler.
violations contains violation if {
	some autoscaler in _dns_autoscalers
	config_map := proportional.parameters(autoscaler)
	config_map.judged
	some mode in ["ladder", "linear"]
	text := config_map.body.data[mode]
	low := _low(mode, _parameters(text))

	violation := _violation(
		config_map,
		["data", mode],
		low,
		[result.related(autoscaler, proportional.flag(autoscaler, "target").path, "scales the DNS of the cluster")],
	)
}

# Default parameters, where the ConfigMap is out of sight.
violations contains violation if {
	some autoscaler in _dns_autoscalers
	autoscaler.judged
	not proportional.parameters(autoscaler)
	flag := proportional.flag(autoscaler, "default-params")
	some mode, parameters in _parameters(flag.value)
	low := _low(mode, parameters)

	violation := _violation(autoscaler, flag.path, low, [])
}

# A ConfigMap of a usual name, where the autoscaler is out of sight.
violations contains violation if {
	some config_map in objects.of_kind("ConfigMap")
	config_map.name in {
		"coredns-autoscaler",
		"dns-autoscaler",
		"dns-horizontal-autoscaler",
		"kube-dns-autoscaler",
	}
	config_map.namespace == "kube-system"
	not _read(config_map)
	some mode in ["ladder", "linear"]
	low := _low(mode, _parameters(config_map.body.data[mode]))

	violation := _violation(config_map, ["data", mode], low, [])
}

violations contains violation if {
	some hpa in objects.of_kind("autoscaling/HorizontalPodAutoscaler")
	some workload in objects.linked(hpa, "scales")
	coredns.cluster_dns(workload)
	floor := object.get(hpa.body, ["spec", "minReplicas"], 1)
	is_number(floor)
	floor < 2

	violation := result.with_fix(
		_violation(
			hpa,
			["spec", "minReplicas"],
			sprintf("minReplicas is %v", [floor]),
			[result.related(workload, ["metadata", "name"], "the DNS of the cluster")],
		),
		[result.set(hpa, ["spec", "minReplicas"], 2) | object.get(hpa.body, ["spec", "maxReplicas"], 0) >= 2],
	)
}

_violation(obj, path, low, related) := result.with_level(
	result.at_with(
		obj,
		path,
		sprintf("%s, so the DNS of a cluster with several nodes can shrink to one pod, and every lookup fails while that pod is replaced", [low]),
		related,
	),
	_level(obj),
) if {
	not environment.one_node(obj)
}

_level(obj) := "note" if {
	environment.not_production(obj)
} else := "note" if {
	coredns.node_cache(obj)
} else := "warning"

# The autoscalers whose target is the DNS of the cluster. A target out of sight
# is known by its name.
_dns_autoscalers contains autoscaler if {
	some autoscaler in proportional.declared
	_scales_dns(autoscaler)
}

_dns_autoscalers contains autoscaler if {
	some config_map in objects.of_kind("ConfigMap")
	some mode in ["ladder", "linear"]
	config_map.body.data[mode]
	some autoscaler in proportional.in_scope(config_map)
	proportional.parameters(autoscaler).index == config_map.index
	_scales_dns(autoscaler)
}

_scales_dns(autoscaler) if {
	some workload in proportional.targets(autoscaler)
	coredns.cluster_dns(workload)
}

_scales_dns(autoscaler) if {
	count(proportional.targets(autoscaler)) == 0
	some target in proportional.target_names(autoscaler)
	target.name in {"coredns", "kube-dns", "rke2-coredns-rke2-coredns"}
}

# Whether an autoscaler in scope reads the ConfigMap.
_read(config_map) if {
	some autoscaler in proportional.in_scope(config_map)
	proportional.parameters(autoscaler).index == config_map.index
}

_parameters(text) := yaml.unmarshal(text) if {
	is_string(text)
	not values.unknown(text)
	yaml.is_valid(text)
}

# What is wrong with the parameters of a mode.
_low("linear", linear) := "preventSinglePointFailure is off and min is absent" if {
	proportional.linear_floor(linear) < 2
	not linear.min
}

_low("linear", linear) := sprintf("preventSinglePointFailure is off and min is %v", [linear.min]) if {
	proportional.linear_floor(linear) < 2
}

_low("ladder", ladder) := "the ladder gives one replica to more than one node" if {
	proportional.ladder_reaches_one(ladder)
}
