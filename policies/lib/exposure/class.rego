package kubegap.lib.exposure

import data.kubegap.lib.objects

# METADATA
# description: |
#   Every class behind a route: one, or, for a route of the Gateway API, one for
#   each Gateway among its parents. None for a route that configures a mesh only.
classes(route) := [class(route)] if {
	not _gateway_api(route)
	not _mesh_only(route)
}

classes(route) := array.concat(
	[class(gateway) | some gateway in objects.linked(route, "attaches_to")],
	[_unknown("") | some _ in objects.unresolved(route, "attaches_to")],
) if {
	_gateway_api(route)
}

classes(route) := [] if _mesh_only(route)

_gateway_api(obj) if obj.group == "gateway.networking.k8s.io"

# A VirtualService that names no gateway configures the proxies of the mesh.
_mesh_only(route) if {
	route.kind == "VirtualService"
	every gateway in object.get(route.body, ["spec", "gateways"], ["mesh"]) {
		gateway == "mesh"
	}
}

# METADATA
# description: |
#   The class of an Ingress, of a Gateway, of a Service of type LoadBalancer or
#   NodePort, or of a route that needs no class.
class(obj) := ingress_class(obj) if obj.kind == "Ingress"

class(obj) := gateway_class(obj) if {
	obj.kind == "Gateway"
	_gateway_api(obj)
}

class(obj) := service_class(obj) if obj.kind == "Service"

class(obj) := _class("target-group", "", false) if obj.kind == "TargetGroupBinding"

class(obj) := _class("in-cluster", _routers[obj.kind], false) if _routers[obj.kind]

_routers := {
	"IngressRoute": "traefik",
	"IngressRouteTCP": "traefik",
	"Route": "openshift",
	"VirtualService": "istio",
}

# METADATA
# description: |
#   The class of a Service by its type and spec.loadBalancerClass. That a
#   LoadBalancer Service is served inside of the cluster or on premises is for
#   packages loadbalancer and environment to tell.
service_class(service) := _class("node-port", "", false) if {
	service.body.spec.type == "NodePort"
} else := _class("tunnel", name, false) if {
	name := service.body.spec.loadBalancerClass
	name in {"ngrok", "tailscale"}
} else := _class("load-balancer", name, false) if {
	name := object.get(service.body, ["spec", "loadBalancerClass"], "")
}

_class(provider, name, assumed) := {
	"provider": provider,
	"name": name,
	"cloud": provider in _cloud_providers,
	"assumed": assumed,
}

_unknown(name) := _class("unknown", name, false)

_cloud_providers := {
	"alibaba-alb",
	"aws-alb",
	"aws-gateway",
	"azure-appgw",
	"eks-auto-alb",
	"gce",
	"gce-internal",
	"gke-gateway",
	"load-balancer",
	"target-group",
}
