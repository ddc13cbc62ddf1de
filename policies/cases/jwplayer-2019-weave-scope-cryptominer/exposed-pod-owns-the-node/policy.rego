# METADATA
# title: Pod with power over its node behind an exposed Service
# description: |
#   Who breaks into a privileged container, or one that holds the node's files, has
#   the node, and from there the cluster. The rule looks for pods with such power
#   that can be reached from outside, by a Service of type LoadBalancer or NodePort or
#   by a route:
#
#   - a container with `privileged: true`
#   - a hostPath volume with `/`, `/etc/kubernetes`, `/var/lib/kubelet` or the socket
#     of Docker or containerd, if a container mounts it
#   - `hostPID: true` together with SYS_PTRACE, SYS_ADMIN or ALL capabilities
#
#   Left alone:
#
#   - pods that only ClusterIP Services select, such as node exporters, drivers and
#     network plugins with their metrics
#   - the data planes of networks and load balancers themselves: Antrea, Calico,
#     Cilium, Flannel, klipper-lb, kube-proxy, kube-router, kube-vip, MetalLB, Weave
#     Net
#   - Windows pods, and workloads that run no pods
#
#   A workload has one finding.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/security/pod-security-standards/
#     description: Pod Security Standards
#   - ref: https://kubernetes.io/docs/concepts/storage/volumes/#hostpath
#     description: Risks of hostPath volumes
# custom:
#   level: warning
#   level_reason: |
#     Reachability and power over the node together are what made a dashboard the
#     door to a whole fleet, but the tool may have a login, and some pods need their
#     privileges. An error where the pod runs an admin tool without a login on a
#     public address (`admin-ui-on-public-load-balancer`). A note where the exposure
#     is internal, on premises, restricted to some addresses, behind a login, a node
#     port, or of unknown reach; where only an init container is privileged; and
#     where the node's files can only be read, unless they are its root.
#   remediation: |
#     Split the agent that needs the node from the page that people open, and take
#     the power away from the latter:
#
#     ```yaml
#     securityContext:
#       privileged: false
#       allowPrivilegeEscalation: false
#       runAsNonRoot: true
#       capabilities:
#         drop: [ALL]
#     ```
#
#     Or let only ClusterIP Services to which no route leads select the pod.
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - Pod
#   words: [hostPID, hostPath, privileged]
#   since: 0.1.0
package kubegap.cases.jwplayer_2019_weave_scope_cryptominer.exposed_pod_owns_the_node

import data.kubegap.lib.adminui
import data.kubegap.lib.authentication
import data.kubegap.lib.exposure
import data.kubegap.lib.images
import data.kubegap.lib.nodeaccess
import data.kubegap.lib.objects
import data.kubegap.lib.reach
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in reach.exposed
	hold := nodeaccess.holds(workload)[0]
	_judged(workload)
	way := _widest(workload)
	place := _place(workload, hold)

	violation := result.with_level(
		result.at_with(place.object, place.path, _message(hold, way), [_exposing(way)]),
		_level(workload, hold, way),
	)
}

_judged(workload) if {
	not workloads.windows(workload)
	not replicas.none(workload)
	not _data_plane(workload)
}

_data_plane(workload) if {
	some c in workloads.long_running(workload)
	images.is(c.container.image, _data_planes[images.basename(c.container.image)])
}

# The repository of the image, by its last segment.
_data_planes := {
	"antrea-agent-ubuntu": "antrea-agent-ubuntu",
	"cilium": "cilium/cilium",
	"flannel": "flannel",
	"klipper-lb": "klipper-lb",
	"kube-proxy": "kube-proxy",
	"kube-router": "kube-router",
	"kube-vip": "kube-vip",
	"node": "calico/node",
	"speaker": "metallb/speaker",
	"weave-kube": "weave-kube",
}

# The way that leads furthest out, of those by which the pods can be reached.
_widest(workload) := sort([[_distance(way.reach), way.exposure.object.index, way] |
	some candidate in exposure.of_workload(workload)
	way := object.union(candidate, {"reach": _reach(workload, candidate)})
])[0][2]

_distance("public") := 0

_distance("unknown") := 1

_distance("internal") := 2

# What lets only some in is no better than internal.
_reach(workload, way) := "internal" if {
	authentication.in_front(way.exposure, way.service, workload)
} else := "internal" if {
	reach.restricted(way.exposure)
} else := reach.of(way.exposure) if {
	way.exposure.class.provider != "node-port"
} else := "unknown"

_level(workload, hold, way) := "error" if {
	hold.lasting
	adminui.open(workload)
} else := "warning" if {
	hold.lasting
	way.reach == "public"
} else := "note"

# The template of a Rollout may be that of an object which is not judged here.
_place(workload, hold) := {"object": workloads.holder(workload), "path": hold.path} if {
	workloads.holder(workload).judged
} else := {"object": workload, "path": ["spec", "workloadRef"]}

_message(hold, way) := sprintf("%s and faces the internet through %s, so whoever breaks into it has the node", [hold.what, objects.title(way.exposure.object)]) if {
	way.reach == "public"
} else := sprintf("%s and can be reached through %s, so whoever gets there and breaks in has the node", [hold.what, objects.title(way.exposure.object)])

_exposing(way) := result.related(way.exposure.object, way.exposure.path, "the pods are exposed here")
