# METADATA
# description: What CoreDNS is told to do, and which workloads do it.
package kubegap.lib.coredns

import data.kubegap.lib.objects
import data.kubegap.lib.values
import data.kubegap.lib.workloads

# METADATA
# description: |
#   Whether the Corefile answers for the Services of the cluster, rather than
#   forwarding to those who do, or serving other zones.
serves_cluster(text) if {
	contains(text, "kubernetes")
	some plugin in plugins(text)
	plugin.name == "kubernetes"
}

# METADATA
# description: |
#   The option of the health plugin that keeps CoreDNS answering after it was
#   told to stop: {"seconds", "line"}. The longest counts where there are
#   several, and seconds is null where one of them is unknown.
# related_resources:
#   - ref: https://coredns.io/plugins/health/
#     description: lameduck
lameduck(text) := {"seconds": longest[0], "line": longest[1]} if {
	options := _lameducks(text)
	every option in options {
		option[0] != null
	}
	longest := max(options)
} else := {"seconds": null, "line": options[0][1]} if {
	options := _lameducks(text)
	count(options) > 0
}

_lameducks(text) := [[_seconds(option.arguments[0]), option.line] |
	some plugin in plugins(text)
	plugin.name == "health"
	some option in plugin.options
	option.name == "lameduck"
]

_seconds(duration) := values.seconds(duration)

_seconds(duration) := null if not values.seconds(duration)

# METADATA
# description: The Corefile of a ConfigMap.
corefile(config_map) := config_map.body.data.Corefile if is_string(config_map.body.data.Corefile)

# METADATA
# description: The Corefiles that a workload mounts.
corefiles(workload) := [text |
	some config_map in objects.linked(workload, "uses")
	config_map.kind == "ConfigMap"
	text := corefile(config_map)
]

# METADATA
# description: |
#   Whether the workload is the DNS of the cluster: it has the label that the
#   kube-dns Service selects, or runs CoreDNS with the kubernetes plugin. A
#   CoreDNS whose Corefile is known to lack that plugin is not.
cluster_dns(workload) if {
	_labelled(workload)
	not _serves_otherwise(workload)
}

cluster_dns(workload) if {
	some container in workloads.long_running(workload)
	is_string(container.container.image)
	regex.match(`(^|/)coredns(:|@|$)`, container.container.image)
	some text in corefiles(workload)
	serves_cluster(text)
}

_labelled(workload) if workloads.labels(workload)["k8s-app"] == "kube-dns"

_serves_otherwise(workload) if {
	texts := corefiles(workload)
	count(texts) > 0
	every text in texts {
		not serves_cluster(text)
	}
}

# METADATA
# description: |
#   Whether nodes of the cluster that obj is for have a DNS cache of their own,
#   which asks CoreDNS over TCP and answers from memory when it is away.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/administer-cluster/nodelocaldns/
#     description: NodeLocal DNSCache
node_cache(obj) if {
	some e in array.concat([obj.environment], input.environments[obj.environment].sees)
	e in _node_caches
}

_node_caches contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["apps/DaemonSet"]
	some container in input.objects[i].body.spec.template.spec.containers
	is_string(container.image)
	contains(container.image, "k8s-dns-node-cache")
}
