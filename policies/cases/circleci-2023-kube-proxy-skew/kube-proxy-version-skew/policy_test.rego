package kubegap.cases.circleci_2023_kube_proxy_skew.kube_proxy_version_skew_test

import data.kubegap.cases.circleci_2023_kube_proxy_skew.kube_proxy_version_skew as rule
import data.kubegap.lib.fixture

test_levels_by_distance if {
	_levels("1.33", "v1.34.0-eksbuild.1") == ["error"]
	_levels("1.33", "v1.33.10-eksbuild.13") == []
	_levels("1.33", "v1.32.0") == ["note"]
	_levels("1.33", "v1.31.7-minimal-eksbuild.2") == ["warning"]
	_levels("1.33", "v1.30.0") == ["warning"]
	_levels("1.33", "v1.29.0") == ["error"]
}

test_before_1_25_two_versions_are_supported if {
	_levels("1.26", "v1.24.0") == ["warning"]
	_levels("1.26", "v1.23.0") == ["error"]
}

test_what_is_no_version if {
	every version in [null, 1.3, "", "latest", "1.30", "${VERSION}", "v1.30.x", ["v1.30.0"]] {
		_levels("1.33", version) == []
	}
}

_levels(cluster_version, version) := [violation.level |
	some violation in rule.violations with input as fixture.document([{
		"apiVersion": "eksctl.io/v1alpha5",
		"kind": "ClusterConfig",
		"metadata": {"name": "shop", "version": cluster_version},
		"addons": [{"name": "kube-proxy", "version": version}],
	}])
]
