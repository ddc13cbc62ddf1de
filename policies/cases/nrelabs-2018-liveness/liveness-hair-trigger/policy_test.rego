package kubegap.cases.nrelabs_2018_liveness.liveness_hair_trigger_test

import data.kubegap.cases.nrelabs_2018_liveness.liveness_hair_trigger as rule
import data.kubegap.lib.fixture

test_levels if {
	_levels(_http("/health/db", {})) == ["note"]
	_levels(_http("/health/db", {"failureThreshold": 1})) == ["warning"]
	_levels(_http("/healthz", {"failureThreshold": 1})) == ["note"]
	_levels(_http("/healthz", {})) == []
}

test_time_helps if {
	every fields in [{"timeoutSeconds": 5}, {"periodSeconds": 30}, {"failureThreshold": 6}, {"timeoutSeconds": "${T}"}] {
		_levels(_http("/health/db", fields)) == []
	}
}

test_paths_of_liveness if {
	every path in ["/livez", "/health/liveness", "/healthz/ping"] {
		_levels(_http(path, {"failureThreshold": 1})) == []
	}
}

test_values_of_other_types_are_silent if {
	every probe in [null, [], "x", {"httpGet": []}, {"httpGet": {"path": 7}}, {"exec": {"command": "x"}}] {
		_levels(probe) == []
	}
}

_http(path, fields) := object.union({"httpGet": {"path": path, "port": 8080}}, fields)

_levels(probe) := [violation.level | some violation in found] if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "v1",
		"kind": "Pod",
		"metadata": {"name": "web"},
		"spec": {"containers": [{"name": "web", "image": "web", "livenessProbe": probe}]},
	}])
}
