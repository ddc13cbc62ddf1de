# METADATA
# title: Slow start that probes do not wait for
# description: |
#   The kubelet kills a container whose startup probe, or else liveness probe, has failed
#   `failureThreshold` times: without further settings 30 seconds after its start. What
#   needs longer, on a cold cache, after a crash or on a busy node, is killed each time
#   before it is up.
#
#   The rule adds up `initialDelaySeconds` and `periodSeconds` times `failureThreshold`, and
#   reports less than 60 seconds for software that is known to start slowly: databases,
#   brokers and search engines that replay a log (Elasticsearch, OpenSearch, Kafka,
#   Cassandra, Solr, Neo4j, Prometheus whose liveness waits for readiness), large Java
#   applications (Keycloak, Jenkins, SonarQube, Nexus, Artifactory, Jira, Confluence),
#   GitLab, and containers with a variable for options of the JVM.
#
#   For a `Prometheus` of the Prometheus Operator with a volume it looks at
#   `maximumStartupDurationSeconds`, 900 by default.
#
#   Left alone:
#
#   - containers with neither a liveness nor a startup probe
#   - a startup probe of at least 60 seconds, whatever the liveness probe is
#   - exporters, reloaders and other helpers, whose images have other names
#   - Prometheus whose liveness asks `/-/healthy`, which answers during the replay
#   - numbers that come from variables; zero replicas, and suspended CronJobs and Jobs
#
#   Each such container is reported.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/
#     description: Liveness, readiness and startup probes
#   - ref: https://github.com/prometheus-operator/prometheus-operator/blob/main/Documentation/api-reference/api.md
#     description: Fields of the Prometheus Operator
# custom:
#   level: warning
#   level_reason: |
#     A slow start becomes a restart loop. A note where the probe may pass before the start
#     is complete (a TCP port, a command that asks nobody), for Java applications that have
#     a whole processor or more, for a Prometheus that keeps the operator's default or has
#     less than half an hour, and where the manifests are not for production.
#   remediation: |
#     Add a startup probe that covers the worst start; it costs nothing when the start is
#     fast:
#
#     ```yaml
#     startupProbe:
#       httpGet:
#         path: /health/started
#         port: 9000
#       periodSeconds: 10
#       failureThreshold: 30
#     ```
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - monitoring.coreos.com/Prometheus
#     - Pod
#   words: [livenessProbe, startupProbe, Prometheus]
#   since: 0.1.0
package kubegap.cases.moj_2024_startup_probe.liveness_budget_below_startup

import data.kubegap.lib.environment
import data.kubegap.lib.images
import data.kubegap.lib.objects
import data.kubegap.lib.probes
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in workloads.all
	some c in workloads.long_running(workload)
	gate := _gate(c)
	budget := probes.budget(gate.probe)
	budget < 60
	what := _slow(c.container, gate)
	not replicas.none(workload)
	not workload.body.spec.suspend == true

	violation := result.with_level(
		result.at(
			workloads.holder(workload),
			array.concat(c.path, [gate.field]),
			sprintf(
				"container %s, which runs %s, is killed when it does not answer within %v s of its start, so a slow start becomes a restart loop",
				[c.container.name, what, budget],
			),
		),
		_level(workload, c.container, gate.handler, what),
	)
}

violations contains violation if {
	some prometheus in objects.of_kind("monitoring.coreos.com/Prometheus")
	prometheus.body.spec.storage.volumeClaimTemplate
	not prometheus.body.spec.replicas == 0
	seconds := object.get(prometheus.body.spec, "maximumStartupDurationSeconds", 900)
	is_number(seconds)
	seconds < 1800
	violation := result.with_level(
		result.at(
			prometheus,
			["spec", "maximumStartupDurationSeconds"],
			sprintf(
				"has %v s to replay its log before the startup probe kills it, so a long log ends in a restart loop",
				[seconds],
			),
		),
		_level_of_prometheus(prometheus, seconds),
	)
}

# The probe that ends a start: while there is a startup probe, liveness waits.
_gate(c) := {"field": field, "probe": probe, "handler": handler} if {
	field := [field | some field in ["startupProbe", "livenessProbe"]; c.container[field]][0]
	probe := c.container[field]
	handler := probes.handler(probe, c.container)
}

_slow(container, gate) := name if {
	name := images.basename(container.image)
	regex.match(
		`^(elasticsearch|opensearch|(cp-)?kafka|cassandra|solr|neo4j|keycloak|jenkins|sonarqube|nexus3?|artifactory(-(oss|pro|jcr))?|jira(-software|-servicemanagement)?|confluence(-server)?|gitlab-([ce]e|webservice-[ce]e))$`,
		name,
	)
} else := "Prometheus" if {
	images.basename(container.image) == "prometheus"
	gate.handler.path == "/-/ready"
} else := "Java" if {
	some variable in container.env
	variable.name in {"CATALINA_OPTS", "JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"}
}

_level(workload, container, handler, what) := "note" if {
	environment.not_production(workload)
} else := "note" if {
	handler.kind == "tcpSocket"
} else := "note" if {
	handler.kind == "exec"
	not regex.match(`curl|wget|http|grpc`, concat(" ", handler.command))
} else := "note" if {
	what == "Java"
	not _throttled(container)
} else := "warning"

# Less than a processor makes the compiler of the JVM slow.
_throttled(container) if {
	limit := sprintf("%v", [container.resources.limits.cpu])
	regex.match(`^[0-9]+(\.[0-9]+)?m?$`, limit)
	units.parse(limit) < 1
}

_level_of_prometheus(prometheus, seconds) := "warning" if {
	seconds < 900
	not environment.not_production(prometheus)
} else := "note"
