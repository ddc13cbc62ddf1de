# METADATA
# title: Selector that requires the node label of former masters
# description: |
#   Up to Kubernetes 1.23, kubeadm labelled the nodes of the control plane
#   `node-role.kubernetes.io/master`. The upgrade to 1.24 takes the label away and leaves
#   `node-role.kubernetes.io/control-plane`, and 1.25 does the same to the taint. What
#   requires the old label selects no node from then on. The rule looks at
#
#   - `nodeSelector` and required node affinity of pods
#   - the selectors of BGPPeer, IPPool and GlobalNetworkPolicy of Calico
#   - the node selectors of Cilium and MetalLB for BGP and layer 2
#   - tolerations of DaemonSets for the old taint alone
#
#   Left alone:
#
#   - alternatives that do without the label: another term of the affinity, another
#     selector of a list, `||` in a selector of Calico
#   - terms that are preferred only, and selectors that keep away from the label
#   - tolerations beside one for the new taint, or for every taint
#   - repositories that speak of OpenShift, which still sets the label, or in which a
#     Node, a Talos configuration or other settings of nodes carry it
#   - values and selectors that a placeholder fills in; workloads without pods
#
#   A workload, or an object, has one finding for its selectors.
# scope: package
# related_resources:
#   - ref: https://www.kubernetes.dev/resources/keps/2067/
#     description: Rename of the label and the taint by kubeadm
#   - ref: https://github.com/kubernetes/kubernetes/pull/107533
#     description: The label goes with 1.24
#   - ref: https://github.com/kubernetes/kubernetes/issues/110095
#     description: The taint goes with 1.25
# custom:
#   level: warning
#   level_reason: |
#     No supported version of kubeadm sets the label, but other tools, or hands, may. An
#     error where objects of kubeadm declare 1.24 or later for the cluster. A note for
#     the value "true", which k3s and RKE2 set, where those are in the repository, for
#     clusters that are declared to be older, for tolerations, and where the manifests
#     are not for production.
#   remediation: |
#     Select the label of the control plane; clusters from 1.20 on have it:
#
#     ```yaml
#     nodeSelector:
#       node-role.kubernetes.io/control-plane: ""
#     ```
#
#     Where both may occur, list them as two `nodeSelectorTerms`, or join them with
#     `||` in a selector of Calico.
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - batch/CronJob
#     - batch/Job
#     - cilium.io/CiliumBGPClusterConfig
#     - cilium.io/CiliumBGPPeeringPolicy
#     - cilium.io/CiliumL2AnnouncementPolicy
#     - crd.projectcalico.org/BGPPeer
#     - crd.projectcalico.org/GlobalNetworkPolicy
#     - crd.projectcalico.org/IPPool
#     - metallb.io/BGPAdvertisement
#     - metallb.io/BGPPeer
#     - metallb.io/L2Advertisement
#     - Pod
#     - projectcalico.org/BGPPeer
#     - projectcalico.org/GlobalNetworkPolicy
#     - projectcalico.org/IPPool
#   words: [master]
#   since: 0.1.0
package kubegap.cases.reddit_2023_pi_day.legacy_master_node_role_label

import data.kubegap.lib.cluster
import data.kubegap.lib.environment
import data.kubegap.lib.nodelabels
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.scope
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in workloads.all
	demanded := nodelabels.demanded(workload, _label)[0]
	not replicas.none(workload)
	not _kept
	holder := workloads.holder(workload)

	violation := result.with_level(
		result.at(
			holder,
			array.concat(workloads.spec_path(workload), demanded.path),
			"requires the node label node-role.kubernetes.io/master, which kubeadm has not set since 1.24, so no node is selected and the pods stay pending",
		),
		_level(workload, demanded.value),
	)
}

violations contains violation if {
	some kind, [fields, consequence] in _network
	some obj in objects.of_kind(kind)
	field := [field | some field in fields; nodelabels.requires(obj.body.spec[field], _label)][0]
	not _kept

	violation := result.with_level(
		result.at(
			obj,
			["spec", field],
			sprintf("requires the node label node-role.kubernetes.io/master, which kubeadm has not set since 1.24, so %s", [consequence]),
		),
		_level(obj, ""),
	)
}

violations contains violation if {
	some workload in objects.of_kind("apps/DaemonSet")
	tolerations := workloads.spec(workload).tolerations
	at := [i | some i, toleration in tolerations; toleration.key == _label][0]
	not _tolerates_more(tolerations)
	not _kept

	violation := result.with_level(
		result.at(
			workload,
			array.concat(workloads.spec_path(workload), ["tolerations", at, "key"]),
			"tolerates the taint node-role.kubernetes.io/master but not node-role.kubernetes.io/control-plane, with which kubeadm has tainted nodes since 1.25, so no pod runs on the control plane",
		),
		"note",
	)
}

_label := "node-role.kubernetes.io/master"

# The fields that select nodes, and what happens when they select none.
_network := {
	"cilium.io/CiliumBGPClusterConfig": [["nodeSelector"], _no_peers],
	"cilium.io/CiliumBGPPeeringPolicy": [["nodeSelector"], _no_peers],
	"cilium.io/CiliumL2AnnouncementPolicy": [["nodeSelector"], _no_announcement],
	"crd.projectcalico.org/BGPPeer": [["nodeSelector", "peerSelector"], _no_peers],
	"crd.projectcalico.org/GlobalNetworkPolicy": [["selector"], _no_policy],
	"crd.projectcalico.org/IPPool": [["nodeSelector"], _no_addresses],
	"metallb.io/BGPAdvertisement": [["nodeSelectors"], _no_announcement],
	"metallb.io/BGPPeer": [["nodeSelectors"], _no_peers],
	"metallb.io/L2Advertisement": [["nodeSelectors"], _no_announcement],
	"projectcalico.org/BGPPeer": [["nodeSelector", "peerSelector"], _no_peers],
	"projectcalico.org/GlobalNetworkPolicy": [["selector"], _no_policy],
	"projectcalico.org/IPPool": [["nodeSelector"], _no_addresses],
}

_no_peers := "it selects no node and the routes behind it are gone"

_no_announcement := "no node announces the addresses of Services"

_no_addresses := "no node takes addresses from it"

_no_policy := "the policy applies to no node"

_tolerates_more(tolerations) if {
	some toleration in tolerations
	is_object(toleration)
	object.get(toleration, "key", "") in {"", "node-role.kubernetes.io/control-plane"}
}

# Whether the repository tells that nodes have the label.
_kept if {
	some kind in scope.all_kinds
	regex.match(`(^|\.)openshift\.io/|^operators\.coreos\.com/`, kind)
}

_kept if {
	some namespace in scope.all_of_kind("Namespace")
	startswith(namespace.name, "openshift-")
}

_kept if {
	some kind in [
		"Node",
		"config/k3s",
		"config/kubespray",
		"config/talos",
		"controlplane.cluster.x-k8s.io/KubeadmControlPlane",
		"kops.k8s.io/InstanceGroup",
	]
	some obj in scope.all_of_kind(kind)
	contains(json.marshal(obj.body), _label)
}

_level(obj, value) := "note" if {
	environment.not_production(obj)
} else := "note" if {
	value == "true"
} else := "note" if {
	_rancher
} else := "note" if {
	cluster.minor(obj) < 24
} else := "error" if {
	cluster.minor(obj) >= 24
	some kind in objects.kinds_in_scope(obj)
	kind in {"controlplane.cluster.x-k8s.io/KubeadmControlPlane", "kubeadm.k8s.io/ClusterConfiguration"}
} else := "warning"

_rancher if {
	some kind in scope.all_kinds
	regex.match(`\.cattle\.io/|^config/k3s$|^k3d\.io/`, kind)
}
