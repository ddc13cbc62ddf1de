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

test_paths_that_overlap_share_a_key if {
	_share("PathPrefix(`/api`)", "PathPrefix(`/api`)")
	_share("PathPrefix(`/api`)", "PathPrefix(`/`)")
	_share("PathPrefix(`/`)", "Path(`/api`)")
	_share("Path(`/api`)", "PathPrefix(`/`)")
	_share("Path(`/api`)", "Path(`/api`)")
	_share("Path(`/x`) || PathPrefix(`/api`)", "Path(`/api/orders`)")
	not _share("Path(`/`)", "Path(`/api`)")
	not _share("Path(`/api`)", "PathPrefix(`/api/orders`)")
	not _share("PathPrefix(`/api/orders`)", "Path(`/api`)")
	not _share("PathPrefix(`/a`)", "PathPrefix(`/b`)")
}

test_a_host_alone_gives_every_path if {
	keys := traefik.taken(_route({"match": "Path(`/x`)"})) & traefik.given(_route({"match": "Host(`a.example`)"}), set())
	count(keys) > 0
}

test_entry_points_by_default_have_no_name if {
	traefik.points({"points": []}) == [""]
	traefik.points({"points": ["web"]}) == ["web"]
}

_share(open, bound) if {
	taker := _route({"match": open})
	paths := {matcher.path | some branch in taker.open; some matcher in branch}
	keys := traefik.taken(taker) & traefik.given(_route({"match": sprintf("Host(`a.example`) && %s", [bound])}), paths)
	count(keys) > 0
}

_route(body) := routes[0] if {
	routes := traefik.routes with input as fixture.document([{
		"apiVersion": "traefik.io/v1alpha1",
		"kind": "IngressRoute",
		"metadata": {"name": "web"},
		"spec": {"routes": [body]},
	}])
}
