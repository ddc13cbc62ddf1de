# METADATA
# description: |
#   What delays the end of a pod until traffic has gone elsewhere: hooks before
#   the stop, mesh proxies that drain, proxies that drain themselves.
package kubegap.lib.drain

import data.kubegap.lib.workloads

# METADATA
# description: |
#   Whether a container has a hook before its stop that does something. A sleep
#   of zero seconds does nothing.
hooked(container) if {
	some action in ["exec", "httpGet", "tcpSocket"]
	container.lifecycle.preStop[action]
}

hooked(container) if container.lifecycle.preStop.sleep.seconds != 0

# METADATA
# description: |
#   The wait of a container's hook before its stop: {"seconds", "path": the field
#   below the container that sets it, "action": "sleep" or "exec"}. Undefined
#   where the wait is not known.
wait(container) := {"seconds": seconds, "path": ["lifecycle", "preStop", "sleep", "seconds"], "action": "sleep"} if {
	seconds := container.lifecycle.preStop.sleep.seconds
	is_number(seconds)
} else := {"seconds": seconds, "path": path, "action": "exec"} if {
	command := container.lifecycle.preStop.exec.command
	is_array(command)
	every word in command {
		is_string(word)
	}
	seconds := command_seconds(command)
	path := ["lifecycle", "preStop", "exec", "command", min([2, count(command) - 1])]
}

# METADATA
# description: |
#   The seconds between the request to stop a pod and its end by force, with the
#   default of the API. Undefined for a placeholder.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
grace(workload) := seconds if {
	seconds := _or(object.get(workloads.spec(workload), "terminationGracePeriodSeconds", null), 30)
	is_number(seconds)
}

_or(null, otherwise) := otherwise

_or(value, _) := value if not is_null(value)
