package kubegap.cases.il_0448.kube_proxy_ipvs_idle_timeout_test

import data.kubegap.cases.il_0448.kube_proxy_ipvs_idle_timeout as rule
import data.kubegap.lib.fixture

test_two_hours_are_enough if {
	count(_violations("7200s")) == 0
}

test_a_second_less_is_not if {
	count(_violations("7199s")) == 1
}

test_the_finding_is_on_the_mode_where_there_is_no_timeout if {
	[violation] := [violation | some violation in rule.violations] with input as fixture.document([{
		"apiVersion": "kubeproxy.config.k8s.io/v1alpha1",
		"kind": "KubeProxyConfiguration",
		"mode": "ipvs",
	}])
	violation.path == ["mode"]
	violation.related == []
}

test_a_place_for_developing_is_noted if {
	document := fixture.document([{
		"apiVersion": "kubeproxy.config.k8s.io/v1alpha1",
		"kind": "KubeProxyConfiguration",
		"mode": "ipvs",
	}])
	named := object.union(document, {"units": {"fixture.yaml": {"below": "clusters/dev/kubeadm.yaml"}}})
	[violation.level | some violation in rule.violations] == ["note"] with input as named
}

_violations(timeout) := found if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "kubeproxy.config.k8s.io/v1alpha1",
		"kind": "KubeProxyConfiguration",
		"mode": "ipvs",
		"ipvs": {"tcpTimeout": timeout},
	}])
}
