package kubegap.lib.utilisation_test

import data.kubegap.lib.fixture
import data.kubegap.lib.utilisation

test_forms_of_metrics if {
	_asked({"metrics": [{"type": "Resource", "resource": {"name": "memory", "target": {"averageUtilization": 70}}}]}) == [["memory", ""]]
	_asked({"metrics": [{"type": "Resource", "resource": {"name": "cpu", "targetAverageUtilization": 70}}]}) == [["cpu", ""]]
	_asked({"metrics": [{
		"type": "ContainerResource",
		"containerResource": {"name": "cpu", "container": "app", "target": {"averageUtilization": 70}},
	}]}) == [["cpu", "app"]]
	_asked({"metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": {"averageValue": "1"}}}]}) == []
}

test_without_metrics_it_is_cpu if {
	_asked({}) == [["cpu", ""]]
	_asked({"metrics": []}) == [["cpu", ""]]
	_asked({"targetCPUUtilizationPercentage": 70}) == [["cpu", ""]]
}

_asked(spec) := [[metric.resource, metric.container] | some metric in metrics] if {
	document := fixture.document([{
		"apiVersion": "autoscaling/v2",
		"kind": "HorizontalPodAutoscaler",
		"metadata": {"name": "web"},
		"spec": spec,
	}])
	metrics := utilisation.asked_for(document.objects[0]) with input as document
}
