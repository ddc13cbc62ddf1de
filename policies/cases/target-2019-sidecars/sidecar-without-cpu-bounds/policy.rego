# METADATA
# title: Log or metrics sidecar without bounds
# description: |
#   A sidecar that ships logs or metrics idles while its receiver is there. When the
#   receiver is away it retries and fills its buffers, in every pod that has one at the
#   same time, and takes CPU and memory from the application and the node. The rule
#   looks for such a container beside another one that sets memory:
#
#   - it sets neither CPU nor memory, as request or as limit
#   - as a note, it sets some of that, but no memory limit, or nothing about CPU
#
#   Sidecars are told by their images, such as fluent-bit, fluentd, filebeat, vector,
#   promtail, alloy, telegraf or the OpenTelemetry Collector.
#
#   Left alone:
#
#   - DaemonSets and Jobs, and pods of which no container sets memory, which other
#     rules are about
#   - a collector that is what the workload is for: one has the other's name, as
#     `statsd` of `airflow-statsd`, or there are only helpers beside it, such as
#     reloaders, exporters and authenticating proxies
#   - a LimitRange in the namespace that supplies the bound
#   - `resources` of the pod as a whole, and a VerticalPodAutoscaler that is not `Off`
#   - clusters with a policy of Kyverno, of Gatekeeper or of the API server that writes
#     requests or limits into pods
#   - resources that a placeholder stands for
#   - zero replicas.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
#     description: Resource management for pods and containers
#   - ref: https://kubernetes.io/docs/concepts/cluster-administration/logging/#sidecar-container-with-a-logging-agent
#     description: Sidecar container with a logging agent
# custom:
#   level: warning
#   level_reason: |
#     Who bounds the application means to bound its pod, and the sidecar undoes that. A
#     note where the sidecar sets some bounds; for what a chart renders with the values
#     it ships; and outside of production.
#   remediation: |
#     Bound the sidecar and its buffer, or collect with one agent on each node:
#
#     ```yaml
#     resources:
#       requests:
#         cpu: 20m
#         memory: 64Mi
#       limits:
#         cpu: 200m
#         memory: 128Mi
#     ```
#   kinds:
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - Pod
#   words:
#     - alloy
#     - collector
#     - datadog
#     - datadoghq
#     - filebeat
#     - fluent
#     - fluentd
#     - grafana
#     - logstash
#     - promtail
#     - statsd
#     - telegraf
#     - vector
#   since: 0.1.0
package kubegap.cases.target_2019_sidecars.sidecar_without_cpu_bounds

import data.kubegap.lib.charts
import data.kubegap.lib.environment
import data.kubegap.lib.images
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.resources
import data.kubegap.lib.result
import data.kubegap.lib.telemetry
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in objects.of_kinds(["apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet", "argoproj.io/Rollout", "Pod"])
	workload.pod_template
	containers := workloads.long_running(workload)
	count(containers) > 1
	some i, c in containers
	telemetry.agent(c.container)
	_beside_an_application(containers, i)
	not startswith(_text(c.container.name), workload.name)
	not endswith(workload.name, sprintf("-%v", [c.container.name]))
	lack := _lack(workload, c.container)
	not replicas.none(workload)

	violation := result.with_level(
		result.at(
			workloads.holder(workload),
			resources.path(c),
			sprintf("sidecar %v %s, so it takes from the application and the node what it likes while its receiver is away", [
				c.container.name,
				lack.text,
			]),
		),
		_level(workload, lack),
	)
}

_beside_an_application(containers, i) if {
	some j, c in containers
	j != i
	resources.states(c.container, "memory")
	not telemetry.agent(c.container)
	not _helper(c.container)
}

_helper(container) if {
	regex.match(`(reloader|exporter|k8s-sidecar|oauth2?-proxy|kube-rbac-proxy|istio|proxyv2|linkerd|envoy)`, images.basename(container.image))
}

_lack(workload, container) := {"all": true, "text": "sets neither CPU nor memory"} if {
	not resources.states(container, "cpu")
	not resources.states(container, "memory")
	not resources.provided(workload, "cpu")
	not resources.provided(workload, "memory")
} else := {"all": false, "text": "has no memory limit"} if {
	not _limits_memory(container)
	not _limits_memory(workloads.spec(workload))
	not resources.range_default(workload, "default", "memory")
	not resources.provided(workload, "memory")
} else := {"all": false, "text": "sets neither a request nor a limit of CPU"} if {
	not resources.states(container, "cpu")
	not resources.provided(workload, "cpu")
}

_limits_memory(container) if {
	amount := container.resources.limits.memory
	not is_null(amount)
}

_limits_memory(container) if {
	container.resources
	not is_object(container.resources)
}

_text(name) := name if is_string(name)

_text(name) := "" if not is_string(name)

_level(workload, lack) := "warning" if {
	lack.all
	not charts.bare(workload)
	not environment.not_production(workload)
} else := "note"
