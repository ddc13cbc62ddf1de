package kubegap.lib.exposure

import data.kubegap.lib.objects
import data.kubegap.lib.platform
import data.kubegap.lib.values

# METADATA
# description: |
#   The class of an Ingress: by the controller of its IngressClass; where that
#   is not in scope by the well-known name of the class, which depends on the
#   platform for alb; at last by annotations that only one controller reads.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/services-networking/ingress/#ingress-class
ingress_class(ingress) := _class(provider, name, false) if {
	name := ingress_class_name(ingress)
	provider := _provider_of_controller(ingress_class_object(ingress).body.spec.controller)
} else := _unknown(name) if {
	name := ingress_class_name(ingress)
	ingress_class_object(ingress)
} else := _class("alibaba-alb", name, false) if {
	name := ingress_class_name(ingress)
	name == "alb"
	count(objects.in_scope(ingress, "alibabacloud.com/AlbConfig")) > 0
} else := _class(_alb_of_platform, name, false) if {
	name := ingress_class_name(ingress)
	name == "alb"
	_alb_of_platform
} else := _class(provider, name, false) if {
	name := ingress_class_name(ingress)
	provider := _provider_of_name(name)
} else := _class(provider, ingress_class_name(ingress), true) if {
	provider := _provider_of_annotations(ingress)
} else := _unknown(ingress_class_name(ingress))

# METADATA
# description: |
#   The name of the class: the legacy annotation, which wins over the field, the
#   field, or the default class in scope. Otherwise "".
ingress_class_name(ingress) := _written_class(ingress) if {
	_written_class(ingress)
} else := _default_class(ingress.environment).name if {
	_default_class(ingress.environment)
} else := ""

_written_class(ingress) := name if {
	name := objects.annotation(ingress, "kubernetes.io/ingress.class")
	is_string(name)
	name != ""
} else := name if {
	name := ingress.body.spec.ingressClassName
	is_string(name)
	name != ""
}

# METADATA
# description: |
#   The IngressClass of an Ingress, the default one if it names none. Undefined
#   if that is not in scope.
ingress_class_object(ingress) := [class |
	some class in objects.linked(ingress, "class")
	class.name == _written_class(ingress)
][0] if {
	_written_class(ingress)
} else := _default_class(ingress.environment) if {
	not _written_class(ingress)
}

# The annotated class that counts for an environment.
_default_class(e) := [class |
	some environment in array.concat([e], input.environments[e].sees)
	some i in input.environments[environment].by_kind["networking.k8s.io/IngressClass"]
	class := input.objects[i]
	objects.annotation(class, "ingressclass.kubernetes.io/is-default-class") == "true"
][0]

_provider_of_controller(controller) := _controllers[controller]

_provider_of_controller(controller) := "in-cluster" if {
	is_string(controller)
	some prefix in _in_cluster_controllers
	startswith(controller, prefix)
}

_controllers := {
	"azure/application-gateway": "azure-appgw",
	"alb.networking.azure.io/alb-controller": "azure-appgw",
	"eks.amazonaws.com/alb": "eks-auto-alb",
	"ingress.k8s.alibabacloud/alb": "alibaba-alb",
	"ingress.k8s.aws/alb": "aws-alb",
	"k8s.ngrok.com/ingress-controller": "tunnel",
	"ngrok.com/ingress-controller": "tunnel",
	"strrl.dev/cloudflare-tunnel-ingress-controller": "tunnel",
	"tailscale.com/ts-ingress": "tunnel",
}

_in_cluster_controllers := {
	"cilium.io/",
	"haproxy-ingress.github.io/",
	"haproxy.org/",
	"ingress-controllers.konghq.com/",
	"istio.io/",
	"k8s.io/ingress-nginx",
	"k8s.io/internal-ingress-nginx",
	"nginx.org/",
	"openshift.io/",
	"projectcontour.io/",
	"traefik.io/",
	"webapprouting.kubernetes.azure.com/",
}

# A class that carries the name of a proxy is taken to be served by it, be it
# nginx, nginx-internal or public-nginx.
_provider_of_name(name) := _names[name]

_alb_of_platform := "alibaba-alb" if {
	platform.cloud == "alibaba"
} else := "eks-auto-alb" if {
	platform.load_balancer == "eks-auto-mode"
}

_provider_of_name(name) := "in-cluster" if {
	not values.unknown(name)
	count(_words(name) & _proxies) > 0
}

_names := {
	"alb": "aws-alb",
	"azure-alb-external": "azure-appgw",
	"azure-application-gateway": "azure-appgw",
	"azure/application-gateway": "azure-appgw",
	"cloudflare-tunnel": "tunnel",
	"gce": "gce",
	"gce-internal": "gce-internal",
	"ngrok": "tunnel",
	"tailscale": "tunnel",
	"webapprouting.kubernetes.azure.com": "in-cluster",
}

_proxies := {
	"cilium",
	"contour",
	"envoy",
	"haproxy",
	"istio",
	"kong",
	"nginx",
	"openshift",
	"traefik",
}

_words(name) := {word | some word in regex.split(`[^a-z0-9]+`, lower(name))}

_provider_of_annotations(ingress) := provider if {
	providers := {provider |
		some key, _ in ingress.body.metadata.annotations
		is_string(key)
		some prefix, provider in _annotation_prefixes
		startswith(key, prefix)
	}
	count(providers) == 1
	some provider in providers
}

_annotation_prefixes := {
	"alb.ingress.kubernetes.io/": "aws-alb",
	"appgw.ingress.kubernetes.io/": "azure-appgw",
	"networking.gke.io/": "gce",
}
