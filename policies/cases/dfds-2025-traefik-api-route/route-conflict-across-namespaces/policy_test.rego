package kubegap.cases.dfds_2025_traefik_api_route.route_conflict_across_namespaces_test

import data.kubegap.cases.dfds_2025_traefik_api_route.route_conflict_across_namespaces as rule
import data.kubegap.lib.fixture

test_an_object_with_several_conflicts_has_one_finding if {
	paths := ["/a", "/b", "/c"]
	_found([_ingress("one", paths), _ingress("two", paths), _ingress("three", paths)]) == 2
}

test_whichever_is_context_the_same_one_is_reported_with_all_that_it_conflicts_with if {
	manifests := [_ingress("c", ["/a", "/b"]), _ingress("a", ["/a"]), _ingress("b", ["/b"])]
	every beside in [set(), {0, 1}, {1, 2}, {0, 2}] {
		found := rule.violations with input as fixture.beside(fixture.document(manifests), beside)
		{[violation.object, {peer.object | some peer in violation.peers}, count(violation.related)] | some violation in found} == {[0, {1, 2}, 1]}
	}
}

test_the_same_path_twice_in_one_object_is_no_conflict if {
	_found([_ingress("one", ["/a", "/a"])]) == 0
}

test_fields_of_another_type_are_passed_over if {
	every spec in [
		{"rules": "x"},
		{"rules": [7]},
		{"rules": [{"http": 7}]},
		{"rules": [{"http": {"paths": [7]}}]},
		{"rules": [{"matches": [7]}], "parentRefs": [{"name": "a"}], "hostnames": "x"},
		{"routes": [{"match": 7}], "entryPoints": 7},
	] {
		_found([object.union(document, {"spec": spec, "metadata": {"name": name, "namespace": name}}) |
			some name in ["one", "two"]
			some document in [
				{"apiVersion": "networking.k8s.io/v1", "kind": "Ingress"},
				{"apiVersion": "gateway.networking.k8s.io/v1", "kind": "HTTPRoute"},
				{"apiVersion": "traefik.io/v1alpha1", "kind": "IngressRoute"},
			]
		]) == 0
	}
}

_found(manifests) := count(found) if {
	found := rule.violations with input as fixture.document(manifests)
}

_ingress(namespace, paths) := {
	"apiVersion": "networking.k8s.io/v1",
	"kind": "Ingress",
	"metadata": {"name": "web", "namespace": namespace},
	"spec": {"rules": [{"host": "shop.example", "http": {"paths": [{"path": path, "backend": {"service": {"name": "web"}}} | some path in paths]}}]},
}
