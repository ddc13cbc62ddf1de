# METADATA
# description: |
#   The version of Kubernetes that the cluster of an object runs, as the user or
#   the objects declare it.
package kubegap.lib.cluster

# METADATA
# description: |
#   The minor version of the cluster that obj is for: 34 for Kubernetes 1.34.
#   What the user says, of the place that obj goes to or else of all, counts before
#   what obj itself declares, and that before the objects in its scope. Undefined where nobody says, or where the objects
#   in scope disagree.
minor(obj) := number if {
	number := _minor(input.units[obj.unit].kubernetes_version)
} else := number if {
	number := _minor(input.kubernetes_version)
} else := number if {
	number := _declared_by(obj)
} else := number if {
	numbers := {declared |
		some e in array.concat([obj.environment], input.environments[obj.environment].sees)
		some declared in _declared[e]
	}
	count(numbers) == 1
	some number in numbers
}

# The fields that declare a version, by kind.
# https://kops.sigs.k8s.io/cluster_spec/ kubernetesVersion
# https://kubernetes.io/docs/reference/config-api/kubeadm-config.v1beta4/ kubernetesVersion
# https://cluster-api.sigs.k8s.io/developer/core/control-plane version
# https://cluster-api.sigs.k8s.io/tasks/experimental-features/cluster-class/ topology.version
# https://eksctl.io/usage/schema/ metadata.version
# https://azure.github.io/azure-service-operator/reference/containerservice/ kubernetesVersion
# https://github.com/gardener/gardener/blob/master/pkg/apis/core/v1beta1/types_shoot.go kubernetes.version
# https://github.com/kubermatic/kubeone/blob/main/pkg/apis/kubeone/v1beta2/types.go versions.kubernetes
# https://github.com/kubermatic/kubermatic/blob/main/sdk/apis/kubermatic/v1/cluster.go version
# https://github.com/k0sproject/k0sctl#spec-fields k0s.version
# https://github.com/kubernetes-sigs/kubespray/blob/master/docs/ansible/vars.md kube_version
_fields := {
	"cluster.x-k8s.io/Cluster": ["spec", "topology", "version"],
	"config/kubespray": ["kube_version"],
	"containerservice.azure.com/ManagedCluster": ["spec", "kubernetesVersion"],
	"controlplane.cluster.x-k8s.io/AWSManagedControlPlane": ["spec", "version"],
	"controlplane.cluster.x-k8s.io/K0sControlPlane": ["spec", "version"],
	"controlplane.cluster.x-k8s.io/KThreesControlPlane": ["spec", "version"],
	"controlplane.cluster.x-k8s.io/KubeadmControlPlane": ["spec", "version"],
	"controlplane.cluster.x-k8s.io/TalosControlPlane": ["spec", "version"],
	"core.gardener.cloud/Shoot": ["spec", "kubernetes", "version"],
	"eks.aws.m.upbound.io/Cluster": ["spec", "forProvider", "version"],
	"eks.aws.upbound.io/Cluster": ["spec", "forProvider", "version"],
	"eks.services.k8s.aws/Cluster": ["spec", "version"],
	"eksctl.io/ClusterConfig": ["metadata", "version"],
	"infrastructure.cluster.x-k8s.io/AzureASOManagedControlPlane": ["spec", "version"],
	"k0sctl.k0sproject.io/Cluster": ["spec", "k0s", "version"],
	"k3d.io/Simple": ["image"],
	"kops.k8s.io/Cluster": ["spec", "kubernetesVersion"],
	"kubeadm.k8s.io/ClusterConfiguration": ["kubernetesVersion"],
	"kubeone.k8c.io/KubeOneCluster": ["versions", "kubernetes"],
	"kubermatic.k8c.io/Cluster": ["spec", "version"],
	"provisioning.cattle.io/Cluster": ["spec", "kubernetesVersion"],
}

_declared[e] contains number if {
	some e, environment in input.environments
	some kind, _ in _fields
	some i in environment.by_kind[kind]
	number := _declared_by(input.objects[i])
}

_declared[e] contains number if {
	some e, environment in input.environments
	some i in environment.by_kind["kind.x-k8s.io/Cluster"]
	number := _declared_by(input.objects[i])
}

_declared_by(obj) := _minor(object.get(obj.body, _fields[_kind(obj)], null))

# kind takes the version from the images of the nodes; a control plane that
# names none has the default of kind.
_declared_by(obj) := number if {
	_kind(obj) == "kind.x-k8s.io/Cluster"
	numbers := {_minor(node.image) | some node in obj.body.nodes}
	count(numbers) == 1
	some number in numbers
}

_kind(obj) := concat("/", [obj.group, obj.kind])

# 34 of "1.34", "v1.34.3+k3s1" or "kindest/node:v1.34.0". Numbers are no
# versions: YAML reads 1.30 as 1.3.
_minor(version) := to_number(found[0][1]) if {
	is_string(version)
	found := regex.find_all_string_submatch_n(`(?:^|:)v?1\.([0-9]+)(?:$|[.+@-])`, version, 1)
	count(found) > 0
}
