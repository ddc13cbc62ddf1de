package kubegap.lib.kubeproxy

# The configuration values of the managed add-on of EKS: JSON or YAML in a
# string. Whether the schema that EKS checks them against has a field for the
# timeout is not known; one that stands there is believed.
# https://repost.aws/knowledge-center/eks-configure-ipvs-kube-proxy
# https://github.com/eksctl-io/eksctl/blob/main/pkg/apis/eksctl.io/v1alpha5/addon.go
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["eksctl.io/ClusterConfig"]
	obj := input.objects[i]
	some n, addon in obj.body.addons
	addon.name == "kube-proxy"
	some setting in _addon_values(obj, ["addons", n, "configurationValues"])
}

# https://github.com/kubernetes-sigs/cluster-api-provider-aws/blob/main/controlplane/eks/api/v1beta2/types.go
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["controlplane.cluster.x-k8s.io/AWSManagedControlPlane"]
	obj := input.objects[i]
	object.get(obj.body, ["spec", "kubeProxy", "disable"], false) == false
	some n, addon in obj.body.spec.addons
	addon.name == "kube-proxy"
	some setting in _addon_values(obj, ["spec", "addons", n, "configuration"])
}

# https://github.com/aws-controllers-k8s/eks-controller/blob/main/apis/v1alpha1/addon.go
_settings[e] contains setting if {
	some e, environment in input.environments
	some i in environment.by_kind["eks.services.k8s.aws/Addon"]
	obj := input.objects[i]
	obj.body.spec.name == "kube-proxy"
	some setting in _addon_values(obj, ["spec", "configurationValues"])
}

# https://github.com/crossplane-contrib/provider-upjet-aws/blob/main/apis/eks/v1beta1/zz_addon_types.go
_settings[e] contains setting if {
	some e, environment in input.environments
	some kind in ["eks.aws.m.upbound.io/Addon", "eks.aws.upbound.io/Addon"]
	some i in environment.by_kind[kind]
	obj := input.objects[i]
	obj.body.spec.forProvider.addonName == "kube-proxy"
	some setting in _addon_values(obj, ["spec", "forProvider", "configurationValues"])
}

_addon_values(obj, path) := [_document(obj, "EKS", path, content) |
	text := object.get(obj.body, path, "")
	is_string(text)
	yaml.is_valid(text)
	content := yaml.unmarshal(text)
	is_object(content)
]
