package kubegap.lib.reach

import data.kubegap.lib.exposure
import data.kubegap.lib.images
import data.kubegap.lib.loadbalancer
import data.kubegap.lib.objects
import data.kubegap.lib.workloads

# METADATA
# description: |
#   The reach of a route that proxies in the cluster serve: that of the Services
#   in front of those proxies, if one is in scope and all agree. A class that
#   calls itself internal or private is not taken to be public.
of_data_planes(route) := reach if {
	reaches := {loadbalancer.exposure(service) | some service in data_planes(route)}
	count(reaches) == 1
	some reach in reaches
	not _calls_itself_private(route, reach)
} else := "unknown"

_calls_itself_private(route, "public") if {
	count(_words(route.class.name) & {"internal", "private", "lan", "intranet"}) > 0
}

# METADATA
# description: |
#   The LoadBalancer Services in scope in front of the proxies that serve the
#   route: those whose pods are of the family that its class names.
data_planes(route) := [candidate.service |
	route.class.provider == "in-cluster"
	wanted := _class_words(route.object) | _words(route.class.name)
	some e in array.concat([route.object.environment], input.environments[route.object.environment].sees)
	some candidate in _candidates[e]
	count(candidate.words & wanted) > 0
]

# METADATA
# description: |
#   The words for the proxy that the Service sends its traffic to: an ingress
#   controller or the data plane of a gateway or mesh. None for other Services.
proxy_words(service) := {word |
	some text in _pod_names(service)
	some word in _families[text]
}

_candidates[e] := candidates if {
	some e, environment in input.environments
	candidates := [{"service": service, "words": words} |
		some i in environment.by_kind.Service
		service := input.objects[i]
		service.body.spec.type == "LoadBalancer"
		words := proxy_words(service)
		count(words) > 0
	]
}

_pod_names(service) := ({text |
	some key in _name_labels
	text := service.body.spec.selector[key]
} | {text |
	some workload in objects.linked(service, "selects")
	some key in _name_labels
	text := workloads.labels(workload)[key]
}) | {text |
	some workload in objects.linked(service, "selects")
	some c in workloads.long_running(workload)
	text := images.basename(c.container.image)
}

_name_labels := {"app", "app.kubernetes.io/name", "istio", "k8s-app"}

_families := {
	"ambassador": {"ambassador", "emissary"},
	"apisix": {"apisix"},
	"contour": {"contour", "envoy"},
	"emissary-ingress": {"ambassador", "emissary"},
	"envoy": {"contour", "envoy"},
	"gateway-proxy": {"gloo"},
	"haproxy-ingress": {"haproxy"},
	"ingress-nginx": {"nginx"},
	"ingressgateway": {"istio"},
	"istio-gateway": {"istio"},
	"istio-ingress": {"istio"},
	"istio-ingressgateway": {"istio"},
	"kong": {"kong"},
	"kong-gateway": {"kong"},
	"kubernetes-ingress": {"haproxy"},
	"nginx-ingress": {"nginx"},
	"nginx-ingress-controller": {"nginx"},
	"skipper-ingress": {"skipper"},
	"traefik": {"traefik"},
}

_class_words(obj) := words if {
	obj.kind == "Ingress"
	words := _words(exposure.ingress_class_name(obj)) | {word |
		some word in _words(exposure.ingress_class_object(obj).body.spec.controller)
	}
} else := set()

_words(text) := {word |
	is_string(text)
	some word in regex.split(`[^a-z0-9]+`, lower(text))
}
