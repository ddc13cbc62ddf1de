package lint

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint/graph"
)

// letsIn tells whether clients outside of the cluster come in by the object. An object
// that is documented to be for a private network lets nobody in, nor does one of which
// a placeholder decides.
func letsIn(g *graph.Graph, i int) bool {
	o := &g.Objects[i]
	spec, _ := o.Manifest.Body["spec"].(map[string]any)
	switch o.KindKey() {
	case "Service":
		return spec["type"] == "LoadBalancer" && !privateBalancer(o, spec)
	case "networking.k8s.io/Ingress", "extensions/Ingress":
		return !privateIngress(o, spec)
	case "gateway.networking.k8s.io/Gateway":
		class, _ := spec["gatewayClassName"].(string)
		return len(items(spec["listeners"])) > 0 && !privateGatewayClass.MatchString(class) && !isPlaceholder(class)
	case "route.openshift.io/Route":
		return true
	default:
		return false
	}
}

// privateGatewayClass matches the classes of GKE for internal load balancers.
// https://cloud.google.com/kubernetes-engine/docs/how-to/gatewayclass-capabilities
var privateGatewayClass = regexp.MustCompile(`rilb|internal`)

// placeholder matches what something else fills in later: variables, template actions,
// ciphertexts.
var placeholder = regexp.MustCompile(`\$\{|\$\(|\{\{|^ENC\[|<path:|<[a-z]+[^>]*>|^<[A-Z0-9_]+>$|^__[A-Z0-9_]+__$`)

func isPlaceholder(text string) bool { return placeholder.MatchString(text) }

// privateValues are the annotations by which a Service asks for a private load balancer,
// with the values that do so; "" stands for any but an empty one and "false".
// https://kubernetes.io/docs/concepts/services-networking/service/#internal-load-balancer
func privateValues() map[string][]string {
	return map[string][]string{
		"cloud.google.com/load-balancer-type":                                {"Internal", "internal"},
		"load-balancer.hetzner.cloud/disable-public-network":                 {"true"},
		"networking.gke.io/load-balancer-type":                               {"Internal"},
		"oci-network-load-balancer.oraclecloud.com/internal":                 {"true"},
		"service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type": {"intranet"},
		"service.beta.kubernetes.io/alicloud-loadbalancer-address-type":      {"intranet"},
		"service.beta.kubernetes.io/aws-load-balancer-internal":              {""},
		"service.beta.kubernetes.io/aws-load-balancer-scheme":                {"internal"},
		"service.beta.kubernetes.io/azure-load-balancer-internal":            {"true"},
		"service.beta.kubernetes.io/cce-load-balancer-internal-vpc":          {"true"},
		"service.beta.kubernetes.io/do-loadbalancer-network":                 {"INTERNAL"},
		"service.beta.kubernetes.io/oci-load-balancer-internal":              {"true"},
		"service.beta.kubernetes.io/openstack-internal-load-balancer":        {"true"},
		"service.beta.kubernetes.io/scw-loadbalancer-private":                {"true"},
		"service.kubernetes.io/ibm-load-balancer-cloud-provider-ip-type":     {"private"},
		"service.kubernetes.io/qcloud-loadbalancer-internal-subnetid":        {""},
	}
}

// privateBalancer tells whether a Service of type LoadBalancer asks for an address in a
// private network, or leaves that to a controller whose default is one.
// https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/nlb/
func privateBalancer(o *graph.Object, spec map[string]any) bool {
	const scheme = "service.beta.kubernetes.io/aws-load-balancer-scheme"
	for key, values := range privateValues() {
		value := o.Manifest.Annotation(key)
		switch {
		case value == "":
		case isPlaceholder(value), slices.Contains(values, value), slices.Equal(values, []string{""}) && value != "false":
			return true
		}
	}
	switch class, _ := spec["loadBalancerClass"].(string); class {
	case "networking.gke.io/l4-regional-internal", "networking.gke.io/l4-regional-internal-legacy", "tailscale":
		return true
	case "eks.amazonaws.com/nlb", "service.k8s.aws/nlb":
		return o.Manifest.Annotation(scheme) != "internet-facing"
	}
	switch o.Manifest.Annotation("service.beta.kubernetes.io/aws-load-balancer-type") {
	case "external", "nlb-ip":
		return o.Manifest.Annotation(scheme) != "internet-facing"
	}
	return false
}

// privateIngress tells whether the balancer of an Ingress is in a private network, as far
// as the Ingress itself tells.
// https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/
// https://azure.github.io/application-gateway-kubernetes-ingress/annotations/
// https://tailscale.com/kb/1439/kubernetes-operator-cluster-ingress
func privateIngress(o *graph.Object, spec map[string]any) bool {
	class, _ := spec["ingressClassName"].(string)
	if named := o.Manifest.Annotation("kubernetes.io/ingress.class"); named != "" {
		class = named
	}
	scheme := o.Manifest.Annotation("alb.ingress.kubernetes.io/scheme")
	private := o.Manifest.Annotation("appgw.ingress.kubernetes.io/use-private-ip")
	switch {
	case scheme != "":
		return scheme != "internet-facing"
	case class == "alb", class == "gce-internal", strings.Contains(class, "${"):
		return true
	case class == "tailscale":
		return o.Manifest.Annotation("tailscale.com/funnel") != "true"
	default:
		return private == "true" || isPlaceholder(private)
	}
}
