package kubegap.cases.moj_2022_external_dns_weight.external_dns_incomplete_routing_policy_test

import data.kubegap.cases.moj_2022_external_dns_weight.external_dns_incomplete_routing_policy as rule
import data.kubegap.lib.fixture

test_every_kind_of_policy_completes_a_set_identifier if {
	every name in [
		"aws-failover",
		"aws-geolocation-continent-code",
		"aws-geoproximity-region",
		"aws-multi-value-answer",
		"aws-region",
		"aws-weight",
	] {
		_found({"set-identifier": "blue", name: "x"}) == 0
	}
}

test_what_is_no_policy_does_not_complete_it if {
	every name in ["aws-evaluate-target-health", "aws-health-check-id", "aws-weights", "target"] {
		_found({"set-identifier": "blue", name: "x"}) == 1
	}
}

test_an_empty_set_identifier_is_none if {
	_found({"set-identifier": ""}) == 0
	_found({"set-identifier": "", "aws-weight": "1"}) == 1
}

test_annotations_of_another_type_are_passed_over if {
	count(rule.violations) == 0 with input as fixture.document([{
		"apiVersion": "v1",
		"kind": "Service",
		"metadata": {"name": "web", "annotations": "set-identifier"},
		"spec": {"rules": "host", "hostnames": 7},
	}])
}

_found(annotations) := count(found) if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "v1",
		"kind": "Service",
		"metadata": {"name": "web", "annotations": {key: value |
			some name, value in annotations
			key := concat("", ["external-dns.alpha.kubernetes.io/", name])
		}},
		"spec": {},
	}])
}
