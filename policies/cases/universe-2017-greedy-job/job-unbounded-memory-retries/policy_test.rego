package kubegap.cases.universe_2017_greedy_job.job_unbounded_memory_retries_test

import data.kubegap.cases.universe_2017_greedy_job.job_unbounded_memory_retries as rule
import data.kubegap.lib.fixture

test_retries if {
	_levels({}, {}) == ["note"]
	_levels({"backoffLimit": null}, {}) == ["note"]
	_levels({"backoffLimit": 2}, {}) == ["note"]
	_levels({"backoffLimit": 1}, {}) == []
	_levels({"backoffLimit": "${RETRIES}"}, {}) == []
}

test_containers_that_call_or_wait if {
	_levels({}, {"image": "registry.example/bitnami/kubectl:1.34"}) == []
	_levels({}, {"command": ["/bin/sh", "-c"], "args": ["until nc -z db 5432; do sleep 1; done"]}) == []
	_levels({}, {"command": ["sh", "-c", "set -e\nkubectl apply -f /manifests"]}) == []
	_levels({}, {"command": ["sh", "-c", "./reindex --all"]}) == ["note"]
	_levels({}, {"command": "reindex", "args": [1]}) == ["note"]
}

_levels(spec, container) := [violation.level | some violation in violations] if {
	violations := rule.violations with input as fixture.document([{
		"apiVersion": "batch/v1",
		"kind": "Job",
		"metadata": {"name": "reindex"},
		"spec": object.union(
			{"template": {"spec": {"containers": [object.union({"name": "reindex", "image": "registry.example/reindex:1"}, container)]}}},
			spec,
		),
	}])
}
