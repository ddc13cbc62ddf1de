package kubegap.lib.rolling_test

import data.kubegap.lib.fixture
import data.kubegap.lib.rolling

test_updates_step_by_step if {
	_updates("Deployment", {"replicas": 1})
	_updates("StatefulSet", {"replicas": 2})
	_updates("Deployment", {"replicas": "${REPLICAS}"})
}

test_does_not_update_step_by_step if {
	not _updates("Deployment", {"strategy": {"type": "Recreate"}})
	not _updates("Deployment", {"replicas": 0})
	not _updates("StatefulSet", {"replicas": 1})
	not _updates("StatefulSet", {"replicas": 2, "updateStrategy": {"type": "OnDelete"}})
	not _updates("DaemonSet", {})
}

test_a_borrowed_template_is_updated_by_the_rollout if {
	document := fixture.linked(
		[
			{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {"replicas": 2}},
			{"apiVersion": "argoproj.io/v1alpha1", "kind": "Rollout", "metadata": {"name": "web"}, "spec": {"replicas": 2}},
		],
		[{"from": 1, "relation": "template_of", "to": 0}],
	)
	not rolling.updates(document.objects[0]) with input as document
	rolling.updates(document.objects[1]) with input as document
}

test_min_ready_seconds if {
	rolling.min_ready_seconds({"body": {"spec": {"minReadySeconds": 30}}}) == 30
	rolling.min_ready_seconds({"body": {"spec": {}}}) == 0
	rolling.min_ready_seconds({"body": {"spec": {"minReadySeconds": "${SECONDS}"}}}) == 0
}

_updates(kind, spec) if {
	document := fixture.document([{"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": "web"}, "spec": spec}])
	rolling.updates(document.objects[0]) with input as document
}
