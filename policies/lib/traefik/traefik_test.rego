package kubegap.lib.traefik_test

import data.kubegap.lib.fixture
import data.kubegap.lib.traefik

test_the_priority_is_the_length_of_the_rule_unless_it_is_set if {
	_route({"match": "Host(`a.example`)"}).priority == 17
	_route({"match": "Host(`a.example`)", "priority": 0}).priority == 17
	_route({"match": "Host(`a.example`)", "priority": 3}).priority == 3
}

test_branches if {
	route := _route({"match": "Host(`a.example`) && PathPrefix(`/x`) || Path(`/y`, `/z`)"})
	route.open == [[{"name": "Path", "path": "/y", "exact": true}, {"name": "Path", "path": "/z", "exact": true}]]
	route.bound == [[{"name": "PathPrefix", "path": "/x", "exact": false}]]
	route.hosts == {"a.example"}
}

test_groups_are_read_where_all_match_paths if {
	count(_route({"match": "(Path(`/x`) || Path(`/y`)) && PathPrefix(`/`)"}).open) == 1
	grouped := _route({"match": "Host(`a.example`) && (Path(`/x`) || Path(`/y`))"})
	grouped.open == []
	grouped.bound == []
}

test_negations_are_not_read if _route({"match": "!Path(`/x`)"}).open == []

_route(body) := routes[0] if {
	routes := traefik.routes with input as fixture.document([{
		"apiVersion": "traefik.io/v1alpha1",
		"kind": "IngressRoute",
		"metadata": {"name": "web"},
		"spec": {"routes": [body]},
	}])
}
