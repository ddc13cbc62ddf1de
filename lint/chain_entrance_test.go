package lint_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/lint"
)

func TestWaysIn(t *testing.T) {
	t.Parallel()
	service := func(annotations, spec string) string {
		return fmt.Sprintf("{apiVersion: v1, kind: Service, metadata: {name: x, annotations: {%s}}, spec: {%s}}", annotations, spec)
	}
	ingress := func(annotations, spec string) string {
		return fmt.Sprintf("{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: x, annotations: {%s}}, spec: {%s}}", annotations, spec)
	}
	gateway := func(spec string) string {
		return fmt.Sprintf("{apiVersion: gateway.networking.k8s.io/v1, kind: Gateway, metadata: {name: x}, spec: {%s}}", spec)
	}
	for _, tc := range []struct {
		name, yaml string
		want       bool
	}{
		{"LoadBalancer", service("", "type: LoadBalancer"), true},
		{"ClusterIP", service("", ""), false},
		{"NodePort", service("", "type: NodePort"), false},
		{"internal by an annotation", service(`service.beta.kubernetes.io/azure-load-balancer-internal: "true"`, "type: LoadBalancer"), false},
		{"not internal by it", service(`service.beta.kubernetes.io/azure-load-balancer-internal: "false"`, "type: LoadBalancer"), true},
		{"by a placeholder", service(`service.beta.kubernetes.io/azure-load-balancer-internal: "${INTERNAL}"`, "type: LoadBalancer"), false},
		{"by any value but one", service(`service.beta.kubernetes.io/aws-load-balancer-internal: 0.0.0.0/0`, "type: LoadBalancer"), false},
		{"AWS default of the controller", service(`service.beta.kubernetes.io/aws-load-balancer-type: external`, "type: LoadBalancer"), false},
		{"AWS scheme", service(`service.beta.kubernetes.io/aws-load-balancer-type: external, service.beta.kubernetes.io/aws-load-balancer-scheme: internet-facing`, "type: LoadBalancer"), true},
		{"AWS class", service("", "type: LoadBalancer, loadBalancerClass: service.k8s.aws/nlb"), false},
		{"class of a tailnet", service("", "type: LoadBalancer, loadBalancerClass: tailscale"), false},
		{"Ingress", ingress("", ""), true},
		{"Ingress of an ALB", ingress("", "ingressClassName: alb"), false},
		{"Ingress of a public ALB", ingress("alb.ingress.kubernetes.io/scheme: internet-facing", "ingressClassName: alb"), true},
		{"Ingress of an internal ALB", ingress("alb.ingress.kubernetes.io/scheme: internal", ""), false},
		{"Ingress of an internal class", ingress("kubernetes.io/ingress.class: gce-internal", ""), false},
		{"Ingress in a tailnet", ingress("", "ingressClassName: tailscale"), false},
		{"Ingress with a funnel", ingress(`tailscale.com/funnel: "true"`, "ingressClassName: tailscale"), true},
		{"Ingress on a private address", ingress(`appgw.ingress.kubernetes.io/use-private-ip: "true"`, ""), false},
		{"Gateway", gateway("gatewayClassName: envoy, listeners: [{port: 80}]"), true},
		{"Gateway without listeners", gateway("gatewayClassName: envoy"), false},
		{"internal Gateway", gateway("gatewayClassName: gke-l7-rilb, listeners: [{port: 80}]"), false},
		{"Route", "{apiVersion: route.openshift.io/v1, kind: Route, metadata: {name: x}}", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			kind, _, _ := strings.Cut(strings.SplitAfter(tc.yaml, "kind: ")[1], ",")
			chain := chained(t, yaml(tc.yaml), kind+" x").Findings[0].Chain
			if got := chain != nil && chain.Nodes[0].Type == lint.NodeInternet; got != tc.want {
				t.Errorf("lets clients in: %v, want %v", got, tc.want)
			}
		})
	}
}

// TestPrivateMarkersAreThoseOfThePolicies compares the annotations that ask for a private
// balancer with those that the rules know.
func TestPrivateMarkersAreThoseOfThePolicies(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../policies/lib/loadbalancer/markers.rego")
	if err != nil {
		t.Fatal(err)
	}
	markers := regexp.MustCompile(`(?m)^\t"([^"]+/[^"]+)": \{(.+)\},$`).FindAllStringSubmatch(string(text), -1)
	if len(markers) < 10 {
		t.Fatalf("%d markers, want those of all clouds", len(markers))
	}
	for _, marker := range markers {
		for quoted := range strings.SplitSeq(marker[2], ", ") {
			service := fmt.Sprintf("{apiVersion: v1, kind: Service, metadata: {name: x, annotations: {%q: %s}}, spec: {type: LoadBalancer}}", marker[1], quoted)
			if chain := chained(t, yaml(service), "Service x").Findings[0].Chain; chain != nil {
				t.Errorf("%s: %s lets clients in", marker[1], quoted)
			}
		}
	}
}
