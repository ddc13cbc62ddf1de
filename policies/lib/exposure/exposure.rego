# METADATA
# description: |
#   What brings traffic from outside of the cluster to a Service, and by which
#   kind of balancer. An exposure is
#
#       {"object": the exposing object,
#        "path": its field that names the Service, or makes a Service one,
#        "class": a class}
#
#   and a class is
#
#       {"provider": "aws-alb", "eks-auto-alb", "aws-gateway", "target-group",
#            "gce", "gce-internal", "gke-gateway", "azure-appgw",
#            "alibaba-alb", "load-balancer", "node-port", "in-cluster",
#            "tunnel" or "unknown",
#        "name": the class as the manifest names it, "" if it names none,
#        "cloud": whether that is a balancer of a cloud, outside of the cluster,
#        "assumed": whether annotations alone tell the provider}
package kubegap.lib.exposure

import data.kubegap.lib.objects

# METADATA
# description: |
#   The exposures of a Service: the routes to it, a route of the Gateway API
#   once for each Gateway it attaches to, then the Service itself if its type is
#   LoadBalancer or NodePort.
of_service(service) := array.concat(
	[exposure |
		some route in objects.linking(service, "routes_to")
		route.kind in route_kinds
		some class in classes(route)
		exposure := {"object": route, "path": _path_to(route, service), "class": class}
	],
	[{"object": service, "path": ["spec", "type"], "class": class(service)} |
		service.body.spec.type in {"LoadBalancer", "NodePort"}
	],
)

# METADATA
# description: The kinds of objects that route traffic from outside to a Service.
route_kinds := {
	"GRPCRoute",
	"HTTPRoute",
	"Ingress",
	"IngressRoute",
	"IngressRouteTCP",
	"Route",
	"TCPRoute",
	"TLSRoute",
	"TargetGroupBinding",
	"VirtualService",
}

_path_to(route, service) := _paths(route.index)[service.index]

# The field by which a route names each of its Services first. Routes may name
# thousands, so this is made once for each, not once for each pair.
_paths(route) := object.union_n(array.reverse([{link.object: link.path} |
	some link in input.objects[route].links.routes_to
]))
