package kubegap.lib.adminui_test

import data.kubegap.lib.adminui
import data.kubegap.lib.fixture

test_a_tool_without_a_login_on_a_public_address_is_open if {
	[way] := _exposed(_load_balancer, {"image": "weaveworks/scope:1.13.2"})
	[way.level, way.tool, way.login, way.reach] == ["error", "Weave Scope", "none", "public"]
}

test_tools_with_a_login_are_notes if {
	[way] := _exposed(_load_balancer, {"image": "dpage/pgadmin4"})
	[way.level, way.login] == ["note", "own"]
}

test_settings_elsewhere_are_notes if {
	[way] := _exposed(_load_balancer, {"image": "kafbat/kafka-ui:1", "envFrom": [{"secretRef": {"name": "kafka-ui"}}]})
	[way.level, way.login] == ["note", "unknown"]
}

test_other_images_of_the_same_name_are_no_tools if {
	_exposed(_load_balancer, {"image": "registry.example/shop/scope:1"}) == []
	_exposed(_load_balancer, {"image": "registry.example/shop/dashboard:1"}) == []
}

test_agents_serve_no_page if {
	_exposed(_load_balancer, {"image": "weaveworks/scope", "args": ["--mode=probe"]}) == []
	_exposed(_load_balancer, {"image": "weaveworks/scope", "args": ["--mode", "probe"]}) == []
	_exposed(_load_balancer, {"image": "weaveworks/scope", "command": ["sh", "-c", "scope --probe-only app:4040"]}) == []
}

test_flags_of_a_login if {
	image := "quay.io/argoproj/argocli:v3"
	count(_exposed(_load_balancer, {"image": image, "args": ["server", "--auth-mode", "server"]})) == 1
	_exposed(_load_balancer, {"image": image, "args": ["server", "--auth-mode=client"]}) == []
	_exposed(_load_balancer, {"image": image, "args": ["server"]}) == []
	dashboard := "kubernetesui/dashboard:v2.7.0"
	[open] := _exposed(_load_balancer, {"image": dashboard, "args": ["--enable-skip-login"]})
	open.login == "none"
	[closed] := _exposed(_load_balancer, {"image": dashboard, "args": ["--enable-skip-login=false"]})
	closed.login == "own"
}

test_node_ports_and_cluster_ips_expose_no_tool if {
	_exposed({"type": "NodePort", "ports": [{"port": 80}]}, {"image": "weaveworks/scope"}) == []
	_exposed({"ports": [{"port": 80}]}, {"image": "weaveworks/scope"}) == []
}

test_ports_without_a_page_do_not_count if {
	jaeger := {"image": "jaegertracing/all-in-one:1.62.0", "ports": [{"name": "collector", "containerPort": 14268}, {"name": "query", "containerPort": 16686}]}
	_exposed({"type": "LoadBalancer", "ports": [{"port": 14268}]}, jaeger) == []
	count(_exposed({"type": "LoadBalancer", "ports": [{"port": 80, "targetPort": "query"}]}, jaeger)) == 1
	count(_exposed({"type": "LoadBalancer", "ports": [{"port": 80, "targetPort": 16686}]}, jaeger)) == 1
}

test_without_pods_nothing_is_exposed if {
	idle := object.union(_deployment([{"name": "scope", "image": "weaveworks/scope"}]), {"spec": {"replicas": 0}})
	_exposed_by(_load_balancer, idle) == []
}

test_a_proxy_that_may_own_the_port_counts_as_a_login if {
	proxied := _deployment([
		{"name": "scope", "image": "weaveworks/scope"},
		{"name": "login", "image": "quay.io/oauth2-proxy/oauth2-proxy:v7"},
	])
	_exposed_by(_load_balancer, proxied) == []
}

test_any_other_sidecar_does_not if {
	mixed := _deployment([
		{"name": "scope", "image": "weaveworks/scope"},
		{"name": "logs", "image": "registry.example/logs:1"},
	])
	count(_exposed_by(_load_balancer, mixed)) == 1
}

_exposed(service, container) := _exposed_by(service, _deployment([object.union({"name": "tool"}, container)]))

_exposed_by(service, deployment) := ways if {
	document := fixture.linked(
		[{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "tool", "namespace": "tools"}, "spec": service}, deployment],
		[{"from": 0, "relation": "selects", "to": 1}],
	)
	ways := adminui.exposed(document.objects[1]) with input as document
}

_load_balancer := {"type": "LoadBalancer", "ports": [{"port": 80, "targetPort": 4040}]}

_deployment(containers) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "tool", "namespace": "tools"},
	"spec": {"template": {"metadata": {"labels": {"app": "tool"}}, "spec": {"containers": containers}}},
}
