package kubegap.lib.environment_test

import data.kubegap.lib.environment

test_a_pool_in_scope_makes_balancers_on_premises if {
	environment.on_premises(_service) with input as _with(_pool)
}

test_a_pool_elsewhere_counts_where_nothing_speaks_of_a_cloud if {
	environment.on_premises(_service) with input as _elsewhere(_pool)
}

test_a_pool_elsewhere_says_nothing_of_a_cluster_in_a_cloud if {
	service := object.union(_service, {"body": {"metadata": {"annotations": {"service.beta.kubernetes.io/aws-load-balancer-type": "nlb"}}}})
	not environment.on_premises(service) with input as object.union(_elsewhere(_pool), {"objects": [service, object.union(_pool, {"environment": 1})]})
	environment.cloud(service) == {"aws"} with input as object.union(_elsewhere(_pool), {"objects": [service, object.union(_pool, {"environment": 1})]})
}

test_a_private_address_without_a_cloud_annotation_is_on_premises if {
	service := object.union(_service, {"body": {"spec": {"loadBalancerIP": "192.168.1.20"}}})
	environment.on_premises(service) with input as _only(service)
}

test_a_public_address_is_not if {
	service := object.union(_service, {"body": {"spec": {"loadBalancerIP": "203.0.113.20"}}})
	not environment.on_premises(service) with input as _only(service)
}

test_a_private_address_in_a_cloud_is_not if {
	service := object.union(_service, {"body": {
		"metadata": {"annotations": {"networking.gke.io/load-balancer-type": "Internal"}},
		"spec": {"loadBalancerIP": "10.0.0.7"},
	}})
	not environment.on_premises(service) with input as _only(service)
}

test_values_of_the_wrong_type_are_no_signal if {
	service := object.union(_service, {"body": {
		"metadata": {"annotations": ["x"]},
		"spec": {"loadBalancerIP": 7, "loadBalancerClass": 8},
	}})
	not environment.on_premises(service) with input as _only(service)
	environment.cloud(service) == set() with input as _only(service)
}

test_kind_cluster_without_a_second_node_is_one_node if {
	cluster := _object("kind.x-k8s.io", "Cluster", {})
	environment.one_node(_service) with input as _with(cluster)
}

test_kind_cluster_with_workers_is_not_one_node if {
	cluster := _object("kind.x-k8s.io", "Cluster", {"nodes": [{"role": "control-plane"}, {"role": "worker"}]})
	not environment.one_node(_service) with input as _with(cluster)
}

test_k3d_counts_agents if {
	environment.one_node(_service) with input as _with(_object("k3d.io", "Simple", {"servers": 1}))
	not environment.one_node(_service) with input as _with(_object("k3d.io", "Simple", {"servers": 1, "agents": 2}))
}

test_words_of_path_and_namespace_are_not_production if {
	every path in ["clusters/dev/app.yaml", "charts/web/ci/values.yaml", "overlays/shop-e2e"] {
		environment.not_production(_service) with input as object.union(_only(_service), {"units": {"shop": {"below": path}}})
	}
	environment.not_production(object.union(_service, {"namespace": "sandbox"})) with input as _only(_service)
}

test_what_the_user_says_of_production_counts_before_words if {
	every namespace, production in {"sandbox": true, "shop": false} {
		document := object.union(_only(_service), {"units": {"shop": {"below": "deploy", "production": production}}})
		service := object.union(_service, {"namespace": namespace})
		{true | environment.not_production(service) with input as document} == {true | production == false}
	}
}

test_what_the_user_says_of_the_cloud_counts_before_signals if {
	document := object.union(_with(_pool), {"platform": {"cloud": "gcp"}})
	not environment.on_premises(_service) with input as document
	environment.cloud(_service) == {"gcp"} with input as document
}

test_the_user_says_that_balancers_are_on_premises if {
	every facts in [{"cloud": "on-premises"}, {"load_balancer": "metallb"}] {
		document := object.union(_only(_service), {"platform": facts})
		environment.on_premises(_service) with input as document
		environment.cloud(_service) == set() with input as document
	}
}

test_a_controller_of_aws_tells_the_cloud if {
	document := object.union(_only(_service), {"platform": {"load_balancer": "aws-load-balancer-controller"}})
	environment.cloud(_service) == {"aws"} with input as document
}

test_words_inside_of_words_are_not if {
	not environment.not_production(object.union(_service, {"namespace": "devices"})) with input as _only(_service)
}

test_openshift_by_a_kind_in_scope if {
	environment.openshift(_service) with input as _with(_object("route.openshift.io", "Route", {}))
	not environment.openshift(_service) with input as _only(_service)
}

_service := _object("", "Service", {})

_pool := _object("metallb.io", "IPAddressPool", {"spec": {"addresses": ["203.0.113.0/28"]}})

_object(group, kind, body) := {
	"group": group,
	"kind": kind,
	"namespace": "shop",
	"name": "web",
	"unit": "shop",
	"environment": 0,
	"body": body,
}

_key(obj) := obj.kind if obj.group == ""

_key(obj) := concat("/", [obj.group, obj.kind]) if obj.group != ""

_only(obj) := {
	"units": {"shop": {"path": "deploy/shop.yaml"}},
	"objects": [obj],
	"environments": [{"index": 0, "name": "deploy", "sees": [], "by_kind": {_key(obj): [0]}}],
}

_with(obj) := {
	"units": {"shop": {"path": "deploy/shop.yaml"}},
	"objects": [_service, obj],
	"environments": [{"index": 0, "name": "deploy", "sees": [], "by_kind": {"Service": [0], _key(obj): [1]}}],
}

_elsewhere(obj) := {
	"units": {"shop": {"path": "deploy/shop.yaml"}},
	"objects": [_service, obj],
	"environments": [
		{"index": 0, "name": "deploy", "sees": [], "by_kind": {"Service": [0]}},
		{"index": 1, "name": "network", "sees": [], "by_kind": {_key(obj): [1]}},
	],
}
