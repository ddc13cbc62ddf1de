# METADATA
# title: Long-running Job on an IPVS cluster without TCP keepalive
# description: |
#   A Job that waits for one long reply over a quiet connection never gets it if
#   kube-proxy's IPVS table has forgotten the connection meanwhile (see
#   `kube-proxy-ipvs-idle-timeout`). Keepalives keep it in the table, if the client
#   asks for them (`SO_KEEPALIVE`) and if the first comes early enough; Linux waits
#   7200 seconds unless the client or `net.ipv4.tcp_keepalive_time` says otherwise.
#
#   The rule looks for Jobs and CronJobs that name another Service of the cluster
#   in an argument or a variable, in a cluster whose kube-proxy settings are at
#   hand, and whose pods may live longer than the IPVS timeout.
#
#   Left alone:
#
#   - clusters whose settings of kube-proxy are not among the manifests
#   - Jobs with `activeDeadlineSeconds` up to the timeout
#   - pods whose sysctl `net.ipv4.tcp_keepalive_time` is below the timeout
#   - pods in the host's network, where the API server refuses the sysctl, and
#     pods on Windows
#   - addresses outside of the cluster, which kube-proxy does not handle
#   - hooks of Helm and Argo CD, and suspended CronJobs
#   - the annotation `kubegap/keepalive: app` on the Job or its pods, which says
#     that the application sends keepalives itself.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/administer-cluster/sysctl-cluster/
#     description: Using sysctls in a Kubernetes cluster
#   - ref: https://kubernetes.io/docs/reference/node/kernel-version-requirements/
#     description: Kernel versions that the sysctls need
# custom:
#   level: note
#   level_reason: |
#     Whether the client sends keepalives is decided in its code; the manifest only
#     shows that nothing around it helps.
#   remediation: |
#     Turn on `SO_KEEPALIVE` in the client (in Python's httpx with the
#     `socket_options` of the transport), and from Kubernetes 1.29 on let the pod
#     send the first keepalive early:
#
#     ```yaml
#     spec:
#       securityContext:
#         sysctls:
#           - name: net.ipv4.tcp_keepalive_time
#             value: "60"
#           - name: net.ipv4.tcp_keepalive_intvl
#             value: "30"
#           - name: net.ipv4.tcp_keepalive_probes
#             value: "3"
#     ```
#   kinds:
#     - batch/CronJob
#     - batch/Job
#   words: [IPVS, Ipvs, ipvs, kube_proxy_mode, kube_proxy_tcp_timeout]
#   since: 0.1.0
package kubegap.cases.il_0448.ipvs_long_job_without_keepalive

import data.kubegap.lib.kubeproxy
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.values
import data.kubegap.lib.workloads

violations contains violation if {
	kubeproxy.known
	some workload in objects.of_kinds(["batch/CronJob", "batch/Job"])
	_judged(workload)
	setting := _forgetful[workload.environment]
	idle := kubeproxy.idle_seconds(setting)
	not _ends_within(workload, idle)
	not _keeps_alive(workload, idle)
	place := _peers(workload)[0]

	violation := result.at_with(
		workload,
		place.path,
		sprintf(
			"%s without a TCP keepalive within the %v s that IPVS remembers a quiet connection, so the reply to a longer request never arrives",
			[place.what, idle],
		),
		[result.related(setting.object, setting.mode.path, sprintf("IPVS drops connections after %v s without traffic", [idle]))],
	)
}

_judged(workload) if {
	not workload.body.spec.suspend == true
	not _hook(workload)
	not workloads.windows(workload)
	not workloads.spec(workload).hostNetwork == true
	not _vouched(workload)
}

_vouched(workload) if objects.annotation(workload, "kubegap/keepalive") == "app"

_vouched(workload) if workloads.annotations(workload)["kubegap/keepalive"] == "app"

_hook(workload) if {
	some key in ["argocd.argoproj.io/hook", "helm.sh/hook"]
	objects.annotation(workload, key)
}

# The setting with the shortest timeout, of those that forget, for each environment.
_forgetful[e] := found[0][2] if {
	some e, _ in input.environments
	found := sort([[kubeproxy.idle_seconds(setting), setting.object.index, setting] |
		some setting in kubeproxy.forgetful(kubeproxy.visible_from(e))
		not setting.doubtful
	])
	count(found) > 0
}

_ends_within(workload, seconds) if _deadline(workload) <= seconds

# A deadline that is unknown may be short.
_ends_within(workload, _) if values.unknown(_deadline(workload))

_deadline(workload) := workload.body.spec.activeDeadlineSeconds

_deadline(workload) := workload.body.spec.jobTemplate.spec.activeDeadlineSeconds

_keeps_alive(workload, seconds) if {
	some sysctl in workloads.spec(workload).securityContext.sysctls
	sysctl.name == "net.ipv4.tcp_keepalive_time"
	_early(sysctl.value, seconds)
}

_early(value, _) if values.unknown(value)

_early(value, seconds) if values.seconds(value) < seconds

# The variables and arguments that name a Service of the cluster. Values are not
# quoted: they may hold credentials.
_peers(workload) := array.concat(
	[{"path": path, "what": sprintf("%s names a Service that the container calls", [variable.name])} |
		some c in workloads.long_running(workload)
		some n, variable in c.container.env
		_names_service(variable.value)
		path := array.concat(c.path, ["env", n, "value"])
	],
	[{"path": array.concat(c.path, [field, n]), "what": sprintf("container %s calls a Service", [c.container.name])} |
		some c in workloads.long_running(workload)
		some field in ["command", "args"]
		some n, argument in c.container[field]
		_names_service(argument)
	],
)

_names_service(text) if {
	is_string(text)
	not values.unknown(text)
	some host in _hosts(text)
	_in_cluster(host)
}

# The hosts of URLs, and of host:port alone.
_hosts(text) := [found[1] |
	some found in regex.find_all_string_submatch_n(`[a-z][a-z0-9+.-]*://(?:[^/@\s]*@)?([A-Za-z0-9.-]+)`, text, -1)
] if {
	contains(text, "://")
}

_hosts(text) := [split(text, ":")[0]] if {
	not contains(text, "://")
	regex.match(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?:[0-9]{2,5}$`, text)
}

_in_cluster(host) if {
	not contains(host, ".")
	host != "localhost"
	regex.match(`[a-z]`, host)
}

_in_cluster(host) if regex.match(`\.svc(\.|$)`, host)
