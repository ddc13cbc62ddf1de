# METADATA
# description: |
#   Containers of logging and monitoring, by their images. Names that only hold the
#   name of a tool, such as prometheus-adapter, are others.
package kubegap.lib.telemetry

import data.kubegap.lib.images

# METADATA
# description: |
#   Whether the container collects logs or metrics and forwards them, so that its
#   memory grows with what it has to hold back while the receiver is away.
agent(container) if images.basename(container.image) in _agents

agent(container) if {
	images.basename(container.image) == "agent"
	some name in ["datadog/agent", "datadoghq/agent", "grafana/agent"]
	images.is(container.image, name)
}

_agents := {
	"alloy",
	"aws-for-fluent-bit",
	"aws-otel-collector",
	"filebeat",
	"fluent-bit",
	"fluentd",
	"fluentd-kubernetes-daemonset",
	"fluentd-kubernetes-sumologic",
	"grafana-agent",
	"kubernetes-fluentd",
	"logstash",
	"opentelemetry-collector",
	"opentelemetry-collector-contrib",
	"opentelemetry-collector-k8s",
	"promtail",
	"statsd-exporter",
	"telegraf",
	"vector",
}

# METADATA
# description: |
#   The name of the store of metrics or logs that the container runs, such as
#   "Prometheus", whose memory grows with the series or documents it holds.
store(container) := _stores[name] if {
	name := images.basename(container.image)
	name != "thanos"
} else := "Thanos" if {
	images.basename(container.image) == "thanos"
	some word in object.get(container, "args", [])
	word in {"compact", "receive", "store"}
}

_stores := {
	"cortex": "Cortex",
	"elasticsearch": "Elasticsearch",
	"elasticsearch-oss": "Elasticsearch",
	"loki": "Loki",
	"mimir": "Mimir",
	"opensearch": "OpenSearch",
	"prometheus": "Prometheus",
	"victoria-metrics": "VictoriaMetrics",
	"vmstorage": "VictoriaMetrics",
}
