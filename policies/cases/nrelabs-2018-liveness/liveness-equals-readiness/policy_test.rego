package kubegap.cases.nrelabs_2018_liveness.liveness_equals_readiness_test

import data.kubegap.cases.nrelabs_2018_liveness.liveness_equals_readiness as rule
import data.kubegap.lib.fixture

test_the_same_question_with_the_same_patience if {
	_levels(_http("/healthz", {}), _http("/healthz", {})) == ["note"]
	_levels(_http("/ready", {}), _http("/ready", {})) == ["note"]
	_levels(_http("/actuator/health", {}), _http("/actuator/health", {})) == ["warning"]
	_levels(_http("/actuator/health/readiness", {}), _http("/actuator/health/readiness", {})) == ["note"]
	_levels(_http("/", {"failureThreshold": 2}), _http("", {})) == ["note"]
}

test_more_patience_is_enough if {
	_levels(_http("/ready", {"failureThreshold": 4}), _http("/ready", {})) == []
	_levels(_http("/ready", {}), _http("/ready", {"periodSeconds": 5})) == []
}

test_another_question_is_enough if {
	_levels(_http("/livez", {}), _http("/readyz", {})) == []
	_levels(_http("/readyz", {}), {"httpGet": {"path": "/readyz", "port": 9090}}) == []
}

test_numbers_that_are_not_known_are_silent if {
	_levels(_http("/ready", {"periodSeconds": "${PERIOD}"}), _http("/ready", {})) == []
}

test_values_of_other_types_are_silent if {
	every probe in [null, [], "x", {"httpGet": []}, {"httpGet": {"path": 7}}, {"exec": {"command": "x"}}, {"exec": []}] {
		_levels(probe, probe) == []
	}
}

_http(path, fields) := object.union({"httpGet": {"path": path, "port": "http"}}, fields)

_levels(live, ready) := [violation.level | some violation in found] if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "v1",
		"kind": "Pod",
		"metadata": {"name": "web"},
		"spec": {"containers": [{
			"name": "web",
			"image": "registry.example/web:2.3.0",
			"ports": [{"name": "http", "containerPort": 8080}],
			"livenessProbe": live,
			"readinessProbe": ready,
		}]},
	}])
}
