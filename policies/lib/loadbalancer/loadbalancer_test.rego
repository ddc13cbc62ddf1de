package kubegap.lib.loadbalancer_test

import data.kubegap.lib.loadbalancer

test_internal_by_the_marker_of_every_cloud if {
	every key, value in {
		"cloud.google.com/load-balancer-type": "internal",
		"kubernetes.io/elb.autocreate": `{"type":"inner"}`,
		"load-balancer.hetzner.cloud/disable-public-network": "true",
		"networking.gke.io/load-balancer-type": "Internal",
		"oci-network-load-balancer.oraclecloud.com/internal": "true",
		"service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type": "intranet",
		"service.beta.kubernetes.io/aws-load-balancer-internal": "0.0.0.0/0",
		"service.beta.kubernetes.io/azure-load-balancer-internal": "true",
		"service.beta.kubernetes.io/cce-load-balancer-internal-vpc": "true",
		"service.beta.kubernetes.io/do-loadbalancer-network": "INTERNAL",
		"service.beta.kubernetes.io/oci-load-balancer-internal": "true",
		"service.beta.kubernetes.io/openstack-internal-load-balancer": "true",
		"service.beta.kubernetes.io/scw-loadbalancer-private": "true",
		"service.kubernetes.io/ibm-load-balancer-cloud-provider-ip-type": "private",
		"service.kubernetes.io/qcloud-loadbalancer-internal-subnetid": "subnet-1",
	} {
		_exposure(_annotated({key: value})) == "internal"
	}
}

test_public_by_a_value_that_marks_nothing if {
	every key, value in {
		"kubernetes.io/elb.autocreate": `{"type":"public"}`,
		"networking.gke.io/load-balancer-type": "External",
		"service.beta.kubernetes.io/aws-load-balancer-internal": "false",
		"service.beta.kubernetes.io/aws-load-balancer-scheme": "internet-facing",
		"service.beta.kubernetes.io/azure-load-balancer-internal": "yes",
		"service.beta.kubernetes.io/do-loadbalancer-network": "EXTERNAL",
	} {
		_exposure(_annotated({key: value})) == "public"
	}
}

test_public_without_any_word if {
	_exposure(_service({}, {})) == "public"
}

test_unknown_by_a_placeholder_or_a_balancer_elsewhere if {
	every key, value in {
		"kubernetes.io/elb.id": "8a7c",
		"service.beta.kubernetes.io/aws-load-balancer-scheme": "${SCHEME}",
		"service.beta.kubernetes.io/azure-load-balancer-internal": "${INTERNAL}",
	} {
		_exposure(_annotated({key: value})) == "unknown"
	}
}

# Only the AWS Load Balancer Controller understands the scheme.
test_unknown_by_a_scheme_that_nothing_is_known_to_read if {
	_exposure(_annotated({"service.beta.kubernetes.io/aws-load-balancer-scheme": "internal"})) == "unknown"
}

test_network_load_balancers_are_internal_unless_asked if {
	kind := "service.beta.kubernetes.io/aws-load-balancer-type"
	scheme := "service.beta.kubernetes.io/aws-load-balancer-scheme"
	internal := "service.beta.kubernetes.io/aws-load-balancer-internal"
	_exposure(_annotated({kind: "external"})) == "internal"
	_exposure(_annotated({kind: "nlb-ip", internal: "false"})) == "public"
	_exposure(_annotated({kind: "nlb-ip", scheme: "internal", internal: "false"})) == "internal"
	_exposure(_annotated({kind: "external", scheme: "internet-facing"})) == "public"
	_exposure(_annotated({kind: "external", scheme: "${SCHEME}"})) == "unknown"
	_exposure(_service({"loadBalancerClass": "service.k8s.aws/nlb"}, {})) == "internal"
	_exposure(_service({"loadBalancerClass": "eks.amazonaws.com/nlb"}, {scheme: "internet-facing"})) == "public"
}

test_classes if {
	every class, exposure in {
		"io.cilium/l2-announcer": "unknown",
		"networking.gke.io/l4-regional-external": "public",
		"networking.gke.io/l4-regional-internal": "internal",
		"registry.example/balancer": "unknown",
		"tailscale": "internal",
	} {
		_exposure(_service({"loadBalancerClass": class}, {})) == exposure
	}
}

test_the_class_wins_over_annotations if {
	_exposure(_service(
		{"loadBalancerClass": "networking.gke.io/l4-regional-internal-legacy"},
		{"networking.gke.io/load-balancer-type": "External"},
	)) == "internal"
}

test_internal_by_a_private_address if {
	_exposure(_service({"loadBalancerIP": "10.0.0.8"}, {})) == "internal"
	_exposure(_annotated({"metallb.io/loadBalancerIPs": "192.168.1.4,fd00::4"})) == "internal"
	_exposure(_annotated({"lbipam.cilium.io/ips": "192.168.1.4,203.0.113.4"})) == "unknown"
}

test_pools_tell_where_the_service_asks_for_no_address if {
	service := _service({}, {})
	_exposure_beside(service, "metallb.io/IPAddressPool", {"spec": {"addresses": ["192.168.1.240-192.168.1.250"]}}) == "internal"
	_exposure_beside(service, "metallb.io/IPAddressPool", {"spec": {"addresses": ["192.168.1.0/28", "203.0.113.0/28"]}}) == "unknown"
	_exposure_beside(service, "cilium.io/CiliumLoadBalancerIPPool", {"spec": {"blocks": [{"cidr": "10.1.0.0/24"}]}}) == "internal"
}

test_unknown_where_a_controller_takes_bare_services_over if {
	every kind, body in {
		"elbv2.k8s.aws/TargetGroupBinding": {},
		"argoproj.io/Application": {"spec": {"source": {"chart": "aws-load-balancer-controller"}}},
		"helm.toolkit.fluxcd.io/HelmRelease": {"spec": {"chart": {"spec": {"chart": "aws-load-balancer-controller"}}}},
		"networking.k8s.io/IngressClass": {"spec": {"controller": "ingress.k8s.aws/alb"}},
	} {
		_exposure_beside(_service({}, {}), kind, body) == "unknown"
	}
}

test_undefined_for_other_types if {
	not _exposure(_service({"type": "ClusterIP"}, {}))
}

test_restricted_by_ranges if {
	loadbalancer.restricted(_service({"loadBalancerSourceRanges": ["203.0.113.0/24"]}, {}))
	loadbalancer.restricted(_annotated({"service.beta.kubernetes.io/load-balancer-source-ranges": "203.0.113.0/24"}))
	not loadbalancer.restricted(_service({"loadBalancerSourceRanges": []}, {}))
	not loadbalancer.restricted(_service({"loadBalancerSourceRanges": null}, {}))
	not loadbalancer.restricted(_service({}, {}))
}

test_a_range_that_holds_everyone_restricts_nothing if {
	service := _service({"loadBalancerSourceRanges": ["203.0.113.0/24", "::/0"]}, {})
	not loadbalancer.restricted(service)
	loadbalancer.opening(service) == ["spec", "loadBalancerSourceRanges", 1]
}

test_ranges_that_hold_everyone_together_restrict_nothing if {
	service := _service({"loadBalancerSourceRanges": ["0.0.0.0/1", "128.0.0.0/1"]}, {})
	not loadbalancer.restricted(service)
	loadbalancer.opening(service) == ["spec", "loadBalancerSourceRanges", 0]
	not loadbalancer.restricted(_annotated({"service.beta.kubernetes.io/load-balancer-source-ranges": "2000::/3"}))
	not loadbalancer.restricted(_annotated({"service.beta.kubernetes.io/linode-loadbalancer-firewall-acl": `{"allowList":{"ipv4":["128.0.0.0/1","0.0.0.0/1"]}}`}))
}

test_the_type_opens_where_no_range_does if {
	loadbalancer.opening(_service({}, {})) == ["spec", "type"]
}

test_restricted_by_annotations_of_clouds if {
	every annotations in [
		{"kubernetes.io/elb.acl-status": "on", "kubernetes.io/elb.acl-type": "white"},
		{"service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status": "on"},
		{"service.beta.kubernetes.io/aws-load-balancer-security-groups": "sg-1"},
		{"service.beta.kubernetes.io/aws-load-balancer-security-group-prefix-lists": "pl-1"},
		{"service.beta.kubernetes.io/azure-allowed-ip-ranges": "203.0.113.0/24"},
		{"service.beta.kubernetes.io/azure-allowed-service-tags": "AzureFrontDoor.Backend"},
		{"service.beta.kubernetes.io/do-loadbalancer-allow-rules": "cidr:203.0.113.0/24"},
		{"service.beta.kubernetes.io/linode-loadbalancer-firewall-acl": `{"allowList":{"ipv4":["203.0.113.0/24"]}}`},
		{"service.beta.kubernetes.io/linode-loadbalancer-firewall-id": "1"},
		{"service.cloud.tencent.com/security-groups": "sg-1"},
	] {
		loadbalancer.restricted(_annotated(annotations))
	}
}

test_annotations_that_restrict_nothing if {
	every annotations in [
		{"kubernetes.io/elb.acl-status": "on", "kubernetes.io/elb.acl-type": "black"},
		{"service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status": "off"},
		{"service.beta.kubernetes.io/azure-allowed-ip-ranges": "0.0.0.0/0"},
		{"service.beta.kubernetes.io/azure-allowed-service-tags": "Internet"},
		{"service.beta.kubernetes.io/do-loadbalancer-allow-rules": "cidr:0.0.0.0/0"},
		{"service.beta.kubernetes.io/linode-loadbalancer-firewall-acl": `{"allowList":{"ipv4":["0.0.0.0/0"]}}`},
	] {
		not loadbalancer.restricted(_annotated(annotations))
	}
}

test_what_the_user_says_makes_balancers_decides if {
	scheme := "service.beta.kubernetes.io/aws-load-balancer-scheme"
	_exposure_on("aws-load-balancer-controller", {}) == "internal"
	_exposure_on("aws-load-balancer-controller", {scheme: "internet-facing"}) == "public"
	_exposure_on("eks-auto-mode", {}) == "internal"
	_exposure_on("aws-cloud-provider", {}) == "public"
	_exposure_on("aws-cloud-provider", {scheme: "internal"}) == "public"
	_exposure_on("metallb", {}) == "unknown"
}

# A class in scope makes the controller of AWS likely.
_exposure_on(balancer, annotations) := result if {
	service := _annotated(annotations)
	class := {"kind": "IngressClass", "name": "alb", "environment": 0, "body": {"spec": {"controller": "ingress.k8s.aws/alb"}}}
	result := loadbalancer.exposure(service) with input as {
		"objects": [service, class],
		"environments": [{"sees": [], "by_kind": {"Service": [0], "networking.k8s.io/IngressClass": [1]}}],
		"platform": {"load_balancer": balancer},
	}
}

_exposure(service) := result if {
	result := loadbalancer.exposure(service) with input as {
		"objects": [service],
		"environments": [{"sees": [], "by_kind": {"Service": [0]}}],
	}
}

_exposure_beside(service, kind, body) := result if {
	other := {"kind": kind, "name": "other", "environment": 0, "body": body}
	result := loadbalancer.exposure(service) with input as {
		"objects": [service, other],
		"environments": [{"sees": [], "by_kind": {"Service": [0], kind: [1]}}],
	}
}

_annotated(annotations) := _service({}, annotations)

_service(spec, annotations) := {
	"kind": "Service",
	"environment": 0,
	"body": {
		"metadata": {"annotations": annotations},
		"spec": object.union({"type": "LoadBalancer"}, spec),
	},
}
