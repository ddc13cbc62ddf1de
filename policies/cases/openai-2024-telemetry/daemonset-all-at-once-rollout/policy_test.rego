package kubegap.cases.openai_2024_telemetry.daemonset_all_at_once_rollout_test

import data.kubegap.cases.openai_2024_telemetry.daemonset_all_at_once_rollout as rule
import data.kubegap.lib.fixture

test_shares if {
	every value in ["50%", "75%", "100%"] {
		_levels({"maxUnavailable": value}) == ["warning"]
	}
	every value in [50, 100] {
		_levels({"maxUnavailable": value}) == ["note"]
	}
	every value in ["49%", "10%", 1, 49, "${MAX}", "{{ max }}", "50", true, null, []] {
		_levels({"maxUnavailable": value}) == []
	}
}

test_surges if {
	_levels({"maxSurge": "100%", "maxUnavailable": 0}) == ["note"]
	_levels({"maxSurge": "25%", "maxUnavailable": 0}) == []
}

_levels(update) := [violation.level | some violation in found] if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "apps/v1",
		"kind": "DaemonSet",
		"metadata": {"name": "agent"},
		"spec": {"updateStrategy": {"rollingUpdate": update}},
	}])
}
