package kubegap.cases.buffer_2020_cpu_limits.tight_cpu_limit_on_exposed_service_test

import data.kubegap.cases.buffer_2020_cpu_limits.tight_cpu_limit_on_exposed_service as rule
import data.kubegap.lib.fixture

test_limits if {
	_count({"limits": {"cpu": "200m"}, "requests": {"cpu": "100m"}}) == 1
	_count({"limits": {"cpu": "200m"}}) == 1
	_count({"limits": {"cpu": 0.5}, "requests": {"cpu": null}}) == 1
	_count({"limits": {"cpu": "201m"}, "requests": {"cpu": "100m"}}) == 0
	_count({"limits": {"cpu": 1}, "requests": {"cpu": 1}}) == 0
	_count({"limits": {"cpu": "${CPU}"}}) == 0
	_count({"limits": {"cpu": "200m"}, "requests": {"cpu": "${CPU}"}}) == 0
	_count({"requests": {"cpu": "100m"}}) == 0
	_count("x") == 0
}

_count(resources) := count(violations) if {
	violations := rule.violations with input as fixture.linked(
		[
			{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": {"type": "LoadBalancer"}},
			{
				"apiVersion": "apps/v1",
				"kind": "Deployment",
				"metadata": {"name": "web"},
				"spec": {"template": {"spec": {"containers": [{"name": "web", "resources": resources}]}}},
			},
		],
		[{"from": 0, "relation": "selects", "to": 1}],
	)
}
