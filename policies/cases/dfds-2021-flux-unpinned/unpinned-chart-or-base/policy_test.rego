package kubegap.cases.dfds_2021_flux_unpinned.unpinned_chart_or_base_test

import data.kubegap.cases.dfds_2021_flux_unpinned.unpinned_chart_or_base as rule
import data.kubegap.lib.fixture

test_versions if {
	_level(null) == "warning"
	_level("") == "warning"
	every version in ["*", "*-0", " * ", "x", "latest"] {
		_level(version) == "warning"
	}
	every version in [">=1.2.0", "> 1.2.0", ">=0.0.0-0", "1.x || >=3.0.0", "1.x", "1.2.x", "1.*", "^1.2.3", "~1.2.3", ">=1.2.0 <2.0.0", ">=1.2.0, <2.0.0", "<2.0.0"] {
		_level(version) == "note"
	}
	every version in ["1.2.3", "v1.2.3", "1.2.3-alpha.1", "1.2.3-x.7", "1.2.3+build.5", "1.2", "HEAD", "${VERSION}", 1.2, ["*"]] {
		_level(version) == "silent"
	}
}

test_the_finding_is_on_the_version if {
	[violation.path | some violation in _found("*")] == [["spec", "source", "targetRevision"]]
}

_level(version) := level if {
	some violation in _found(version)
	level := violation.level
} else := "silent"

_found(version) := found if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "argoproj.io/v1alpha1",
		"kind": "Application",
		"metadata": {"name": "shop", "namespace": "argocd"},
		"spec": {"source": {"chart": "shop", "targetRevision": version}},
	}])
}
