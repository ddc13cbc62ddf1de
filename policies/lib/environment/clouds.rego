package kubegap.lib.environment

# METADATA
# description: The cloud provider that reads the annotation, or undefined.
cloud_of_annotation(key) := provider if {
	is_string(key)
	some prefix, provider in _cloud_prefixes
	startswith(key, prefix)
}

# METADATA
# description: |
#   The cloud providers that any objects speak of, whatever cluster they are for.
clouds := {provider |
	some providers in _clouds
	some provider in providers
}

# The cloud providers that the objects of each environment speak of.
_clouds[e] := providers if {
	some e, environment in input.environments
	providers := ((_of_groups(e) | _of_annotations(e)) | _of_clusters(environment)) | _of_storage(environment)
}

_of_groups(e) := {provider |
	some group in _groups[e]
	provider := _cloud_of_group(group)
}

_cloud_of_group(group) := "aws" if {
	group in {
		"crd.k8s.amazonaws.com",
		"eks.amazonaws.com",
		"eksctl.io",
		"elbv2.k8s.aws",
		"karpenter.k8s.aws",
		"vpcresources.k8s.aws",
	}
} else := "aws" if {
	endswith(group, ".services.k8s.aws")
} else := "gcp" if {
	group in {"cloud.google.com", "networking.gke.io"}
} else := "gcp" if {
	endswith(group, ".cnrm.cloud.google.com")
} else := "azure" if {
	group in {"aadpodidentity.k8s.io", "karpenter.azure.com"}
} else := "azure" if {
	endswith(group, ".azure.com")
}

_of_annotations(e) := {provider |
	some key in _annotations[e]
	provider := cloud_of_annotation(key)
}

_cloud_prefixes := {
	"alb.ingress.kubernetes.io/": "aws",
	"azure.workload.identity/": "azure",
	"beta.cloud.google.com/": "gcp",
	"cloud.google.com/": "gcp",
	"eks.amazonaws.com/": "aws",
	"iam.gke.io/": "gcp",
	"kubernetes.digitalocean.com/": "digitalocean",
	"kubernetes.io/elb.": "huawei",
	"load-balancer.hetzner.cloud/": "hetzner",
	"networking.gke.io/": "gcp",
	"oci-network-load-balancer.oraclecloud.com/": "oci",
	"oci.oraclecloud.com/": "oci",
	"service.beta.kubernetes.io/alibaba-cloud-": "alibaba",
	"service.beta.kubernetes.io/alicloud-": "alibaba",
	"service.beta.kubernetes.io/aws-": "aws",
	"service.beta.kubernetes.io/azure-": "azure",
	"service.beta.kubernetes.io/cce-load-balancer-": "baidu",
	"service.beta.kubernetes.io/do-loadbalancer-": "digitalocean",
	"service.beta.kubernetes.io/linode-loadbalancer-": "linode",
	"service.beta.kubernetes.io/oci-load-balancer-": "oci",
	"service.beta.kubernetes.io/openstack-": "openstack",
	"service.beta.kubernetes.io/scw-loadbalancer-": "scaleway",
	"service.cloud.tencent.com/": "tencent",
	"service.kubernetes.io/ibm-load-balancer-": "ibm",
	"service.kubernetes.io/qcloud-loadbalancer-": "tencent",
}

_of_clusters(environment) := {provider |
	some kind, _ in environment.by_kind
	some pattern, provider in {
		`^[a-z]+\.cluster\.x-k8s\.io/AWS`: "aws",
		`^[a-z]+\.cluster\.x-k8s\.io/Azure`: "azure",
		`^[a-z]+\.cluster\.x-k8s\.io/GCP`: "gcp",
		`^[a-z]+\.cluster\.x-k8s\.io/HCloud`: "hetzner",
		`^[a-z]+\.cluster\.x-k8s\.io/OpenStack`: "openstack",
	}
	regex.match(pattern, kind)
} | {provider |
	some i in environment.by_kind["kops.k8s.io/Cluster"]
	body := input.objects[i].body
	names := {
		"aws": "aws",
		"azure": "azure",
		"digitalocean": "digitalocean",
		"do": "digitalocean",
		"gce": "gcp",
		"hetzner": "hetzner",
		"openstack": "openstack",
		"scaleway": "scaleway",
	}
	some key in _kops_providers(body)
	provider := names[key]
}

# kops.k8s.io/v1alpha2 writes a word, later versions a key of cloudProvider.
_kops_providers(body) := {lower(body.spec.cloudProvider)} if is_string(body.spec.cloudProvider)

_kops_providers(body) := object.keys(body.spec.cloudProvider) if is_object(body.spec.cloudProvider)

_of_storage(environment) := {provider |
	some i in environment.by_kind["storage.k8s.io/StorageClass"]
	provider := {
		"disk.csi.azure.com": "azure",
		"ebs.csi.aws.com": "aws",
		"ebs.csi.eks.amazonaws.com": "aws",
		"efs.csi.aws.com": "aws",
		"file.csi.azure.com": "azure",
		"filestore.csi.storage.gke.io": "gcp",
		"kubernetes.io/aws-ebs": "aws",
		"kubernetes.io/azure-disk": "azure",
		"kubernetes.io/gce-pd": "gcp",
		"pd.csi.storage.gke.io": "gcp",
	}[input.objects[i].body.provisioner]
}
