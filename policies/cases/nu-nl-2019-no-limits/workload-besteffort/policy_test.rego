package kubegap.cases.nu_nl_2019_no_limits.workload_besteffort_test

import data.kubegap.cases.nu_nl_2019_no_limits.workload_besteffort as rule
import data.kubegap.lib.fixture

test_one_finding_for_all_containers if {
	_found([{"name": "web"}, {"name": "proxy"}], {}) == [[["spec", "template", "spec", "containers", 0, "resources"], "note"]]
}

test_one_container_that_requests_is_enough if {
	_found([{"name": "web"}, {"name": "proxy", "resources": {"limits": {"memory": "64Mi"}}}], {}) == []
}

test_resources_of_the_pod_count if {
	_found([{"name": "web"}], {"resources": {"requests": {"memory": "1Gi"}}}) == []
	count(_found([{"name": "web"}], {"resources": {"requests": {"cpu": 1}}})) == 1
}

test_wrong_types_are_silent if {
	_found([], {}) == []
	_found(null, {}) == []
	_found(["web"], {}) == []
}

_found(containers, spec) := found if {
	violations := rule.violations with input as fixture.document([{
		"apiVersion": "apps/v1",
		"kind": "Deployment",
		"metadata": {"name": "web"},
		"spec": {"template": {"spec": object.union({"containers": containers}, spec)}},
	}])
	found := [[violation.path, violation.level] | some violation in violations]
}
