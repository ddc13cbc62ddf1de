package kubegap.lib.exposure_test

import data.kubegap.lib.exposure
import data.kubegap.lib.fixture

test_ingress_classes_by_controller if {
	expected := {
		"ingress.k8s.aws/alb": "aws-alb",
		"eks.amazonaws.com/alb": "eks-auto-alb",
		"ingress.k8s.alibabacloud/alb": "alibaba-alb",
		"azure/application-gateway": "azure-appgw",
		"k8s.io/ingress-nginx": "in-cluster",
		"haproxy.org/ingress-controller/edge": "in-cluster",
		"tailscale.com/ts-ingress": "tunnel",
		"example.com/edge": "unknown",
	}
	every controller, provider in expected {
		_provider(_ingress({"ingressClassName": "edge"}, {}), [_class("edge", controller, {})]) == provider
	}
}

test_ingress_classes_by_name if {
	expected := {
		"alb": "aws-alb",
		"azure/application-gateway": "azure-appgw",
		"gce-internal": "gce-internal",
		"public-nginx": "in-cluster",
		"tailscale": "tunnel",
		"edge": "unknown",
		"${CLASS:-nginx}": "unknown",
	}
	every name, provider in expected {
		_provider(_ingress({"ingressClassName": name}, {}), []) == provider
	}
}

test_the_platform_tells_whose_alb_it_is if {
	every facts, provider in {
		{"cloud": "alibaba"}: "alibaba-alb",
		{"cloud": "aws"}: "aws-alb",
		{"load_balancer": "eks-auto-mode"}: "eks-auto-alb",
	} {
		document := object.union(fixture.document([_ingress({"ingressClassName": "alb"}, {})]), {"platform": facts})
		class := exposure.class(document.objects[0]) with input as document
		class.provider == provider
	}
}

test_the_controller_decides_before_the_name if {
	_provider(_ingress({"ingressClassName": "nginx"}, {}), [_class("nginx", "ingress.k8s.aws/alb", {})]) == "aws-alb"
}

test_the_annotation_wins_over_the_field if {
	ingress := _ingress({"ingressClassName": "alb"}, {"kubernetes.io/ingress.class": "nginx"})
	_provider(ingress, [_class("alb", "ingress.k8s.aws/alb", {})]) == "in-cluster"
}

test_the_default_class if {
	default_class := _class("edge", "ingress.k8s.aws/alb", {"ingressclass.kubernetes.io/is-default-class": "true"})
	_provider(_ingress({}, {}), [default_class]) == "aws-alb"
	_provider(_ingress({}, {}), [_class("edge", "ingress.k8s.aws/alb", {})]) == "unknown"
	_provider(_ingress({"ingressClassName": "nginx"}, {}), [default_class]) == "in-cluster"
}

test_annotations_of_one_controller_are_assumed_to_tell_it if {
	class := _class_of(_ingress({"ingressClassName": "edge"}, {"alb.ingress.kubernetes.io/scheme": "internal"}), [])
	class == {"provider": "aws-alb", "name": "edge", "cloud": true, "assumed": true}
}

test_annotations_of_two_controllers_tell_nothing if {
	ingress := _ingress({}, {"alb.ingress.kubernetes.io/scheme": "internal", "networking.gke.io/v1beta1.FrontendConfig": "web"})
	_provider(ingress, []) == "unknown"
}

test_odd_values_are_unknown if {
	_provider(_ingress({"ingressClassName": 7}, {}), []) == "unknown"
	_provider(_ingress({"ingressClassName": "edge"}, {}), [_class("edge", null, {})]) == "unknown"
	_provider(_ingress({"ingressClassName": "edge"}, {}), [_class("edge", ["x"], {})]) == "unknown"
}

test_a_route_counts_once_for_each_gateway if {
	document := fixture.linked(
		[
			_object("v1", "Service", {"ports": []}),
			_object("gateway.networking.k8s.io/v1", "HTTPRoute", {}),
			_object("gateway.networking.k8s.io/v1", "Gateway", {"gatewayClassName": "gke-l7-rilb"}),
			{
				"apiVersion": "gateway.networking.k8s.io/v1",
				"kind": "Gateway",
				"metadata": {"name": "inner"},
				"spec": {"gatewayClassName": "istio"},
			},
		],
		[
			{"from": 1, "relation": "routes_to", "to": 0, "path": ["spec", "rules", 0, "backendRefs", 0]},
			{"from": 1, "relation": "attaches_to", "to": 2},
			{"from": 1, "relation": "attaches_to", "to": 3},
		],
	)
	found := exposure.of_service(document.objects[0]) with input as document
	[entrance.class.provider | some entrance in found] == ["gke-gateway", "in-cluster"]
	{entrance.path | some entrance in found} == {["spec", "rules", 0, "backendRefs", 0]}
}

test_the_first_of_several_references_names_the_service if {
	document := fixture.linked(
		[_object("v1", "Service", {"ports": []}), _object("networking.k8s.io/v1", "Ingress", {})],
		[
			{"from": 1, "relation": "routes_to", "to": 0, "path": ["spec", "rules", 0]},
			{"from": 1, "relation": "routes_to", "to": 0, "path": ["spec", "rules", 1]},
		],
	)
	some entrance in exposure.of_service(document.objects[0]) with input as document
	entrance.path == ["spec", "rules", 0]
}

test_types_of_services if {
	_service({"type": "LoadBalancer"}) == [["load-balancer", true]]
	_service({"type": "LoadBalancer", "loadBalancerClass": "tailscale"}) == [["tunnel", false]]
	_service({"type": "NodePort"}) == [["node-port", false]]
	_service({"type": "ClusterIP"}) == []
	_service({}) == []
}

test_a_route_of_the_mesh_exposes_nothing if {
	exposure.classes(_virtual_service({})) == []
	exposure.classes(_virtual_service({"gateways": ["mesh"]})) == []
	[class.provider | some class in exposure.classes(_virtual_service({"gateways": ["mesh", "edge"]}))] == ["in-cluster"]
}

test_backends_are_exposed if {
	document := fixture.linked(
		[
			_object("v1", "Service", {"type": "LoadBalancer"}),
			_object("apps/v1", "Deployment", {}),
			_object("apps/v1", "StatefulSet", {}),
		],
		[{"from": 0, "relation": "selects", "to": 1}],
	)
	context := json.patch(document, [
		{"op": "replace", "path": "objects/1/judged", "value": false},
		{"op": "replace", "path": "by_kind/apps~1Deployment", "value": []},
	])
	[obj.index | some obj in exposure.backends] == [1] with input as context
	count(exposure.reported(context.objects[1])) == 1 with input as context
	place := exposure.place(context.objects[1], ["spec"], exposure.reported(context.objects[1])[0]) with input as context
	[place.object.index, place.path] == [0, ["spec", "type"]]
}

_provider(ingress, classes) := _class_of(ingress, classes).provider

_class_of(ingress, classes) := class if {
	names := {name |
		some name in [
			object.get(ingress, ["spec", "ingressClassName"], ""),
			object.get(ingress, ["metadata", "annotations", "kubernetes.io/ingress.class"], ""),
		]
	}
	document := fixture.linked(
		array.concat([ingress], classes),
		[{"from": 0, "relation": "class", "to": i + 1} |
			some i, class in classes
			class.metadata.name in names
		],
	)
	class := exposure.class(document.objects[0]) with input as document
}

_service(spec) := [[entrance.class.provider, entrance.class.cloud] | some entrance in found] if {
	document := fixture.document([_object("v1", "Service", spec)])
	found := exposure.of_service(document.objects[0]) with input as document
}

_virtual_service(spec) := {"kind": "VirtualService", "group": "networking.istio.io", "body": {"spec": spec}}

_ingress(spec, annotations) := {
	"apiVersion": "networking.k8s.io/v1",
	"kind": "Ingress",
	"metadata": {"name": "web", "annotations": annotations},
	"spec": spec,
}

_class(name, controller, annotations) := {
	"apiVersion": "networking.k8s.io/v1",
	"kind": "IngressClass",
	"metadata": {"name": name, "annotations": annotations},
	"spec": {"controller": controller},
}

_object(version, kind, spec) := {"apiVersion": version, "kind": kind, "metadata": {"name": "web"}, "spec": spec}
