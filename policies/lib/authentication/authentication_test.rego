package kubegap.lib.authentication_test

import data.kubegap.lib.authentication
import data.kubegap.lib.fixture

test_annotations_that_ask if {
	every key, value in {
		"alb.ingress.kubernetes.io/auth-type": "oidc",
		"haproxy-ingress.github.io/auth-url": "https://login.example/check",
		"k8s.ngrok.com/traffic-policy": "oauth",
		"konghq.com/plugins": "key-auth",
		"nginx.ingress.kubernetes.io/auth-tls-secret": "shop/ca",
		"nginx.ingress.kubernetes.io/auth-url": "https://login.example/check",
		"traefik.ingress.kubernetes.io/router.middlewares": "tools-authelia@kubernetescrd",
	} {
		_in_front(_ingress({key: value}), [])
	}
}

test_annotations_that_ask_nothing if {
	every key, value in {
		"alb.ingress.kubernetes.io/auth-type": "none",
		"konghq.com/plugins": "cors",
		"nginx.ingress.kubernetes.io/auth-url": "",
		"nginx.ingress.kubernetes.io/rewrite-target": "/",
	} {
		not _in_front(_ingress({key: value}), [])
	}
}

test_middlewares_are_followed if {
	route := _ingress({"traefik.ingress.kubernetes.io/router.middlewares": "tools-door@kubernetescrd"})
	_in_front(route, [_middleware("door", {"basicAuth": {}})])
	not _in_front(route, [_middleware("door", {"compress": {}})])
	_in_front(route, [
		_middleware("door", {"chain": {"middlewares": [{"name": "lock"}]}}),
		_middleware("lock", {"ipAllowList": {}}),
	])
}

test_a_middleware_that_is_not_in_scope_is_unclear if {
	route := object.union(_ingress({}), {
		"apiVersion": "traefik.io/v1alpha1",
		"kind": "IngressRoute",
		"spec": {"routes": [{"middlewares": [{"name": "door", "namespace": "tools"}]}]},
	})
	_unclear(route, [])
	not _unclear(route, [_middleware("door", {"compress": {}})])
}

test_policies_of_the_gateway_are_found_by_their_target if {
	policy := _policy("gateway.envoyproxy.io/v1alpha1", "SecurityPolicy", {
		"targetRefs": [{"group": "networking.k8s.io", "kind": "Ingress", "name": "web"}],
		"oidc": {},
	})
	_in_front(_ingress({}), [policy])
	not _in_front(object.union(_ingress({}), {"metadata": {"name": "other"}}), [policy])
	not _in_front(_ingress({}), [object.union(policy, {"metadata": {"namespace": "shop"}})])
}

test_policies_of_the_mesh_cover_their_pods if {
	policy := _policy("security.istio.io/v1", "AuthorizationPolicy", {"selector": {"matchLabels": {"app": "web"}}})
	_in_front(_ingress({}), [policy])
	not _in_front(_ingress({}), [object.union(policy, {"metadata": {"namespace": "shop"}})])
	not _in_front(_ingress({}), [object.union(policy, {"spec": {"selector": {"matchLabels": {"app": "db"}}}})])
	_in_front(_ingress({}), [object.union(policy, {"metadata": {"namespace": "istio-system"}})])
}

_in_front(route, others) if {
	document := fixture.document(array.concat([route, _service, _deployment], others))
	objects := document.objects
	authentication.in_front({"object": objects[0]}, objects[1], objects[2]) with input as document
}

_unclear(route, others) if {
	document := fixture.document(array.concat([route], others))
	authentication.unclear({"object": document.objects[0]}) with input as document
}

_ingress(annotations) := {
	"apiVersion": "networking.k8s.io/v1",
	"kind": "Ingress",
	"metadata": {"namespace": "tools", "name": "web", "annotations": annotations},
}

_service := {"apiVersion": "v1", "kind": "Service", "metadata": {"namespace": "tools", "name": "web"}}

_deployment := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"namespace": "tools", "name": "web"},
	"spec": {"template": {"metadata": {"labels": {"app": "web"}}}},
}

_middleware(name, spec) := {
	"apiVersion": "traefik.io/v1alpha1",
	"kind": "Middleware",
	"metadata": {"namespace": "tools", "name": name},
	"spec": spec,
}

_policy(version, kind, spec) := {
	"apiVersion": version,
	"kind": kind,
	"metadata": {"namespace": "tools", "name": "login"},
	"spec": spec,
}
