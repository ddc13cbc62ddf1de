package kubegap.cases.argocd_2020_hpa_replicas.hpa_target_broken_test

import data.kubegap.cases.argocd_2020_hpa_replicas.hpa_target_broken as rule
import data.kubegap.lib.fixture

test_each_metric_is_judged_alone if {
	_paths([_metric("cpu"), _metric("memory")], {"requests": {"cpu": "100m"}}) == {["spec", "metrics", 1, "resource"]}
	_paths([_metric("cpu"), _metric("memory")], {"limits": {"cpu": "100m", "memory": "64Mi"}}) == set()
	_paths([_metric("cpu")], {}) == {["spec", "metrics", 0, "resource"]}
	_paths([_metric("cpu")], null) == {["spec", "metrics", 0, "resource"]}
}

test_the_old_form_of_metrics if {
	old := {"type": "Resource", "resource": {"name": "cpu", "targetAverageUtilization": 70}}
	_paths([old], {}) == {["spec", "metrics", 0, "resource"]}
}

test_no_metrics_means_cpu if {
	_paths([], {}) == {["spec", "metrics"]}
	_paths(null, {}) == {["spec", "metrics"]}
}

test_values_of_the_wrong_type_are_silent if {
	_paths(["cpu"], {}) == set()
	_paths([{"type": "Resource", "resource": "cpu"}], {}) == set()
}

test_whichever_autoscaler_is_context_the_later_one_is_reported if {
	every beside in [{0, 1}, {0, 2}, {0}, {0, 1, 2}] {
		found := rule.violations with input as fixture.beside(_scaled_by("HorizontalPodAutoscaler"), beside)
		{[violation.object, violation.peers[0].object] | some violation in found; violation.peers} == {[2, 1]}
	}
}

test_a_scaled_object_is_a_peer if {
	found := rule.violations with input as fixture.beside(_scaled_by("ScaledObject"), {0, 2})
	{[violation.object, violation.peers[0].object] | some violation in found} == {[2, 1]}
}

test_what_another_environment_has_is_no_rival if {
	document := json.patch(
		_scaled_by("HorizontalPodAutoscaler"),
		[{"op": "replace", "path": ["environments", 0, "by_kind", "autoscaling/HorizontalPodAutoscaler"], "value": [2]}],
	)
	found := rule.violations with input as document
	{violation | some violation in found; violation.peers} == set()
}

_scaled_by(kind) := fixture.linked(
	[
		{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}},
		{"apiVersion": {"HorizontalPodAutoscaler": "autoscaling/v2", "ScaledObject": "keda.sh/v1alpha1"}[kind], "kind": kind, "metadata": {"name": "web"}},
		{
			"apiVersion": "autoscaling/v2",
			"kind": "HorizontalPodAutoscaler",
			"metadata": {"name": "zoom"},
			"spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}},
		},
	],
	[{"from": 1, "relation": "scales", "to": 0}, {"from": 2, "relation": "scales", "to": 0}],
)

_metric(name) := {"type": "Resource", "resource": {"name": name, "target": {"type": "Utilization", "averageUtilization": 70}}}

_paths(metrics, resources) := {violation.path | some violation in found} if {
	document := fixture.linked(
		[
			{
				"apiVersion": "apps/v1",
				"kind": "Deployment",
				"metadata": {"name": "web"},
				"spec": {"template": {"spec": {"containers": [{"name": "web", "resources": resources}]}}},
			},
			{
				"apiVersion": "autoscaling/v2",
				"kind": "HorizontalPodAutoscaler",
				"metadata": {"name": "web"},
				"spec": {
					"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
					"minReplicas": 2,
					"maxReplicas": 5,
					"metrics": metrics,
				},
			},
		],
		[{"from": 1, "relation": "scales", "to": 0}],
	)
	found := rule.violations with input as document
}
