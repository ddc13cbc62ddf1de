# METADATA
# title: DNS of the cluster with a small memory limit
# description: |
#   The memory of CoreDNS grows with the queries in flight. A limit that fits the
#   everyday load kills all replicas together when a client retries, and again as soon
#   as they are back. The rule looks at the DNS of the cluster, which carries the label
#   `k8s-app: kube-dns` or runs CoreDNS with the kubernetes plugin, and at releases of
#   the coredns chart:
#
#   - a memory limit of 100Mi or less
#   - as a note, a limit of up to 170Mi, which is what kubeadm sets; the chart of the
#     community sets 128Mi
#   - as a note, a limit of NodeLocal DNSCache of 64Mi or less
#
#   Left alone:
#
#   - no memory limit at all, and limits that placeholders stand for
#   - clusters that are declared to have one node
#   - a VerticalPodAutoscaler that is not `Off`
#   - CoreDNS that serves other zones, and containers beside it
#   - releases some of whose values are elsewhere, that are not the cluster's DNS, or
#     whose chart is rendered, so that its objects tell.
# scope: package
# related_resources:
#   - ref: https://github.com/coredns/deployment/blob/master/kubernetes/Scaling_CoreDNS.md
#     description: Memory and CPU of CoreDNS
#   - ref: https://github.com/coredns/helm/blob/master/charts/coredns/values.yaml
#     description: Values of the coredns chart
# custom:
#   level: warning
#   level_reason: |
#     The limit of the incident, below what any distribution sets. A note for the stock
#     values of kubeadm and of the chart, and for the cache of a node, which a kill
#     concerns alone; for what a chart renders with the values it ships; and outside of
#     production.
#   remediation: |
#     Size the limit for a spike of queries, several times the everyday use:
#
#     ```yaml
#     resources:
#       requests:
#         cpu: 100m
#         memory: 256Mi
#       limits:
#         memory: 1Gi
#     ```
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - argoproj.io/Application
#     - helm.cattle.io/HelmChart
#     - helm.toolkit.fluxcd.io/HelmRelease
#   words: [coredns, dns]
#   since: 0.1.0
package kubegap.cases.zalando_2019_coredns_oom.cluster_dns_tight_memory_limit

import data.kubegap.lib.charts
import data.kubegap.lib.coredns
import data.kubegap.lib.environment
import data.kubegap.lib.images
import data.kubegap.lib.objects
import data.kubegap.lib.quantities
import data.kubegap.lib.releases
import data.kubegap.lib.replicas
import data.kubegap.lib.resources
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in objects.of_kinds(["apps/DaemonSet", "apps/Deployment"])
	some c in workloads.long_running(workload)
	images.basename(c.container.image) in {"coredns", "k8s-dns-kube-dns"}
	written := c.container.resources.limits.memory
	limit := quantities.milli(written)
	limit <= quantities.milli("170Mi")
	coredns.cluster_dns(workload)
	not resources.autosized(workload)
	not replicas.none(workload)
	not environment.one_node(workload)

	violation := result.with_level(
		result.at(workload, array.concat(resources.path(c), ["limits", "memory"]), _message(written)),
		_level(workload, limit),
	)
}

violations contains violation if {
	some workload in objects.of_kind("apps/DaemonSet")
	some c in workloads.long_running(workload)
	images.basename(c.container.image) == "k8s-dns-node-cache"
	written := c.container.resources.limits.memory
	quantities.milli(written) <= quantities.milli("64Mi")
	not resources.autosized(workload)

	violation := result.with_level(
		result.at(
			workload,
			array.concat(resources.path(c), ["limits", "memory"]),
			sprintf("limits the memory of the node's DNS cache to %v, so a spike of queries on a node takes name resolution from all of its pods", [written]),
		),
		"note",
	)
}

violations contains violation if {
	some release in releases.of({"coredns"})
	written := object.get(release.values, ["resources", "limits", "memory"], null)
	limit := quantities.milli(written)
	limit <= quantities.milli("170Mi")
	object.get(release.values, "isClusterService", true) == true
	not _other_zones(release.values)
	not environment.one_node(release.object)

	violation := result.with_level(
		result.at(release.object, array.concat(release.path, ["resources", "limits", "memory"]), _message(written)),
		_level(release.object, limit),
	)
}

_other_zones(values) if {
	plugins := [plugin.name |
		some server in values.servers
		some plugin in server.plugins
	]
	count(plugins) > 0
	not "kubernetes" in plugins
}

_message(written) := sprintf("limits the memory of the cluster's DNS to %v, so a spike of queries kills all of its pods at the same time", [written])

_level(obj, limit) := "warning" if {
	limit <= quantities.milli("100Mi")
	not charts.bare(obj)
	not environment.not_production(obj)
} else := "note"
