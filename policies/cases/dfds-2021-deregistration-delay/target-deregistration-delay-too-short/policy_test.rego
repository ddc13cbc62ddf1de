package kubegap.cases.dfds_2021_deregistration_delay.target_deregistration_delay_too_short_test

import data.kubegap.cases.dfds_2021_deregistration_delay.target_deregistration_delay_too_short as rule
import data.kubegap.lib.fixture

test_attributes_are_pairs_with_commas_between if {
	_found("deregistration_delay.timeout_seconds=4") == 1
	_found("stickiness.enabled=true, deregistration_delay.timeout_seconds = 2") == 1
	_found("deregistration_delay.timeout_seconds=soon") == 0
	_found("deregistration_delay.timeout_seconds") == 0
	_found(7) == 0
	_found("") == 0
}

test_lists_of_another_type_are_passed_over if {
	count(rule.violations) == 0 with input as fixture.document([{
		"apiVersion": "gateway.k8s.aws/v1beta1",
		"kind": "TargetGroupConfiguration",
		"metadata": {"name": "web"},
		"spec": {"defaultConfiguration": {"targetGroupAttributes": "deregistration_delay.timeout_seconds"}, "routeConfigurations": [1]},
	}])
}

_found(attributes) := count(found) if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "networking.k8s.io/v1",
		"kind": "Ingress",
		"metadata": {"name": "web", "annotations": {"alb.ingress.kubernetes.io/target-group-attributes": attributes}},
		"spec": {"ingressClassName": "alb"},
	}])
}
