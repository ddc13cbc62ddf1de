package kubegap.cases.dfds_2024_agent_oom_limitrange.limitrange_rejects_workload_test

import data.kubegap.cases.dfds_2024_agent_oom_limitrange.limitrange_rejects_workload as rule
import data.kubegap.lib.fixture

test_a_limit_is_the_request_too if {
	_messages({"min": {"memory": "64Mi"}}, {"limits": {"memory": "32Mi"}}) == ["limits memory to 32Mi, below the minimum of 64Mi"]
	_messages({"min": {"memory": "64Mi"}, "defaultRequest": {"memory": "64Mi"}}, {"limits": {"memory": "128Mi"}}) == []
}

test_a_default_comes_from_the_maximum if {
	_messages({"max": {"memory": "1Gi"}}, {"requests": {"memory": "1Gi"}}) == []
	_messages({"max": {"memory": "1Gi"}, "default": {"memory": "512Mi"}}, {"requests": {"memory": "1Gi"}}) == ["requests 1Gi of memory, above the default limit of 512Mi"]
}

test_ratios if {
	_messages({"maxLimitRequestRatio": {"cpu": 4}}, {"limits": {"cpu": 2}, "requests": {"cpu": "250m"}}) == [
		"limits cpu to 2 with a request of 250m, above the maximum ratio of 4",
	]
	_messages({"maxLimitRequestRatio": {"cpu": 4}}, {"limits": {"cpu": 2}, "requests": {"cpu": "500m"}}) == []
	_messages({"maxLimitRequestRatio": {"cpu": 4}}, {"limits": {"cpu": 2}}) == []
	_messages({"maxLimitRequestRatio": {"cpu": 4}}, {}) == ["has no limit of cpu, as the maximum ratio to the request demands,"]
}

test_what_is_not_known_fits if {
	_messages({"max": {"memory": "1Gi"}}, {"limits": {"memory": "${MEMORY}"}}) == []
	_messages({"max": {"memory": "${MEMORY}"}}, {"limits": {"memory": "1Gi"}}) == []
	_messages({"max": {"memory": "1Gi"}}, "${RESOURCES}") == []
	_messages({"max": {"memory": "1Gi"}}, null) == []
	_messages({"max": []}, {"limits": {"memory": "1Gi"}}) == []
}

test_a_limit_range_that_the_api_refuses_refuses_nothing if {
	_messages({"max": {"memory": "1Gi"}, "default": {"memory": "2Gi"}}, {"limits": {"memory": "4Gi"}}) == []
}

test_other_resources_only_as_named if {
	_messages({"max": {"ephemeral-storage": "1Gi"}}, {"limits": {"ephemeral-storage": "2Gi"}}) == ["limits ephemeral-storage to 2Gi, above the maximum of 1Gi"]
	_messages({"max": {"memory": "1Gi"}}, {"limits": {"nvidia.com/gpu": 2}}) == []
}

_messages(item, resources) := [text | some violation in violations; text := _inner(violation.message)] if {
	violations := rule.violations with input as fixture.document([
		{
			"apiVersion": "v1",
			"kind": "LimitRange",
			"metadata": {"name": "d", "namespace": "shop"},
			"spec": {"limits": [object.union({"type": "Container"}, item)]},
		},
		{
			"apiVersion": "v1",
			"kind": "Pod",
			"metadata": {"name": "web", "namespace": "shop"},
			"spec": {"containers": [{"name": "web", "resources": resources}]},
		},
	])
}

_inner(message) := trim_suffix(trim_prefix(message, "container web "), " of LimitRange d, so the API server refuses the pods")
