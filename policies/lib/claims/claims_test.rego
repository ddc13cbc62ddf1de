package kubegap.lib.claims_test

import data.kubegap.lib.claims
import data.kubegap.lib.fixture

test_an_ingress_claims_each_of_its_paths if {
	found := _all({
		"apiVersion": "networking.k8s.io/v1",
		"kind": "Ingress",
		"metadata": {"name": "web"},
		"spec": {"rules": [{"host": "a.example", "http": {"paths": [
			{"path": "/x", "backend": {}},
			{"backend": {}},
		]}}]},
	})
	[claim.what | some claim in found] == ["a.example/x", "a.example/"]
}

test_a_route_claims_each_of_its_host_names if {
	found := _all({
		"apiVersion": "gateway.networking.k8s.io/v1",
		"kind": "HTTPRoute",
		"metadata": {"name": "web"},
		"spec": {
			"parentRefs": [{"name": "public"}, {"name": "reviews", "kind": "Service"}],
			"hostnames": ["a.example", "b.example"],
			"rules": [{}],
		},
	})
	[claim.what | some claim in found] == ["a.example/", "b.example/"]
}

_all(manifest) := found if {
	found := claims.all with input as fixture.document([manifest])
}
