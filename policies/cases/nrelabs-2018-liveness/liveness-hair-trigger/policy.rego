# METADATA
# title: Liveness that kills after seconds of a slow dependency
# description: |
#   A try that takes longer than `timeoutSeconds`, 1 by default, has failed. Where the
#   liveness probe reaches a database or another service, its answer takes as long as
#   theirs, and a slow second of theirs counts against every pod that asks.
#
#   The rule looks for a limit of up to one second, a period of up to ten and up to three
#   tries, at a probe whose words tell that it tests more than its own process: a path that ends
#   in `db`, `database`, `redis`, `deps` or `full` or asks for readiness, the health of
#   Spring Boot as a whole, a command that queries a database or another host. Of other
#   probes by HTTP it reports those with a single try.
#
#   Left alone:
#
#   - TCP and gRPC, and paths that say `live` or `ping`
#   - commands that ping the process itself, such as `pg_isready` or `mysqladmin ping`
#   - numbers that come from variables; zero replicas
#
#   Each such container is reported.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/
#     description: Fields of probes and their defaults
# custom:
#   level: note
#   level_reason: |
#     The defaults of Kubernetes are that short, and words do not prove what an endpoint
#     does. A warning where a single slow answer of such an endpoint kills.
#   remediation: |
#     Keep dependencies out of liveness, and give it time:
#
#     ```yaml
#     livenessProbe:
#       httpGet:
#         path: /livez
#         port: 8080
#       timeoutSeconds: 5
#       failureThreshold: 6
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
package kubegap.cases.nrelabs_2018_liveness.liveness_hair_trigger

import data.kubegap.lib.environment
import data.kubegap.lib.probes
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in workloads.all
	some c in workloads.long_running(workload)
	touchy := _touchy(c)
	not replicas.none(workload)

	violation := result.with_level(
		result.at(
			workloads.holder(workload),
			array.concat(c.path, ["livenessProbe"]),
			sprintf(
				"container %s is killed after %s of %s",
				[c.container.name, _tries(touchy.tries), _consequence(touchy)],
			),
		),
		_level(workload, touchy),
	)
}

_touchy(c) := {"rank": rank, "tries": tries} if {
	probe := c.container.livenessProbe
	probes.timeout(probe) <= 1
	probes.period(probe) <= 10
	tries := probes.failures(probe)
	rank := _rank(probes.handler(probe, c.container), tries)
}

_rank(handler, tries) := "deep and once" if {
	tries == 1
	_deep(handler)
} else := "deep" if {
	tries <= 3
	_deep(handler)
} else := "once" if {
	tries == 1
	handler.kind == "httpGet"
	not regex.match(`live|ping`, lower(handler.path))
}

_deep(handler) if probes.tests_dependencies(handler)

_deep(handler) if probes.asks_readiness(handler)

_tries(1) := "one answer"

_tries(tries) := sprintf("%v answers", [tries]) if tries != 1

_consequence(touchy) := "more than a second, so a short pause restarts it" if {
	touchy.rank == "once"
} else := "more than a second from a check that reaches beyond it, so a slow dependency restarts all pods"

_level(workload, touchy) := "warning" if {
	touchy.rank == "deep and once"
	not environment.not_production(workload)
} else := "note"
