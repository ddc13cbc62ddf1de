package kubegap.cases.il_0448.keepalive_sysctl_ineffective_test

import data.kubegap.cases.il_0448.keepalive_sysctl_ineffective as rule
import data.kubegap.lib.fixture

test_a_keepalive_just_in_time_is_too_late if {
	[violation.path | some violation in rule.violations] == [["spec", "securityContext", "sysctls", 0, "value"]] with input as _document("900")
}

test_a_second_earlier_is_in_time if {
	count(rule.violations) == 0 with input as _document("899")
}

test_the_version_of_the_user_counts if {
	[violation.level | some violation in rule.violations] == ["note"] with input as object.union(_document("60"), {"kubernetes_version": "1.28"})
}

_document(seconds) := fixture.document([
	{
		"apiVersion": "kubeproxy.config.k8s.io/v1alpha1",
		"kind": "KubeProxyConfiguration",
		"mode": "ipvs",
	},
	{
		"apiVersion": "v1",
		"kind": "Pod",
		"metadata": {"name": "collector"},
		"spec": {"securityContext": {"sysctls": [{"name": "net.ipv4.tcp_keepalive_time", "value": seconds}]}},
	},
])
