package kubegap.cases.zalando_2019_coredns_oom.cluster_dns_tight_memory_limit_test

import data.kubegap.cases.zalando_2019_coredns_oom.cluster_dns_tight_memory_limit as rule
import data.kubegap.lib.fixture

test_limits if {
	_levels("100Mi") == ["warning"]
	_levels("104857600") == ["warning"]
	_levels("101Mi") == ["note"]
	_levels("170Mi") == ["note"]
	_levels("171Mi") == []
	_levels("${LIMIT}") == []
	_levels(null) == []
}

_levels(limit) := [violation.level | some violation in violations] if {
	violations := rule.violations with input as fixture.document([{
		"apiVersion": "apps/v1",
		"kind": "Deployment",
		"metadata": {"name": "coredns", "namespace": "kube-system"},
		"spec": {"template": {
			"metadata": {"labels": {"k8s-app": "kube-dns"}},
			"spec": {"containers": [{
				"name": "coredns",
				"image": "registry.k8s.io/coredns/coredns:v1.12.0",
				"resources": {"limits": {"memory": limit}},
			}]},
		}},
	}])
}
