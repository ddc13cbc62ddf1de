package kubegap.lib.replicas_test

import data.kubegap.lib.fixture
import data.kubegap.lib.replicas

test_without_autoscaler if {
	_counts({"spec": {"replicas": 3}}, []) == [3, 3]
	_counts({"spec": {}}, []) == [1, 1]
	_counts({"spec": {"replicas": null}}, []) == [1, 1]
	not _counts({"spec": {"replicas": "${REPLICAS}"}}, [])
}

test_autoscalers_decide if {
	_counts({"spec": {"replicas": 1}}, [_hpa({"minReplicas": 2, "maxReplicas": 5})]) == [2, 5]
	_counts({"spec": {}}, [_hpa({"maxReplicas": 5})]) == [1, 5]
	_counts({"spec": {}}, [_scaled_object({})]) == [0, 100]
	_counts({"spec": {}}, [_scaled_object({"minReplicaCount": 2, "maxReplicaCount": 4})]) == [2, 4]
}

test_a_vertical_autoscaler_does_not_count_pods if {
	_counts({"spec": {"replicas": 2}}, [{
		"apiVersion": "autoscaling.k8s.io/v1",
		"kind": "VerticalPodAutoscaler",
		"metadata": {"name": "web"},
		"spec": {},
	}]) == [2, 2]
}

test_other_autoscalers_are_not_followed if {
	target := {"kind": "Deployment", "name": "web"}
	every scaler in [
		{"apiVersion": "custompodautoscaler.com/v1", "kind": "CustomPodAutoscaler", "spec": {"scaleTargetRef": target}},
		{"apiVersion": "datadoghq.com/v1alpha2", "kind": "DatadogPodAutoscaler", "spec": {"targetRef": target}},
		{"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"template": {"spec": {"containers": [{
			"name": "autoscaler",
			"image": "registry.example/cluster-proportional-autoscaler:1",
			"args": ["--target=deployment/web"],
		}]}}}},
	] {
		other := object.union({"metadata": {"name": "scaler"}}, scaler)
		not _counts({"spec": {}}, [other])
		_several({"spec": {}}, [other])
	}
}

test_several if {
	_several({"spec": {"replicas": 2}}, [])
	_several({"spec": {}}, [_hpa({"maxReplicas": "${MAX}"})])
	not _several({"spec": {"replicas": 1}}, [])
}

test_other_kinds_have_no_count if {
	document := fixture.document([{"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "web"}, "spec": {}}])
	not replicas.effective(document.objects[0]) with input as document
}

_counts(deployment, autoscalers) := [pods.min, pods.max] if {
	document := _document(deployment, autoscalers)
	pods := replicas.effective(document.objects[0]) with input as document
}

_several(deployment, autoscalers) if {
	document := _document(deployment, autoscalers)
	replicas.several(document.objects[0]) with input as document
}

_document(deployment, autoscalers) := fixture.linked(
	array.concat(
		[object.union({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}}, deployment)],
		autoscalers,
	),
	[{"from": i + 1, "relation": "scales", "to": 0} | some i, _ in autoscalers],
)

_hpa(spec) := {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "web"}, "spec": spec}

_scaled_object(spec) := {"apiVersion": "keda.sh/v1alpha1", "kind": "ScaledObject", "metadata": {"name": "web"}, "spec": spec}
