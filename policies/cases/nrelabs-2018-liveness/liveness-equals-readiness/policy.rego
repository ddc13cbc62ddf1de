# METADATA
# title: Liveness that gives up as soon as readiness does
# description: |
#   Readiness takes a pod out of traffic and lets it recover; liveness kills it. When both
#   ask the same question and give up at the same time, whatever makes pods unready
#   restarts them too: one slow database, and all of them start at once, against it.
#
#   The rule compares the handlers of both probes (ports by number), and their period
#   times `failureThreshold`.
#
#   Left alone:
#
#   - a liveness that is more patient than readiness, the pattern that Kubernetes documents
#   - TCP and gRPC on both, which see little more than the process
#   - commands that ping the process itself (`redis-cli ping`, `pg_isready`, `mysqladmin
#     ping`, `rabbitmq-diagnostics` and the like)
#   - exporters, reloaders, proxies and other helpers beside the main container
#   - numbers that come from variables; zero replicas
#
#   Each such container is reported.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/
#     description: Liveness, readiness and startup probes
#   - ref: https://github.com/spring-projects/spring-boot/pull/20660/files
#     description: What Spring Boot says about external systems in liveness
# custom:
#   level: note
#   level_reason: |
#     Where the endpoint says nothing but that the process is up, this is harmless, and even
#     one that is named after readiness may. A warning where its words tell that it tests
#     more: a database, dependencies, the health of Spring Boot as a whole, another host.
#   remediation: |
#     Let liveness ask whether the process still works, and more patiently:
#
#     ```yaml
#     livenessProbe:
#       httpGet:
#         path: /livez
#         port: http
#       timeoutSeconds: 5
#       failureThreshold: 6
#     readinessProbe:
#       httpGet:
#         path: /readyz
#         port: http
#     ```
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - Pod
#   words: [livenessProbe]
#   since: 0.1.0
package kubegap.cases.nrelabs_2018_liveness.liveness_equals_readiness

import data.kubegap.lib.environment
import data.kubegap.lib.images
import data.kubegap.lib.probes
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in workloads.all
	some c in workloads.long_running(workload)
	twin := _twin(c)
	not replicas.none(workload)

	violation := result.with_level(
		result.at_with(
			workloads.holder(workload),
			array.concat(c.path, ["livenessProbe"]),
			_message(c.container, twin),
			[result.related(
				workloads.holder(workload),
				array.concat(c.path, ["readinessProbe"]),
				"asks the same",
			)],
		),
		_level(workload, twin),
	)
}

# A container whose probes ask the same, if liveness is not the more patient one.
_twin(c) := {"handler": handler, "patience": patience, "depth": _depth(handler)} if {
	live := c.container.livenessProbe
	ready := c.container.readinessProbe
	handler := probes.handler(live, c.container)
	handler == probes.handler(ready, c.container)
	patience := probes.patience(live)
	patience <= probes.patience(ready)
	not _shallow(handler)
	not _assistant(c.container)
}

_depth(handler) := "readiness" if {
	probes.asks_readiness(handler)
} else := "dependencies" if {
	probes.tests_dependencies(handler)
} else := "unknown"

_shallow(handler) if handler.kind in {"grpc", "tcpSocket"}

_shallow(handler) if {
	handler.kind == "exec"
	regex.match(
		`\b(ping|pg_isready|isready|redis-cli|valkey-cli|mysqladmin|mariadb-admin|rabbitmq-diagnostics|rabbitmqctl|nodetool|pgrep|pidof|status)\b`,
		concat(" ", handler.command),
	)
}

_assistant(container) if {
	some text in [object.get(container, "name", ""), images.basename(container.image)]
	regex.match(`exporter|metrics|reloader|sidecar|proxy|agent|rbac`, text)
}

_message(container, twin) := sprintf(
	"container %s asks %s for liveness and readiness alike and gives up on both after %v s, so %s",
	[container.name, _named(twin.handler), twin.patience, _consequences[twin.depth]],
)

_consequences := {
	"dependencies": "a failing dependency restarts all pods",
	"readiness": "what should only take it out of traffic restarts it",
	"unknown": "whatever makes it unready restarts it",
}

_named(handler) := sprintf("%s/", [handler.path]) if {
	handler.path == ""
} else := handler.path if {
	handler.kind == "httpGet"
} else := sprintf("%q", [substring(concat(" ", handler.command), 0, 60)])

_level(workload, twin) := "warning" if {
	twin.depth == "dependencies"
	not environment.not_production(workload)
} else := "note"
