package kubegap.lib.nodeaccess_test

import data.kubegap.lib.fixture
import data.kubegap.lib.nodeaccess

test_lasting_holds_come_first if {
	spec := {
		"initContainers": [{"name": "sysctl", "securityContext": {"privileged": true}}],
		"containers": [{"name": "app", "volumeMounts": [{"name": "root", "mountPath": "/host", "readOnly": true}]}],
		"volumes": [{"name": "root", "hostPath": {"path": "/"}}],
	}
	[[hold.what, hold.lasting] | some hold in _holds(spec)] == [
		["mounts / of the node", true],
		["runs init container sysctl privileged", false],
	]
}

test_read_only_mounts_give_no_lasting_hold if {
	[hold.lasting | some hold in _holds(_mounting("/etc/kubernetes/", {"readOnly": true}))] == [false]
	[hold.lasting | some hold in _holds(_mounting("/etc/kubernetes/", {}))] == [true]
}

test_volumes_that_nothing_mounts_give_nothing if {
	_holds({"containers": [{"name": "app"}], "volumes": [{"name": "root", "hostPath": {"path": "/"}}]}) == []
}

test_other_directories_give_nothing if {
	_holds(_mounting("/var/lib/kubelet/pods", {})) == []
	_holds(_mounting("/dev/ttyUSB0", {})) == []
}

test_tracing_needs_the_processes_of_the_node if {
	spec := {"hostPID": true, "containers": [{"name": "app", "securityContext": {"capabilities": {"add": ["NET_ADMIN", "CAP_SYS_PTRACE"]}}}]}
	[hold.path[count(hold.path) - 1] | some hold in _holds(spec)] == [1]
	_holds(object.union(spec, {"hostPID": false})) == []
}

test_sidecars_last if {
	spec := {"initContainers": [{"name": "proxy", "restartPolicy": "Always", "securityContext": {"privileged": true}}], "containers": [{"name": "app"}]}
	[hold.lasting | some hold in _holds(spec)] == [true]
}

_mounting(path, options) := {
	"containers": [{"name": "app", "volumeMounts": [object.union({"name": "node", "mountPath": "/node"}, options)]}],
	"volumes": [{"name": "node", "hostPath": {"path": path}}],
}

_holds(spec) := found if {
	document := fixture.document([{
		"apiVersion": "apps/v1",
		"kind": "Deployment",
		"metadata": {"name": "app"},
		"spec": {"template": {"spec": spec}},
	}])
	found := nodeaccess.holds(document.objects[0]) with input as document
}
