package kubegap.lib.adminui

import data.kubegap.lib.objects
import data.kubegap.lib.workloads

# Who may use the tool that the container runs: "none" if it asks nobody who
# they are, "own" if it has a login of its own, "unknown" if settings decide that
# are not among the manifests. Undefined if the container serves no user
# interface, or if the tool is told to ask.
_login(tool, _) := "own" if tool.id in {
	"adminer",
	"headlamp",
	"jupyter",
	"mongo-express",
	"pgadmin",
	"phpmyadmin",
	"portainer",
	"rabbitmq",
}

_login(tool, _) := "none" if tool.id in {"hubble-ui", "jaeger", "longhorn-ui", "octant"}

# https://prometheus.io/docs/prometheus/latest/configuration/https/
_login(tool, _) := "none" if {
	tool.id in {"alertmanager", "prometheus"}
	not _has_argument(tool.container, "web.config.file")
}

# Sidecar, store and receiver have nothing to look at.
# https://thanos.io/tip/operating/https.md/
_login(tool, _) := "none" if {
	tool.id == "thanos"
	count(_words_of_command(tool.container) & {"query", "query-frontend", "rule"}) > 0
	not _has_argument(tool.container, "http.config")
}

_login(tool, _) := "none" if {
	tool.id == "weave-scope"
	not _probe_only(tool.container)
	not _mentions(tool.container, "basic")
}

_login(tool, _) := "none" if {
	tool.id == "kube-ops-view"
	not _has_environment(tool.container, {"AUTHORIZE_URL"})
}

# https://github.com/joeferner/redis-commander#environment-variables
_login(tool, _) := _unless_elsewhere(tool.container) if {
	tool.id == "redis-commander"
	not _mentions(tool.container, "--http-")
	not _has_environment(tool.container, {"HTTP_PASSWORD", "HTTP_PASSWORD_FILE", "HTTP_PASSWORD_HASH", "HTTP_PASSWORD_HASH_FILE"})
}

# https://argo-workflows.readthedocs.io/en/latest/argo-server-auth-mode/
_login(tool, _) := "none" if {
	tool.id == "argo-server"
	"server" in _words_of_command(tool.container)
	_has_setting(tool.container, "auth-mode", "server")
}

_login(tool, _) := "none" if {
	tool.id == "kubernetes-dashboard"
	_skips_login(tool.container)
}

_login(tool, _) := "own" if {
	tool.id == "kubernetes-dashboard"
	not _skips_login(tool.container)
}

_login(tool, workload) := login if {
	tool.id == "centraldashboard"
	not _authorised(workload)
	login := {true: "unknown", false: "none"}[_partial(workload)]
}

_login(tool, workload) := _unless_elsewhere(tool.container) if {
	tool.id == "kafka-ui"
	object.get(_environment(tool.container), "AUTH_TYPE", "DISABLED") == "DISABLED"
	not _configured(workload, `AUTH_TYPE|(^|\n)\s*auth:`)
}

_login(tool, workload) := _unless_elsewhere(tool.container) if {
	tool.id == "akhq"
	not _has_environment(tool.container, {"MICRONAUT_SECURITY_ENABLED"})
	not _mentions(tool.container, "security")
	not _configured(workload, `(^|\n)\s*security:`)
}

_login(tool, _) := {true: "none", false: "own"}[disabled] if {
	tool.id == "opensearch-dashboards"
	disabled := _is_environment(tool.container, "DISABLE_SECURITY_DASHBOARDS_PLUGIN", "true")
}

_login(tool, _) := {true: "none", false: "own"}[disabled] if {
	tool.id == "kibana"
	disabled := _is_environment(tool.container, "XPACK_SECURITY_ENABLED", "false")
}

# Agents of Weave Scope run the same image.
_probe_only(container) if _has_setting(container, "mode", "probe")

_probe_only(container) if _has_argument(container, "probe-only")

_probe_only(container) if _has_argument(container, "no-app")

_skips_login(container) if {
	_has_argument(container, "enable-skip-login")
	not _has_setting(container, "enable-skip-login", "false")
}

# Istio authorises or authenticates what reaches the dashboard of Kubeflow.
_authorised(workload) if {
	some kind in [
		"networking.istio.io/EnvoyFilter",
		"security.istio.io/AuthorizationPolicy",
		"security.istio.io/RequestAuthentication",
	]
	kind in objects.kinds_in_scope(workload)
}

default _partial(_) := false

_partial(workload) if objects.partial(workload)

_unless_elsewhere(container) := "unknown" if {
	container.envFrom[0]
} else := "none"

# Whether a ConfigMap that the pods use, or one or a Secret whose content is not
# known, may hold a setting that matches the pattern.
_configured(workload, pattern) if {
	some config in objects.linked(workload, "uses")
	config.kind == "ConfigMap"
	some key, text in config.body.data
	regex.match(pattern, sprintf("%s:\n%v", [key, text]))
}

_configured(workload, _) if {
	some volume in workloads.spec(workload).volumes
	volume.secret
}

_configured(workload, _) if {
	some missing in objects.unresolved(workload, "uses")
	missing.kind == "ConfigMap"
}
