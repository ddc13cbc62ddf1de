package kubegap.cases.il_0188.readiness_gate_label_without_ip_target_test

import data.kubegap.cases.il_0188.readiness_gate_label_without_ip_target as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_label if {
	[violation.path | some violation in _violations({}, {})] == [["metadata", "labels", "elbv2.k8s.aws/pod-readiness-gate-inject"]]
}

test_the_annotation_of_the_service_counts if {
	count(_violations({}, {"alb.ingress.kubernetes.io/target-type": "ip"})) == 0
}

test_an_odd_target_type_is_unknown if {
	count(_violations({"alb.ingress.kubernetes.io/target-type": "${TYPE}"}, {})) == 0
}

test_where_nothing_is_set_the_balancer_is_related if {
	[place.path | some violation in _violations({}, {}); some place in violation.related] == [["metadata", "name"]]
}

test_a_setting_is_related if {
	violations := _violations({"alb.ingress.kubernetes.io/target-type": "instance"}, {})
	[place.path | some violation in violations; some place in violation.related] == [[
		"metadata",
		"annotations",
		"alb.ingress.kubernetes.io/target-type",
	]]
}

_violations(ingress, service) := found if {
	found := rule.violations with input as fixture.linked(
		[
			{
				"apiVersion": "v1",
				"kind": "Namespace",
				"metadata": {"name": "shop", "labels": {"elbv2.k8s.aws/pod-readiness-gate-inject": "enabled"}},
			},
			{
				"apiVersion": "networking.k8s.io/v1",
				"kind": "Ingress",
				"metadata": {"name": "web", "namespace": "shop", "annotations": ingress},
				"spec": {"ingressClassName": "alb"},
			},
			{
				"apiVersion": "v1",
				"kind": "Service",
				"metadata": {"name": "web", "namespace": "shop", "annotations": service},
				"spec": {"type": "NodePort"},
			},
		],
		[
			{"from": 1, "relation": "routes_to", "to": 2, "path": ["spec", "defaultBackend", "service"]},
			{"from": 1, "relation": "lives_in", "to": 0},
			{"from": 2, "relation": "lives_in", "to": 0},
		],
	)
}
