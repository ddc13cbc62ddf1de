package kubegap.lib.reach_test

import data.kubegap.lib.fixture
import data.kubegap.lib.reach

test_schemes_of_aws if {
	_of_ingress("aws-alb", {"alb.ingress.kubernetes.io/scheme": "internet-facing"}) == "public"
	_of_ingress("aws-alb", {"alb.ingress.kubernetes.io/scheme": "internal"}) == "internal"
	_of_ingress("aws-alb", {"alb.ingress.kubernetes.io/scheme": "${SCHEME}"}) == "unknown"
	_of_ingress("aws-alb", {}) == "internal"
	_of_ingress("aws-alb", {"alb.ingress.kubernetes.io/group.name": "shared"}) == "unknown"
	_of_ingress("eks-auto-alb", {}) == "unknown"
}

test_other_clouds if {
	_of_ingress("gce", {}) == "public"
	_of_ingress("gce-internal", {}) == "internal"
	_of_ingress("azure-appgw", {}) == "public"
	_of_ingress("azure-appgw", {"appgw.ingress.kubernetes.io/use-private-ip": "true"}) == "internal"
	_of_ingress("azure-appgw", {"appgw.ingress.kubernetes.io/use-private-ip": "${PRIVATE}"}) == "unknown"
	_of_ingress("alibaba-alb", {}) == "unknown"
	_of_ingress("unknown", {}) == "unknown"
}

test_the_tailnet_is_internal_unless_funnel_opens_it if {
	_of_ingress("tunnel", {"kubernetes.io/ingress.class": "tailscale"}) == "internal"
	_of_ingress("tunnel", {"kubernetes.io/ingress.class": "tailscale", "tailscale.com/funnel": "true"}) == "public"
	_of_ingress("tunnel", {"kubernetes.io/ingress.class": "cloudflare-tunnel"}) == "unknown"
}

test_gateways_of_google_say_it_in_the_class if {
	every class, reach in {
		"gke-l7-global-external-managed": "public",
		"gke-l7-gxlb": "public",
		"gke-l7-rilb": "internal",
		"gke-l7-cross-regional-internal-managed-mc": "internal",
		"gke-persistent": "unknown",
	} {
		_of_route("gke-gateway", class) == reach
	}
}

test_proxies_are_as_public_as_the_services_before_them if {
	_through([_proxy("nginx", {})], "nginx") == "public"
	_through([_proxy("nginx", {"networking.gke.io/load-balancer-type": "Internal"})], "nginx") == "internal"
	_through([_proxy("nginx", {})], "nginx-internal") == "unknown"
	_through([_proxy("traefik", {})], "nginx") == "unknown"
	_through([], "nginx") == "unknown"
}

test_proxies_that_disagree_tell_nothing if {
	second := object.union(_proxy("nginx", {"networking.gke.io/load-balancer-type": "Internal"}), {"metadata": {"name": "second"}})
	_through([_proxy("nginx", {}), second], "nginx") == "unknown"
}

test_a_scheme_opens_the_route if {
	scheme := "alb.ingress.kubernetes.io/scheme"
	_opened([_ingress({scheme: "internet-facing"})], [], "aws-alb") == [{"object": 0, "path": ["metadata", "annotations", scheme]}]
	_opened([_ingress({scheme: "internal"})], [], "aws-alb") == []
	_opened([_ingress({})], [], "gce") == []
}

test_the_scheme_of_the_class_opens_the_route if {
	_opened(
		[
			_ingress({"alb.ingress.kubernetes.io/scheme": "internet-facing"}),
			{"apiVersion": "networking.k8s.io/v1", "kind": "IngressClass", "metadata": {"name": "edge"}},
			{"apiVersion": "elbv2.k8s.aws/v1beta1", "kind": "IngressClassParams", "metadata": {"name": "edge"}, "spec": {"scheme": "internet-facing"}},
		],
		[{"from": 0, "relation": "class", "to": 1}, {"from": 1, "relation": "parameters", "to": 2}],
		"aws-alb",
	) == [{"object": 2, "path": ["spec", "scheme"]}]
}

test_the_service_of_the_controller_opens_the_route if {
	_opened([_ingress({}), _proxy("nginx", {})], [], "in-cluster") == [{"object": 1, "path": ["spec", "type"]}]
	_opened([_ingress({}), _proxy("traefik", {})], [], "in-cluster") == []
}

test_restricted_by_annotations_of_the_route if {
	every key, value in {
		"alb.ingress.kubernetes.io/inbound-cidrs": "203.0.113.0/24",
		"alb.ingress.kubernetes.io/security-groups": "sg-1",
		"haproxy.org/allow-list": "203.0.113.0/24",
		"nginx.ingress.kubernetes.io/whitelist-source-range": "203.0.113.0/24,198.51.100.0/24",
	} {
		_restricted({key: value})
	}
	not _restricted({"alb.ingress.kubernetes.io/inbound-cidrs": "203.0.113.0/24, 0.0.0.0/0"})
	not _restricted({"nginx.ingress.kubernetes.io/whitelist-source-range": ""})
	not _restricted({})
}

test_exposed_are_those_that_something_leads_to if {
	document := fixture.linked(
		[_service("public", "LoadBalancer"), _service("inside", "ClusterIP"), _service("routed", "ClusterIP"), _ingress({}), _pod("a"), _pod("b"), _pod("c")],
		[
			{"from": 0, "relation": "selects", "to": 4},
			{"from": 1, "relation": "selects", "to": 5},
			{"from": 2, "relation": "selects", "to": 6},
			{"from": 3, "relation": "routes_to", "to": 2},
		],
	)
	found := reach.exposed with input as document
	[workload.name | some workload in found] == ["a", "c"]
}

_of_ingress(provider, annotations) := _of(_ingress(annotations), {"provider": provider, "name": ""})

_of_route(provider, class) := _of(_route, {"provider": provider, "name": class})

_of(manifest, class) := result if {
	document := fixture.document([manifest])
	result := reach.of({"object": document.objects[0], "class": class}) with input as document
}

_through(services, class) := result if {
	document := fixture.document(array.concat([_ingress({})], services))
	result := reach.of({"object": document.objects[0], "class": {"provider": "in-cluster", "name": class}}) with input as document
}

_opened(manifests, links, provider) := fields if {
	document := fixture.linked(manifests, links)
	exposure := {"object": document.objects[0], "class": {"provider": provider, "name": "nginx"}}
	openings := reach.opened_by(exposure) with input as document
	fields := [{"object": opening.object.index, "path": opening.path} | some opening in openings]
}

_restricted(annotations) if {
	document := fixture.document([_ingress(annotations)])
	reach.restricted({"object": document.objects[0], "class": {"provider": "unknown", "name": ""}}) with input as document
}

_ingress(annotations) := {
	"apiVersion": "networking.k8s.io/v1",
	"kind": "Ingress",
	"metadata": {"name": "web", "namespace": "tools", "annotations": annotations},
	"spec": {},
}

_route := {
	"apiVersion": "gateway.networking.k8s.io/v1",
	"kind": "HTTPRoute",
	"metadata": {"name": "web", "namespace": "tools"},
}

_proxy(name, annotations) := {
	"apiVersion": "v1",
	"kind": "Service",
	"metadata": {"name": name, "namespace": "ingress", "annotations": annotations},
	"spec": {"type": "LoadBalancer", "selector": {"app.kubernetes.io/name": {"nginx": "ingress-nginx", "traefik": "traefik"}[name]}},
}

_service(name, type) := {
	"apiVersion": "v1",
	"kind": "Service",
	"metadata": {"name": name, "namespace": "tools"},
	"spec": {"type": type},
}

_pod(name) := {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "tools"}, "spec": {}}
