package kubegap.lib.reach

import data.kubegap.lib.objects
import data.kubegap.lib.values

# The reach of an Ingress that a balancer outside of the cluster, or a tunnel,
# serves. The parameters of the class win over the annotations.
# https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/
_ingress(ingress, provider) := _of_scheme(scheme) if {
	provider in {"aws-alb", "eks-auto-alb"}
	scheme := _class_params(ingress)[0].body.spec.scheme
} else := _of_scheme(scheme) if {
	provider in {"aws-alb", "eks-auto-alb"}
	scheme := objects.annotation(ingress, _scheme)
} else := "unknown" if {
	provider in {"aws-alb", "eks-auto-alb"}
	_scheme_elsewhere(ingress, provider)
} else := "internal" if {
	provider in {"aws-alb", "eks-auto-alb"}
} else := "public" if {
	provider == "gce"
} else := "internal" if {
	provider == "gce-internal"
} else := _application_gateway(ingress) if {
	provider == "azure-appgw"
} else := _tailnet(ingress) if {
	provider == "tunnel"
	_class_words(ingress) & {"tailscale"} != set()
} else := "unknown"

_scheme := "alb.ingress.kubernetes.io/scheme"

# The field that holds the scheme.
_scheme_field(ingress) := {"object": params, "path": ["spec", "scheme"]} if {
	params := _class_params(ingress)[0]
	params.body.spec.scheme
} else := {"object": ingress, "path": ["metadata", "annotations", _scheme]}

_of_scheme("internet-facing") := "public"

_of_scheme("internal") := "internal"

_of_scheme(scheme) := "unknown" if not scheme in {"internet-facing", "internal"}

# Another Ingress of the group, or class parameters that are not in scope, may
# name the scheme.
_scheme_elsewhere(ingress, _) if objects.annotation(ingress, "alb.ingress.kubernetes.io/group.name")

_scheme_elsewhere(ingress, "eks-auto-alb") if count(_class_params(ingress)) == 0

# The gateway has a public address unless the Ingress asks for the private one.
# https://azure.github.io/application-gateway-kubernetes-ingress/annotations/
_application_gateway(ingress) := "internal" if {
	objects.annotation(ingress, "appgw.ingress.kubernetes.io/use-private-ip") == "true"
} else := "unknown" if {
	values.unknown(objects.annotation(ingress, "appgw.ingress.kubernetes.io/use-private-ip"))
} else := "public"

# Members of the tailnet only, unless Funnel opens it.
# https://tailscale.com/kb/1439/kubernetes-operator-cluster-ingress
_tailnet(ingress) := "public" if {
	objects.annotation(ingress, "tailscale.com/funnel") == "true"
} else := "internal"

# https://cloud.google.com/kubernetes-engine/docs/how-to/gatewayclass-capabilities
_gateway(class) := "internal" if {
	regex.match(`rilb|internal`, class.name)
} else := "public" if {
	regex.match(`external|^gke-l7-gxlb`, class.name)
} else := "unknown"
