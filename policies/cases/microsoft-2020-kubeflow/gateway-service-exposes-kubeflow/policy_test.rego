package kubegap.cases.microsoft_2020_kubeflow.gateway_service_exposes_kubeflow_test

import data.kubegap.cases.microsoft_2020_kubeflow.gateway_service_exposes_kubeflow as rule
import data.kubegap.lib.fixture

test_a_gateway_may_be_named_with_its_namespace if {
	_levels("kubeflow/web", {"istio": "ingressgateway"}) == ["error"]
	_levels("web", {"istio": "ingressgateway"}) == ["error"]
	_levels("other/web", {"istio": "ingressgateway"}) == ["note"]
}

test_labels_that_the_service_does_not_select_by_are_unknown if {
	_levels("web", {"app": "gateway"}) == ["note"]
	_levels("web", {"istio": "other"}) == []
}

test_routes_of_another_type_are_passed_over if {
	every http in ["x", [7], [{"route": 7}], [{"route": [{"destination": {"host": 7}}]}]] {
		document := json.patch(_document("web", {}), [{"op": "replace", "path": "objects/2/body/spec/http", "value": http}])
		count(rule.violations) == 0 with input as document
	}
}

test_a_gateway_that_is_no_name_is_passed_over if {
	_levels(true, {}) == []
}

_levels(name, selector) := [violation.level | some violation in found] if {
	found := rule.violations with input as _document(name, selector)
}

_document(name, selector) := fixture.document([
	{
		"apiVersion": "v1",
		"kind": "Service",
		"metadata": {"name": "gateway"},
		"spec": {"type": "LoadBalancer", "selector": {"istio": "ingressgateway"}, "ports": [{"port": 80}]},
	},
	{
		"apiVersion": "networking.istio.io/v1",
		"kind": "Gateway",
		"metadata": {"name": "web", "namespace": "kubeflow"},
		"spec": {"selector": selector},
	},
	{
		"apiVersion": "networking.istio.io/v1",
		"kind": "VirtualService",
		"metadata": {"name": "web", "namespace": "kubeflow"},
		"spec": {"gateways": [name], "http": [{"route": [{"destination": {"host": "centraldashboard"}}]}]},
	},
])
