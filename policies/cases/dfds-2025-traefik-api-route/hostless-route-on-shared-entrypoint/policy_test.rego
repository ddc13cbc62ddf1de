package kubegap.cases.dfds_2025_traefik_api_route.hostless_route_on_shared_entrypoint_test

import data.kubegap.cases.dfds_2025_traefik_api_route.hostless_route_on_shared_entrypoint as rule
import data.kubegap.lib.fixture

test_only_routes_of_the_same_door_lose if {
	_level({}, {}) == "warning"
	_level({"entryPoints": ["web"]}, {"entryPoints": ["web", "websecure"]}) == "warning"
	_level({"entryPoints": ["web"]}, {"entryPoints": ["websecure"]}) == "note"
	_level({"entryPoints": ["web"]}, {}) == "note"
	_level({"tls": {}}, {}) == "note"
	_level({"tls": {}}, {"tls": {"secretName": "web"}}) == "warning"
}

test_paths_that_meet if {
	_meets("PathPrefix(`/api`)", "Host(`a.example`)")
	_meets("PathPrefix(`/api`)", "Host(`a.example`) && PathPrefix(`/api/orders`)")
	_meets("PathPrefix(`/api/orders`)", "Host(`a.example`) && PathPrefix(`/api`)")
	_meets("PathPrefix(`/b`, `/api`)", "Host(`a.example`) && Path(`/api/orders`)")
	_meets("Path(`/api`)", "Host(`a.example`) && PathPrefix(`/`)")
	_meets("PathPrefix(\"/api\")", "Host(\"a.example\")")
}

test_paths_that_do_not if {
	not _meets("PathPrefix(`/api`)", "Host(`a.example`) && PathPrefix(`/orders`)")
	not _meets("Path(`/`)", "Host(`a.example`) && PathPrefix(`/orders`)")
	not _meets("Path(`/api`)", "Host(`a.example`) && Path(`/api/orders`)")
	not _meets("PathPrefix(`/api`)", "Host(`a.example`) && PathRegexp(`^/orders`)")
	not _meets("PathPrefix(`/api`)", "Host(`a.example`) && !PathPrefix(`/api`)")
}

test_fields_of_another_type_are_passed_over if {
	every spec in [{"routes": "x"}, {"routes": [7]}, {"routes": [{"match": 7}]}, {"entryPoints": "web", "routes": [{"match": "Path(`/`)"}]}] {
		found := rule.violations with input as fixture.document([_route("one", spec)])
		count([violation | some violation in found; violation.level != "note"]) == 0
	}
}

_meets(open, bound) if {
	found := rule.violations with input as fixture.document([
		_route("one", {"routes": [{"match": open, "priority": 1000}]}),
		_route("two", {"routes": [{"match": bound}]}),
	])
	some violation in found
	violation.level == "warning"
}

_level(open, bound) := violation.level if {
	found := rule.violations with input as fixture.document([
		_route("one", object.union(open, {"routes": [{"match": "PathPrefix(`/api/orders`)"}]})),
		_route("two", object.union(bound, {"routes": [{"match": "Host(`a.example`)"}]})),
	])
	some violation in found
}

_route(name, spec) := {
	"apiVersion": "traefik.io/v1alpha1",
	"kind": "IngressRoute",
	"metadata": {"name": name, "namespace": name},
	"spec": spec,
}

test_the_lowest_loser_of_another_namespace_is_named if {
	bound := "Host(`a.example`)"
	found := rule.violations with input as fixture.document([
		_in("x", "taker", {"routes": [{"match": "PathPrefix(`/`)", "priority": 100}]}),
		_in("x", "same", {"routes": [{"match": bound, "priority": 1}]}),
		_in("y", "high", {"routes": [{"match": bound, "priority": 30}]}),
		_in("z", "low", {"routes": [{"match": bound, "priority": 20}]}),
	])
	[violation.level | some violation in found] == ["warning"]
	some violation in found
	contains(violation.message, "z/low (20)")
}

test_losers_of_its_own_namespace_are_other_objects if {
	bound := "Host(`a.example`)"
	own := _in("x", "taker", {"routes": [{"match": "PathPrefix(`/`)", "priority": 100}, {"match": bound}]})
	messages := {violation.message |
		some violation in rule.violations with input as fixture.document([own, _in("x", "same", {"routes": [{"match": bound, "priority": 50}]})])
	}
	count(messages) == 1
	some message in messages
	contains(message, "x/same (50)")
}

_in(namespace, name, spec) := {
	"apiVersion": "traefik.io/v1alpha1",
	"kind": "IngressRoute",
	"metadata": {"name": name, "namespace": namespace},
	"spec": spec,
}
