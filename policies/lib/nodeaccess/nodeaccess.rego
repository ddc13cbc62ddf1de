# METADATA
# description: |
#   What in a pod template gives its containers power over the node: privilege,
#   the node's files and sockets, its processes.
package kubegap.lib.nodeaccess

import data.kubegap.lib.workloads

# METADATA
# description: |
#   The holds that the pods have on their node, the strongest first:
#
#       {"path": the field that gives it, below the holder of the template,
#        "what": how messages call it, such as "runs container app privileged",
#        "lasting": false where the hold ends with an init container, or gives no
#            more than reading}
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-standards/
holds(workload) := array.concat(
	[hold | some hold in all; hold.lasting],
	[hold | some hold in all; not hold.lasting],
) if {
	all := _all(workload)
}

_all(workload) := array.concat(
	array.concat(_privileged(workload), _mounted(workload)),
	array.concat(_tracing(workload), _initialising(workload)),
)

_privileged(workload) := [hold |
	some c in workloads.long_running(workload)
	c.container.securityContext.privileged == true
	hold := {
		"path": array.concat(c.path, ["securityContext", "privileged"]),
		"what": sprintf("runs container %s privileged", [c.container.name]),
		"lasting": true,
	}
]

_initialising(workload) := [hold |
	some c in workloads.initialising(workload)
	c.container.securityContext.privileged == true
	hold := {
		"path": array.concat(c.path, ["securityContext", "privileged"]),
		"what": sprintf("runs init container %s privileged", [c.container.name]),
		"lasting": false,
	}
]

# The root of the node gives everything even where it is read-only: it holds the
# keys of the kubelet.
_mounted(workload) := [hold |
	some i, volume in workloads.spec(workload).volumes
	path := _directory(volume.hostPath.path)
	path in _powerful
	mounts := [mount |
		some c in workloads.long_running(workload)
		some mount in c.container.volumeMounts
		mount.name == volume.name
	]
	count(mounts) > 0
	hold := {
		"path": array.concat(workloads.spec_path(workload), ["volumes", i, "hostPath", "path"]),
		"what": sprintf("mounts %s of the node", [path]),
		"lasting": _lasting(path, mounts),
	}
]

_lasting("/", _) := true

_lasting(path, mounts) := count([mount | some mount in mounts; _writable(mount)]) > 0 if path != "/"

_writable(mount) if object.get(mount, "readOnly", false) != true

_directory(path) := "/" if path == "/"

_directory(path) := trim_suffix(path, "/") if {
	is_string(path)
	path != "/"
}

_powerful := {
	"/",
	"/etc/kubernetes",
	"/run/containerd/containerd.sock",
	"/run/docker.sock",
	"/var/lib/kubelet",
	"/var/run/containerd/containerd.sock",
	"/var/run/docker.sock",
}

_tracing(workload) := [hold |
	workloads.spec(workload).hostPID == true
	some c in workloads.long_running(workload)
	some i, capability in c.container.securityContext.capabilities.add
	trim_prefix(capability, "CAP_") in {"ALL", "SYS_ADMIN", "SYS_PTRACE"}
	hold := {
		"path": array.concat(c.path, ["securityContext", "capabilities", "add", i]),
		"what": sprintf("lets container %s into the node's processes with %s", [c.container.name, capability]),
		"lasting": true,
	}
]
