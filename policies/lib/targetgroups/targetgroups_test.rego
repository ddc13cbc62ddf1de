package kubegap.lib.targetgroups_test

import data.kubegap.lib.fixture
import data.kubegap.lib.targetgroups

test_delays_of_a_balancer_of_a_service if {
	_seconds("deregistration_delay.timeout_seconds=90", "LoadBalancer") == [90]
	_seconds("deregistration_delay.timeout_seconds=90", "ClusterIP") == []
	_seconds("stickiness.enabled=true", "LoadBalancer") == []
}

_seconds(attributes, type) := [delay.seconds | some delay in delays] if {
	delays := targetgroups.delays with input as fixture.document([{
		"apiVersion": "v1",
		"kind": "Service",
		"metadata": {
			"name": "web",
			"annotations": {"service.beta.kubernetes.io/aws-load-balancer-target-group-attributes": attributes},
		},
		"spec": {"type": type, "ports": [{"port": 443}]},
	}])
}
