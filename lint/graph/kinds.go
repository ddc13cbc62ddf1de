package graph

import "github.com/kubegap/kubegap-lint/render/manifest"

// clusterScoped tells whether the objects of a kind are outside of all
// namespaces. It knows the kinds of Kubernetes 1.36 and those of widespread
// controllers; the definitions among the units tell the rest (see scopes).
// https://kubernetes.io/docs/reference/kubernetes-api/
func clusterScoped(group, kind string) bool {
	switch KindKey(group, kind) {
	case "Namespace", "Node", "PersistentVolume", "ComponentStatus",
		"admissionregistration.k8s.io/MutatingAdmissionPolicy",
		"admissionregistration.k8s.io/MutatingAdmissionPolicyBinding",
		"admissionregistration.k8s.io/MutatingWebhookConfiguration",
		"admissionregistration.k8s.io/ValidatingAdmissionPolicy",
		"admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding",
		"admissionregistration.k8s.io/ValidatingWebhookConfiguration",
		"apiextensions.k8s.io/CustomResourceDefinition",
		"apiregistration.k8s.io/APIService",
		"certificates.k8s.io/CertificateSigningRequest",
		"certificates.k8s.io/ClusterTrustBundle",
		"flowcontrol.apiserver.k8s.io/FlowSchema",
		"flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration",
		"networking.k8s.io/IngressClass",
		"networking.k8s.io/IPAddress",
		"networking.k8s.io/ServiceCIDR",
		"node.k8s.io/RuntimeClass",
		"policy/PodSecurityPolicy",
		"rbac.authorization.k8s.io/ClusterRole",
		"rbac.authorization.k8s.io/ClusterRoleBinding",
		"resource.k8s.io/DeviceClass",
		"resource.k8s.io/ResourceSlice",
		"scheduling.k8s.io/PriorityClass",
		"snapshot.storage.k8s.io/VolumeSnapshotClass",
		"snapshot.storage.k8s.io/VolumeSnapshotContent",
		"storage.k8s.io/CSIDriver",
		"storage.k8s.io/CSINode",
		"storage.k8s.io/StorageClass",
		"storage.k8s.io/VolumeAttachment",
		"storage.k8s.io/VolumeAttributesClass",
		"storagemigration.k8s.io/StorageVersionMigration",
		"cert-manager.io/ClusterIssuer",
		"cilium.io/CiliumClusterwideNetworkPolicy",
		"cilium.io/CiliumLoadBalancerIPPool",
		"config.openshift.io/Ingress",
		"elbv2.k8s.aws/IngressClassParams",
		"external-secrets.io/ClusterExternalSecret",
		"external-secrets.io/ClusterSecretStore",
		"gateway.networking.k8s.io/GatewayClass",
		"karpenter.k8s.aws/EC2NodeClass",
		"karpenter.sh/NodeClaim",
		"karpenter.sh/NodePool",
		"kyverno.io/ClusterPolicy",
		"policy.networking.k8s.io/AdminNetworkPolicy",
		"policy.networking.k8s.io/BaselineAdminNetworkPolicy",
		"security.openshift.io/SecurityContextConstraints":
		return true
	}
	return false
}

type kindName struct{ group, kind string }

// scopes gives the kinds that the definitions among the objects declare, and
// whether they are cluster-scoped.
func scopes(objects []Object) map[kindName]bool {
	declared := map[kindName]bool{}
	for i := range objects {
		if objects[i].Kind != "CustomResourceDefinition" || objects[i].Group != "apiextensions.k8s.io" {
			continue
		}
		spec := mapping(objects[i].Manifest.Body["spec"])
		group, _ := spec["group"].(string)
		kind, _ := mapping(spec["names"])["kind"].(string)
		if kind != "" {
			declared[kindName{group, kind}] = spec["scope"] == "Cluster"
		}
	}
	return declared
}

// typeOf gives the group, version and kind under which policies know object.
func typeOf(object manifest.Object) (group, version, kind string) {
	if object.Dialect != "" {
		return "config", "", string(object.Dialect)
	}
	group, version = object.GroupVersion()
	return group, version, object.Kind()
}

func mapping(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}
