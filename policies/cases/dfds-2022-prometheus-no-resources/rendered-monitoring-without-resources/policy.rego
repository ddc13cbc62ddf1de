# METADATA
# title: Store of metrics or logs that requests no memory
# description: |
#   The memory of Prometheus and its like grows with the series or documents they
#   hold. Without a memory request the scheduler puts such a pod on any node, and
#   without a limit it takes the whole node down with it. Charts such as
#   kube-prometheus-stack leave the resources of the store empty. The rule looks for a
#   store that sets neither a memory request nor a limit:
#
#   - a Prometheus, PrometheusAgent or ThanosRuler of the Prometheus operator
#   - a container whose image is that of Prometheus, Thanos (receive, store or
#     compact), Cortex, Mimir, Loki, VictoriaMetrics, Elasticsearch or OpenSearch
#   - a release of the charts kube-prometheus-stack or prometheus, by Flux, Argo CD or
#     the Helm controller of k3s, whose values set no resources of Prometheus
#
#   Left alone:
#
#   - a LimitRange in the namespace that supplies a memory request or limit
#   - `resources` of the pod as a whole, and a VerticalPodAutoscaler that is not `Off`
#   - clusters with a policy of Kyverno, of Gatekeeper or of the API server that writes
#     requests or limits into pods
#   - custom resources that patch the containers of the store in `containers`
#   - releases some of whose values are in ConfigMaps, Secrets, files or parameters;
#     that turn the store off; that Flux has suspended or post-renders; or whose chart is
#     rendered, so that its objects tell
#   - resources that a placeholder stands for
#   - zero replicas
#   - exporters, adapters, sidecars and whatever else only has such a name in its own.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
#     description: Resource management for pods and containers
#   - ref: https://github.com/prometheus-operator/prometheus-operator/blob/main/Documentation/user-guides/strategic-merge-patch.md
#     description: Containers in the resources of the Prometheus operator
#   - ref: https://github.com/prometheus-community/helm-charts/blob/main/charts/kube-prometheus-stack/values.yaml
#     description: Values of kube-prometheus-stack
# custom:
#   level: warning
#   level_reason: |
#     These are the pods that exhaust nodes. A note for an agent, which only forwards;
#     for what a chart renders with the values it ships; and outside of production.
#   remediation: |
#     Give the store a memory request and limit from what it uses. In the values of
#     kube-prometheus-stack:
#
#     ```yaml
#     prometheus:
#       prometheusSpec:
#         resources:
#           requests:
#             memory: 8Gi
#           limits:
#             memory: 12Gi
#     ```
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/StatefulSet
#     - argoproj.io/Application
#     - helm.cattle.io/HelmChart
#     - helm.toolkit.fluxcd.io/HelmRelease
#     - monitoring.coreos.com/Prometheus
#     - monitoring.coreos.com/PrometheusAgent
#     - monitoring.coreos.com/ThanosRuler
#   words:
#     - Prometheus
#     - PrometheusAgent
#     - ThanosRuler
#     - cortex
#     - elasticsearch
#     - loki
#     - mimir
#     - opensearch
#     - prometheus
#     - thanos
#     - victoria
#     - vmstorage
#   since: 0.1.0
package kubegap.cases.dfds_2022_prometheus_no_resources.rendered_monitoring_without_resources

import data.kubegap.lib.charts
import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.releases
import data.kubegap.lib.replicas
import data.kubegap.lib.resources
import data.kubegap.lib.result
import data.kubegap.lib.telemetry

violations contains violation if {
	some workload in objects.of_kinds(["apps/DaemonSet", "apps/Deployment", "apps/StatefulSet"])
	some c in resources.unbounded(workload, "memory")
	store := telemetry.store(c.container)
	not replicas.none(workload)

	violation := result.with_level(
		result.at(
			workload,
			resources.path(c),
			sprintf("container %v runs %s and requests no memory, so the scheduler puts it on any node and it may take all of its memory", [
				c.container.name,
				store,
			]),
		),
		_level(workload),
	)
}

violations contains violation if {
	some kind in ["Prometheus", "PrometheusAgent", "ThanosRuler"]
	some store in objects.of_kind(concat("/", ["monitoring.coreos.com", kind]))
	spec := object.get(store.body, "spec", {})
	is_object(spec)
	not resources.states(spec, "memory")
	not _patched(spec)
	object.get(spec, "replicas", 1) != 0
	not resources.supplied(store, "memory")
	not _autosized(store)

	violation := result.with_level(
		result.at(
			store,
			["spec", "resources"],
			sprintf("%s requests no memory for its pods, so the scheduler puts them on any node and they may take all of its memory", [kind]),
		),
		_level(store),
	)
}

violations contains violation if {
	some release in releases.of(object.keys(_charts))
	chart := _charts[release.chart]
	not _placeholder(release.values, chart.store)
	values := object.get(release.values, chart.store, {})
	not resources.states(values, "memory")
	not _patched(values)
	not _off(release.values, chart)
	not resources.supplied(releases.installed(release), "memory")

	violation := result.with_level(
		result.at(
			release.object,
			array.concat(release.path, array.concat(chart.store, ["resources"])),
			sprintf("the values set no memory request of Prometheus and the chart %s has no default, so the scheduler puts it on any node and it may take all of its memory", [release.chart]),
		),
		_level(release.object),
	)
}

# The charts: where the values of Prometheus are, and what turns it off.
_charts := {
	"kube-prometheus-stack": {
		"store": ["prometheus", "prometheusSpec"],
		"on": [["prometheus", "enabled"]],
		"off": [["prometheus", "agentMode"]],
	},
	"prometheus": {
		"store": ["server"],
		"on": [["server", "enabled"]],
		"off": [],
	},
}

_off(values, chart) if {
	some path in chart.on
	object.get(values, path, true) != true
}

_off(values, chart) if {
	some path in chart.off
	object.get(values, path, false) != false
}

_off(values, chart) if {
	some field in ["replicas", "replicaCount"]
	object.get(values, array.concat(chart.store, [field]), 1) == 0
}

# Whether the path ends at text that stands for whatever is below.
_placeholder(values, path) if {
	some length in numbers.range(1, count(path))
	is_string(object.get(values, array.slice(path, 0, length), {}))
}

# Containers of the operator's resources are merged into those it makes.
_patched(spec) if {
	some container in spec.containers
	resources.states(container, "memory")
}

_autosized(store) if {
	some scaler in objects.in_scope(store, "autoscaling.k8s.io/VerticalPodAutoscaler")
	scaler.namespace == store.namespace
	scaler.body.spec.targetRef.kind == store.kind
	scaler.body.spec.targetRef.name == store.name
	object.get(scaler.body, ["spec", "updatePolicy", "updateMode"], "") != "Off"
}

_level(obj) := "warning" if {
	obj.kind != "PrometheusAgent"
	not charts.bare(obj)
	not environment.not_production(obj)
} else := "note"
