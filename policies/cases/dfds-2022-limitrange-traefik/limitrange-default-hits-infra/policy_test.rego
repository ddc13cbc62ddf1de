package kubegap.cases.dfds_2022_limitrange_traefik.limitrange_default_hits_infra_test

import data.kubegap.cases.dfds_2022_limitrange_traefik.limitrange_default_hits_infra as rule
import data.kubegap.lib.fixture

test_images if {
	every image in ["traefik:v3.1.0", "registry.k8s.io/ingress-nginx/controller:v1.13.0@sha256:00", "mirror.example/coredns/coredns:v1.12.0", "prom/prometheus:v3"] {
		_levels(image, {"memory": "128Mi"}) == ["warning"]
	}
	every image in ["fluent/fluent-bit:3", "quay.io/calico/node:v3.30.0", "registry.example/aws-ebs-csi-driver:v1"] {
		_levels(image, {"memory": "128Mi"}) == ["note"]
	}
	every image in ["registry.example/web:1", "registry.example/traefik-forward-auth:2", "calico/kube-controllers:v3"] {
		_levels(image, {"memory": "128Mi"}) == []
	}
}

test_how_much_the_default_is if {
	_levels("traefik:v3", {"memory": "512Mi"}) == ["warning"]
	_levels("traefik:v3", {"memory": "1Gi"}) == ["note"]
	_levels("traefik:v3", {"memory": "2Gi"}) == []
	_levels("traefik:v3", {"memory": "${LIMIT}"}) == []
	_levels("traefik:v3", {"cpu": "500m"}) == ["note"]
	_levels("traefik:v3", {"cpu": 1}) == []
}

_levels(image, defaults) := [violation.level | some violation in violations] if {
	violations := rule.violations with input as fixture.document([
		{
			"apiVersion": "v1",
			"kind": "LimitRange",
			"metadata": {"name": "d", "namespace": "infra"},
			"spec": {"limits": [{"type": "Container", "default": defaults}]},
		},
		{
			"apiVersion": "v1",
			"kind": "Pod",
			"metadata": {"name": "x", "namespace": "infra"},
			"spec": {"containers": [{"name": "x", "image": image}]},
		},
	])
}
