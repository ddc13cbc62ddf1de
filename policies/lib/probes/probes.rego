# METADATA
# description: |
#   Probes as the kubelet runs them: what a field that is absent or zero means, what
#   a probe asks for, and when it has failed. Numbers are undefined where the
#   manifest holds something else, such as a placeholder.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/
package kubegap.lib.probes

# METADATA
# description: The seconds after the start of the container before the first try.
delay(probe) := _number(probe, "initialDelaySeconds", 0)

# METADATA
# description: The seconds from one try to the next.
period(probe) := _number(probe, "periodSeconds", 10)

# METADATA
# description: The seconds that a try may take.
timeout(probe) := _number(probe, "timeoutSeconds", 1)

# METADATA
# description: How many tries in a row must fail.
failures(probe) := _number(probe, "failureThreshold", 3)

# METADATA
# description: |
#   The seconds for which something that answered so far may be silent until the
#   probe has failed.
patience(probe) := period(probe) * failures(probe)

# METADATA
# description: |
#   The seconds that a container has to start before the probe has failed.
budget(probe) := delay(probe) + patience(probe)

# METADATA
# description: |
#   What the probe of a container asks for, in one form for all ways to write it:
#   {"kind": "httpGet", "path", "port", "host", "scheme"}, {"kind": "tcpSocket",
#   "port", "host"}, {"kind": "grpc", "port", "service"} or {"kind": "exec",
#   "command"}. Ports are numbers where the container declares the name.
handler(probe, container) := {
	"kind": "httpGet",
	"path": trim_suffix(object.get(probe.httpGet, "path", "/"), "/"),
	"port": _port(probe.httpGet, container),
	"host": object.get(probe.httpGet, "host", ""),
	"scheme": object.get(probe.httpGet, "scheme", "HTTP"),
} if {
	is_object(probe.httpGet)
	is_string(object.get(probe.httpGet, "path", "/"))
} else := {
	"kind": "tcpSocket",
	"port": _port(probe.tcpSocket, container),
	"host": object.get(probe.tcpSocket, "host", ""),
} if {
	is_object(probe.tcpSocket)
} else := {
	"kind": "grpc",
	"port": _port(probe.grpc, container),
	"service": object.get(probe.grpc, "service", ""),
} if {
	is_object(probe.grpc)
} else := {
	"kind": "exec",
	"command": [word | some word in probe.exec.command; is_string(word)],
} if {
	is_array(probe.exec.command)
}

# The API server fills zeros in like absent fields.
# https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/core/v1/defaults.go SetDefaults_Probe
_number(probe, field, otherwise) := otherwise if {
	is_object(probe)
	object.get(probe, field, null) in {null, 0}
} else := probe[field] if {
	is_number(probe[field])
}

_port(target, container) := [port.containerPort |
	some port in container.ports
	port.name == target.port
][0] if {
	is_string(target.port)
} else := object.get(target, "port", null)
