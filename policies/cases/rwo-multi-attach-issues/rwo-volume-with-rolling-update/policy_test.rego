package kubegap.cases.rwo_multi_attach_issues.rwo_volume_with_rolling_update_test

import data.kubegap.cases.rwo_multi_attach_issues.rwo_volume_with_rolling_update as rule
import data.kubegap.lib.fixture

test_the_default_strategy_starts_first if {
	_levels({}) == ["warning"]
	_levels({"strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": "99%", "maxSurge": "1%"}}}) == ["warning"]
	_levels({"strategy": {"rollingUpdate": {"maxUnavailable": 0}}}) == ["warning"]
}

test_the_old_pod_may_go_first if {
	_levels({"strategy": {"rollingUpdate": {"maxUnavailable": 1}}}) == []
	_levels({"strategy": {"rollingUpdate": {"maxUnavailable": "100%"}}}) == []
	_levels({"strategy": {"rollingUpdate": {"maxSurge": 0}}}) == []
	_levels({"strategy": {"rollingUpdate": {"maxSurge": "0%", "maxUnavailable": 0}}}) == []
	_levels({"strategy": {"type": "Recreate"}}) == []
}

test_values_of_the_wrong_type_are_silent if {
	_levels({"strategy": {"rollingUpdate": {"maxUnavailable": "some"}}}) == []
	_levels({"strategy": {"rollingUpdate": {"maxUnavailable": "${MAX}"}}}) == []
	_levels({"replicas": "1"}) == []
}

_levels(spec) := [violation.level | some violation in found] if {
	template := {"spec": {"volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]}}
	document := fixture.linked(
		[
			{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "wiki"}, "spec": object.union({"template": template}, spec)},
			{
				"apiVersion": "v1",
				"kind": "PersistentVolumeClaim",
				"metadata": {"name": "data"},
				"spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "gp3"},
			},
		],
		[{"from": 0, "relation": "uses", "to": 1}],
	)
	found := rule.violations with input as document
}
