# METADATA
# title: Keepalive sysctl that cannot work
# description: |
#   The sysctls `net.ipv4.tcp_keepalive_*` make a pod's sockets send keepalives
#   early enough to stay in kube-proxy's IPVS table. The rule looks for pods where
#   they do not:
#
#   - beside `hostNetwork: true`, where the API server refuses every `net.*` sysctl
#   - with a `tcp_keepalive_time` that is not below the timeout of the cluster's
#     kube-proxy, whose settings are among the manifests
#   - before Kubernetes 1.29, where they are not on the list of safe sysctls, and
#     the kubelet refuses pods that use them unless its `allowedUnsafeSysctls`
#     has them
#
#   Left alone:
#
#   - clusters of an unknown version, for the third check
#   - pods on Windows, and values that come from variables.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/administer-cluster/sysctl-cluster/
#     description: Using sysctls in a Kubernetes cluster
#   - ref: https://kubernetes.io/docs/reference/node/kernel-version-requirements/
#     description: Kernel versions that the sysctls need
# custom:
#   level: warning
#   level_reason: |
#     The author meant to keep connections alive, and the setting comes too late or
#     keeps the pod from starting. An error beside `hostNetwork`, which the API
#     server refuses for certain. A note before 1.29 if no KubeletConfiguration is
#     among the manifests, because the kubelets may allow the sysctl.
#   remediation: |
#     Use a keepalive time well below the idle limit of the proxy, in a pod with a
#     network namespace of its own:
#
#     ```yaml
#     spec:
#       hostNetwork: false
#       securityContext:
#         sysctls:
#           - name: net.ipv4.tcp_keepalive_time
#             value: "60"
#     ```
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - batch/CronJob
#     - batch/Job
#     - Pod
#   words: [tcp_keepalive_intvl, tcp_keepalive_probes, tcp_keepalive_time]
#   since: 0.1.0
package kubegap.cases.il_0448.keepalive_sysctl_ineffective

import data.kubegap.lib.cluster
import data.kubegap.lib.kubeproxy
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.values
import data.kubegap.lib.workloads

violations contains violation if {
	some use in _uses
	workloads.spec(use.workload).hostNetwork == true

	violation := result.with_level(
		result.at_with(
			workloads.holder(use.workload),
			use.path,
			sprintf("%s is set in a pod with hostNetwork, so the API server rejects the pod", [use.name]),
			[result.related(
				workloads.holder(use.workload),
				array.concat(workloads.spec_path(use.workload), ["hostNetwork"]),
				"the pod uses the network of the host",
			)],
		),
		"error",
	)
}

violations contains violation if {
	kubeproxy.known
	some use in _uses
	use.name == "net.ipv4.tcp_keepalive_time"
	not workloads.spec(use.workload).hostNetwork == true
	seconds := values.seconds(use.value)
	setting := _forgets_before(use.workload, seconds)
	idle := kubeproxy.idle_seconds(setting)

	violation := result.at_with(
		workloads.holder(use.workload),
		array.concat(use.path, ["value"]),
		sprintf(
			"the first keepalive comes after %v s, but IPVS forgets a quiet connection after %v s, so keepalives come too late",
			[seconds, idle],
		),
		[result.related(setting.object, setting.mode.path, sprintf("IPVS drops connections after %v s without traffic", [idle]))],
	)
}

violations contains violation if {
	some use in _uses
	not workloads.spec(use.workload).hostNetwork == true
	minor := cluster.minor(use.workload)
	minor < 29
	not _allowed(use)

	violation := result.with_level(
		result.at(
			workloads.holder(use.workload),
			use.path,
			sprintf("%s is no safe sysctl in Kubernetes 1.%d, so a kubelet that does not allow it rejects the pod", [use.name, minor]),
		),
		_level_before_safe(use.workload),
	)
}

# The keepalive sysctls of the judged workloads.
_uses := [use |
	some workload in workloads.all
	some n, sysctl in workloads.spec(workload).securityContext.sysctls
	is_string(sysctl.name)
	name := replace(sysctl.name, "/", ".")
	startswith(name, "net.ipv4.tcp_keepalive_")
	workloads.holder(workload).judged
	not workloads.windows(workload)
	use := {
		"workload": workload,
		"name": name,
		"value": sysctl.value,
		"path": array.concat(workloads.spec_path(workload), ["securityContext", "sysctls", n]),
	}
]

# A setting of the cluster that forgets connections within the seconds.
_forgets_before(workload, seconds) := found[0][1] if {
	found := sort([[setting.object.index, setting] |
		some setting in kubeproxy.visible(workload)
		kubeproxy.ipvs(setting)
		not setting.doubtful
		kubeproxy.idle_seconds(setting) <= seconds
	])
	count(found) > 0
}

_kubelets(workload) := objects.in_scope(workload, "kubelet.config.k8s.io/KubeletConfiguration")

_allowed(use) if {
	some kubelet in _kubelets(use.workload)
	some pattern in kubelet.body.allowedUnsafeSysctls
	_covers(pattern, use.name)
}

_covers(pattern, name) if pattern == name

_covers(pattern, name) if {
	is_string(pattern)
	endswith(pattern, "*")
	startswith(name, trim_suffix(pattern, "*"))
}

_level_before_safe(workload) := "warning" if count(_kubelets(workload)) > 0

_level_before_safe(workload) := "note" if count(_kubelets(workload)) == 0
