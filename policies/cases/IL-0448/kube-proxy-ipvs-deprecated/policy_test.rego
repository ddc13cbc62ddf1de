package kubegap.cases.il_0448.kube_proxy_ipvs_deprecated_test

import data.kubegap.cases.il_0448.kube_proxy_ipvs_deprecated as rule
import data.kubegap.lib.fixture

test_the_version_of_the_user_counts_first if {
	[violation.level | some violation in rule.violations] == ["error"] with input as object.union(
		fixture.document([_cluster("1.34.1")]),
		{"kubernetes_version": "1.40"},
	)
}

test_the_level_rises_with_the_version if {
	levels := {minor: [violation.level | some violation in found] |
		some minor in [34, 35, 37, 38, 39, 40, 42, 43]
		found := rule.violations with input as fixture.document([_cluster(sprintf("1.%d.0", [minor]))])
	}
	levels == {
		34: [],
		35: ["note"],
		37: ["note"],
		38: ["warning"],
		39: ["warning"],
		40: ["error"],
		42: ["error"],
		43: ["error"],
	}
}

_cluster(version) := {
	"apiVersion": "kops.k8s.io/v1alpha2",
	"kind": "Cluster",
	"metadata": {"name": "shop"},
	"spec": {"kubernetesVersion": version, "kubeProxy": {"proxyMode": "ipvs"}},
}
