package kubegap.lib.loadbalancer

import data.kubegap.lib.values

# METADATA
# description: |
#   Whether an annotation of any known cloud asks for an address in a private
#   network.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/services-networking/service/#internal-load-balancer
marked_internal(service) if {
	some key, value in service.body.metadata.annotations
	sprintf("%v", [value]) in _internal_values[key]
}

# The AWS cloud provider takes any value but these for a yes.
marked_internal(service) if {
	value := _annotation(service, "service.beta.kubernetes.io/aws-load-balancer-internal")
	not value in {"", "false"}
	not values.unknown(value)
}

marked_internal(service) if {
	_annotation(service, "service.kubernetes.io/qcloud-loadbalancer-internal-subnetid") != ""
}

marked_internal(service) if _huawei_type(service) == "inner"

_internal_values := {
	# Alibaba Cloud
	"service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type": {"intranet"},
	"service.beta.kubernetes.io/alicloud-loadbalancer-address-type": {"intranet"},
	# Azure
	"service.beta.kubernetes.io/azure-load-balancer-internal": {"true"},
	# Baidu Cloud
	"service.beta.kubernetes.io/cce-load-balancer-internal-vpc": {"true"},
	# DigitalOcean
	"service.beta.kubernetes.io/do-loadbalancer-network": {"INTERNAL"},
	# Google Cloud
	"cloud.google.com/load-balancer-type": {"Internal", "internal"},
	"networking.gke.io/load-balancer-type": {"Internal"},
	# Hetzner
	"load-balancer.hetzner.cloud/disable-public-network": {"true"},
	# IBM Cloud
	"service.kubernetes.io/ibm-load-balancer-cloud-provider-ip-type": {"private"},
	# OpenStack, OVHcloud
	"service.beta.kubernetes.io/openstack-internal-load-balancer": {"true"},
	# Oracle Cloud
	"oci-network-load-balancer.oraclecloud.com/internal": {"true"},
	"service.beta.kubernetes.io/oci-load-balancer-internal": {"true"},
	# Scaleway
	"service.beta.kubernetes.io/scw-loadbalancer-private": {"true"},
}

# Whether the annotation decides on the reach of the balancer.
_decides(key) if _internal_values[key]

_decides(key) if key in {
	"kubernetes.io/elb.autocreate",
	"service.beta.kubernetes.io/aws-load-balancer-internal",
	"service.beta.kubernetes.io/aws-load-balancer-scheme",
	"service.beta.kubernetes.io/aws-load-balancer-type",
}

# Huawei Cloud: a balancer is made as the JSON document says, or an existing one
# is named by its id, which tells nothing.
# https://support.huaweicloud.com/intl/en-us/usermanual-cce/cce_10_0385.html
_huawei(service) if {
	some key, _ in service.body.metadata.annotations
	is_string(key)
	startswith(key, "kubernetes.io/elb.")
}

_huawei_public(service) if _huawei_type(service) == "public"

_huawei_type(service) := kind if {
	text := _annotation(service, "kubernetes.io/elb.autocreate")
	json.is_valid(text)
	kind := json.unmarshal(text).type
}
