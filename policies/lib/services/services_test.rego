package kubegap.lib.services_test

import data.kubegap.lib.fixture
import data.kubegap.lib.services

test_a_slip_and_a_word_for_service_are_near if {
	_level("wbe", "web") == "warning"
	_level("webb", "web") == "warning"
	_level("shp", "shop") == "warning"
	_level("web", "web-svc") == "warning"
	_level("web-service", "web") == "warning"
}

test_other_names_are_not_near if {
	_level("api", "app") == "note"
	_level("web", "web2") == "note"
	_level("web-a", "web-b") == "note"
}

test_a_service_with_a_route_is_not_what_is_meant if {
	document := fixture.linked([_route, _service("web", "shop")], [{"from": 0, "relation": "routes_to", "to": 1}])
	services.instead(document.objects[0], _missing("wbe", "shop")).level == "note" with input as document
}

test_the_same_name_in_another_namespace if {
	document := fixture.document([_route, _service("web", "news")])
	services.instead(document.objects[0], _missing("web", "shop")).level == "warning" with input as document
	not services.instead(document.objects[0], _missing("web", "shop")) with input as fixture.document([_route])
}

test_objects_that_others_are_made_from if {
	document := fixture.document([_route, {
		"apiVersion": "db.example/v1",
		"kind": "Cluster",
		"metadata": {"name": "orders", "namespace": "shop"},
	}])
	services.may_exist(document.objects[0], _missing("orders-rw", "shop")) with input as document
	not services.may_exist(document.objects[0], _missing("order", "shop")) with input as document
	services.may_grow(document.objects[0], "shop") with input as document
	not services.may_grow(document.objects[0], "news") with input as document
}

test_what_installs_may_do_so_anywhere if {
	document := fixture.document([_route, {
		"apiVersion": "argoproj.io/v1alpha1",
		"kind": "Application",
		"metadata": {"name": "orders", "namespace": "argocd"},
	}])
	services.may_grow(document.objects[0], "shop") with input as document
}

test_kinds_that_make_no_services if {
	document := fixture.document([_route, {
		"apiVersion": "cert-manager.io/v1",
		"kind": "Certificate",
		"metadata": {"name": "web", "namespace": "shop"},
	}])
	not services.may_exist(document.objects[0], _missing("web", "shop")) with input as document
	not services.may_grow(document.objects[0], "shop") with input as document
}

_level(missing, existing) := level if {
	document := fixture.document([_route, _service(existing, "shop")])
	level := services.instead(document.objects[0], _missing(missing, "shop")).level with input as document
}

_missing(name, namespace) := {"kind": "Service", "namespace": namespace, "name": name, "path": []}

_route := {"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": "web", "namespace": "shop"}}

_service(name, namespace) := {"apiVersion": "v1", "kind": "Service", "metadata": {"name": name, "namespace": namespace}}
