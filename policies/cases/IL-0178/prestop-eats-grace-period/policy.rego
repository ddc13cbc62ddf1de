# METADATA
# title: Wait before the stop that leaves no time to shut down
# description: |
#   The time that a preStop hook takes is part of `terminationGracePeriodSeconds`
#   (30 by default). A hook that waits as long as that, or longer, uses it up:
#   SIGTERM arrives when the kubelet is about to kill the container, two seconds
#   before at most, and requests that are still running are cut off. A
#   `preStop.sleep` longer than the grace period is refused by the API server.
#
#   A wait is known if it is a `sleep` action, the command `sleep` with numbers
#   (suffixes s, m, h and d count) or `infinity`, or a shell script that is sure to
#   reach a `sleep`: its statements are split at `;`, `&&` and line ends, and the
#   waits are added up.
#
#   Left alone:
#
#   - waits that are not known: from a variable, in a loop or a condition, after
#     `||` or a test, in the background, under `timeout`, after what may end the
#     script, or in a script with a here-document
#   - pods on Windows, and commands of Windows
#   - `terminationGracePeriodSeconds: 0`, which skips the hook altogether
#   - `terminationGracePeriodSeconds` of a probe, which concerns failed probes only
#   - workloads with zero replicas, and suspended CronJobs and Jobs
#   - Knative Services, whose pods take their grace period from the revision
#
#   Each container that waits too long is reported. The grace period is one for all
#   of them, so it has to be enough for the one that waits waiting.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
#     description: Termination of pods
#   - ref: https://www.kubernetes.dev/resources/keps/3960/
#     description: The sleep action of hooks
# custom:
#   level: error
#   level_reason: |
#     Arithmetic: no time is left after the hook, or the API server refuses the
#     pod. A note if less than five seconds are left, and where the manifests are
#     not for production.
#   remediation: |
#     Set `terminationGracePeriodSeconds` to the wait plus the time that the
#     application itself needs to shut down:
#
#     ```yaml
#     spec:
#       terminationGracePeriodSeconds: 45
#       containers:
#         - name: web
#           lifecycle:
#             preStop:
#               sleep: # Kubernetes 1.30 or later, else exec: {command: [sleep, "15"]}
#                 seconds: 15
#     ```
#
#     Containers wait at the same time, so the longest wait counts. A wait without an
#     end needs one instead.
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - batch/CronJob
#     - batch/Job
#     - Pod
#   words: [preStop]
#   since: 0.1.0
package kubegap.cases.il_0178.prestop_eats_grace_period

import data.kubegap.lib.drain
import data.kubegap.lib.environment
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in workloads.all
	_hooked(workload)
	_stops(workload)
	grace := drain.grace(workload)
	grace > 0
	waits := _waits(workload)
	some waiting in waits
	left := grace - waiting.wait.seconds
	left < 5

	violation := result.with_fix(
		result.with_level(
			result.at_with(
				workloads.holder(workload),
				array.concat(waiting.path, waiting.wait.path),
				_message(waiting, grace, left),
				[result.related(workloads.holder(workload), _grace_path(workload), _grace_note(workload, grace))],
			),
			_level(workload, waiting, left),
		),
		_enough(workload, waiting, waits),
	)
}

# The grace period that leaves every container the default after its wait.
_enough(workload, waiting, waits) := [result.set(workloads.holder(workload), _grace_path(workload), seconds)] if {
	waiting.wait.seconds < drain.forever
	longest := max([other.wait.seconds | some other in waits; other.wait.seconds < drain.forever])
	seconds := ceil(longest) + _default_grace
} else := []

# What an application has without a hook: the wait comes on top of it.
_default_grace := 30

# Most pods have no hook: they are passed over without a closer look.
_hooked(workload) if {
	some field in ["containers", "initContainers"]
	path := array.concat(workloads.spec_path(workload), [field])
	some container in object.get(workloads.holder(workload).body, path, [])
	container.lifecycle.preStop
}

_stops(workload) if {
	workload.group != "serving.knative.dev"
	not workloads.windows(workload)
	not replicas.none(workload)
	not workload.body.spec.suspend == true
}

# The containers of which a wait is known.
_waits(workload) := [{"name": c.container.name, "path": c.path, "wait": wait} |
	some c in workloads.long_running(workload)
	wait := drain.wait(c.container)
]

_grace_path(workload) := array.concat(workloads.spec_path(workload), ["terminationGracePeriodSeconds"])

_grace_note(workload, grace) := sprintf("the pod is killed after %v s", [grace]) if {
	workloads.spec(workload).terminationGracePeriodSeconds
} else := sprintf("no grace period is set, so the pod is killed after %v s", [grace])

_message(waiting, grace, left) := sprintf(
	"container %s sleeps %v s in preStop, more than the grace period of %v s, so the API server rejects the pod",
	[waiting.name, waiting.wait.seconds, grace],
) if {
	left < 0
	waiting.wait.action == "sleep"
} else := sprintf(
	"container %s waits without an end in preStop and the pod is killed after %v s, so the application gets no time to shut down",
	[waiting.name, grace],
) if {
	waiting.wait.seconds >= drain.forever
} else := sprintf(
	"container %s waits %v s in preStop and the pod is killed after %v s, so the application gets no time to shut down",
	[waiting.name, waiting.wait.seconds, grace],
) if {
	left <= 0
} else := sprintf(
	"container %s waits %v of %v s in preStop, so the application has only %v s to shut down",
	[waiting.name, waiting.wait.seconds, grace, left],
)

_level(workload, waiting, left) := "error" if {
	left < 0
	waiting.wait.action == "sleep"
} else := "note" if {
	left > 0
} else := "note" if {
	environment.not_production(workload)
} else := "error"
