package kubegap.cases.target_2019_sidecars.sidecar_without_cpu_bounds_test

import data.kubegap.cases.target_2019_sidecars.sidecar_without_cpu_bounds as rule
import data.kubegap.lib.fixture

test_levels if {
	_levels({}) == ["warning"]
	_levels({"requests": {"cpu": "20m", "memory": "64Mi"}}) == ["note"]
	_levels({"limits": {"memory": "64Mi"}}) == ["note"]
	_levels({"limits": {"memory": "64Mi"}, "requests": {"cpu": "20m"}}) == []
	_levels("${RESOURCES}") == []
}

test_a_collector_that_the_workload_is_named_after_is_no_sidecar if {
	_of("web", {}) == ["warning"]
	_of("log", {}) == []
}

_levels(resources) := _of("web", resources)

_of(name, resources) := [violation.level | some violation in violations] if {
	violations := rule.violations with input as fixture.document([{
		"apiVersion": "v1",
		"kind": "Pod",
		"metadata": {"name": name},
		"spec": {"containers": [
			{"name": "web", "image": "registry.example/web:1", "resources": {"limits": {"memory": "1Gi"}}},
			{"name": "log", "image": "fluent/fluent-bit:3.2.0", "resources": resources},
		]},
	}])
}
