package lint_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/plain"
)

// accuser objects to the objects that are called "Kind name", because of others.
type accuser struct {
	judge
	accused string
	named   []string
}

func (a accuser) Judge(_ context.Context, g *graph.Graph, _ lint.Question) (lint.Verdict, error) {
	find := func(name string) (found []int) {
		for i := range g.Objects {
			if g.Objects[i].Kind+" "+g.Objects[i].Name == name {
				found = append(found, i)
			}
		}
		return found
	}
	var verdict lint.Verdict
	for _, i := range find(a.accused) {
		v := lint.Violation{Rule: "case-a/one", Object: i, Message: "m", Level: lint.LevelError}
		for _, name := range a.named {
			for _, other := range find(name) {
				if g.Objects[other].Environment == g.Objects[i].Environment {
					v.Related = append(v.Related, lint.Place{Object: other, Message: "why"})
				}
			}
		}
		verdict.Violations = append(verdict.Violations, v)
	}
	return verdict, nil
}

// pod is the rest of a workload with the labels app=web.
const pod = `spec: {template: {metadata: {labels: {app: web}}, spec: {containers: [{name: a}]}}}}`

const web = `
{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}, ` + pod + `
---
{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}, spec: {selector: {app: web}}}
`

// draw writes the chain of the first finding, edge by edge. A star marks the finding's object.
func draw(t *testing.T, units []render.Unit, accused string, named ...string) []string {
	t.Helper()
	report := chained(t, units, accused, named...)
	if len(report.Findings) == 0 {
		t.Fatalf("there is no %s", accused)
	}
	chain := report.Findings[0].Chain
	if chain == nil {
		return nil
	}
	label := func(i int) string {
		if chain.Nodes[i].Defect {
			return "*" + chain.Nodes[i].Label()
		}
		return chain.Nodes[i].Label()
	}
	var list []string
	for _, e := range chain.Edges {
		list = append(list, strings.Join([]string{label(e.From), e.Label(), label(e.To)}, " "))
	}
	if chain.More > 0 {
		list = append(list, fmt.Sprintf("%d more", chain.More))
	}
	return list
}

func chained(t *testing.T, units []render.Unit, accused string, named ...string) lint.Report {
	t.Helper()
	report, err := lint.Run(t.Context(), units, nil, accuser{accused: accused, named: named}, lint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func yaml(text string) []render.Unit {
	return []render.Unit{plain.FromBytes("all.yaml", []byte(text))}
}

func TestChain(t *testing.T) {
	t.Parallel()
	ingress := web + `---
{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: web, namespace: shop}, spec: {defaultBackend: {service: {name: web}}}}
`
	for _, tc := range []struct {
		name, yaml, accused string
		named               []string
		want                []string
	}{
		{
			"from an Ingress to the nodes", ingress, "Deployment web", nil,
			[]string{"clients outside the cluster reach Ingress shop/web", "Ingress shop/web sends traffic to Service shop/web", "Service shop/web selects *Deployment shop/web", "*Deployment shop/web runs on nodes"},
		},
		{
			"the object may be in the middle", ingress, "Service web", nil,
			[]string{"clients outside the cluster reach Ingress shop/web", "Ingress shop/web sends traffic to *Service shop/web", "*Service shop/web selects Deployment shop/web", "Deployment shop/web runs on nodes"},
		},
		{
			"through a Gateway and a route", web + `---
{apiVersion: gateway.networking.k8s.io/v1, kind: Gateway, metadata: {name: edge, namespace: shop}, spec: {gatewayClassName: envoy, listeners: [{name: http, port: 80}]}}
---
{apiVersion: gateway.networking.k8s.io/v1, kind: HTTPRoute, metadata: {name: web, namespace: shop}, spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{name: web}]}]}}
`, "Service web", nil,
			[]string{"clients outside the cluster reach Gateway shop/edge", "Gateway shop/edge serves HTTPRoute shop/web", "HTTPRoute shop/web sends traffic to *Service shop/web", "*Service shop/web selects Deployment shop/web", "Deployment shop/web runs on nodes"},
		},
		{
			"a route whose Gateway is elsewhere is no way in", web + `---
{apiVersion: gateway.networking.k8s.io/v1, kind: HTTPRoute, metadata: {name: web, namespace: shop}, spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{name: web}]}]}}
`, "HTTPRoute web", nil,
			[]string{"*HTTPRoute shop/web sends traffic to Service shop/web", "Service shop/web selects Deployment shop/web", "Deployment shop/web runs on nodes"},
		},
		{
			"what hangs on the pods", web + `---
{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: web, namespace: shop}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}
---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: shop}, spec: {selector: {matchLabels: {app: web}}}}
`, "Deployment web", nil,
			[]string{"Service shop/web selects *Deployment shop/web", "HorizontalPodAutoscaler shop/web scales *Deployment shop/web", "PodDisruptionBudget shop/web selects *Deployment shop/web", "*Deployment shop/web runs on nodes"},
		},
		{
			"a budget hangs on pods that have traffic", ingress + `---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: shop}, spec: {selector: {matchLabels: {app: web}}}}
`, "PodDisruptionBudget web", nil,
			[]string{"clients outside the cluster reach Ingress shop/web", "Ingress shop/web sends traffic to Service shop/web", "*PodDisruptionBudget shop/web selects Deployment shop/web", "Service shop/web selects Deployment shop/web", "Deployment shop/web runs on nodes"},
		},
		{
			"a webhook", web + `---
{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: guard}, webhooks: [{clientConfig: {service: {namespace: shop, name: web}}}]}
`, "ValidatingWebhookConfiguration guard", nil,
			[]string{"*ValidatingWebhookConfiguration guard has the API server call Service shop/web", "Service shop/web selects Deployment shop/web", "Deployment shop/web runs on nodes"},
		},
		{
			"what a workload uses is told by the rule", strings.Replace(web, "name: a}", "name: a, envFrom: [{configMapRef: {name: c}}, {configMapRef: {name: d}}]}", 1) + `---
{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: shop}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: d, namespace: shop}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: shop}}
`, "Deployment web", []string{"ConfigMap c", "Namespace shop"},
			[]string{"Service shop/web selects *Deployment shop/web", "Service shop/web lives in Namespace shop", "*Deployment shop/web uses ConfigMap shop/c", "*Deployment shop/web lives in Namespace shop", "*Deployment shop/web runs on nodes", "ConfigMap shop/c lives in Namespace shop"},
		},
		{
			"who uses a ConfigMap", strings.Replace(web, "name: a}", "name: a, envFrom: [{configMapRef: {name: c}}]}", 1) + "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: shop}}\n",
			"ConfigMap c", nil,
			[]string{"Service shop/web selects Deployment shop/web", "Deployment shop/web uses *ConfigMap shop/c", "Deployment shop/web runs on nodes"},
		},
		{
			"an agent on the network of its node", `{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: web}, ` + strings.Replace(pod, "spec: {containers", "spec: {hostNetwork: true, containers", 1), "DaemonSet web", nil,
			[]string{"*DaemonSet web shares the network of nodes"},
		},
		{
			"an agent with a port of its node", `{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: web}, ` + strings.Replace(pod, "name: a}", "name: a, ports: [{containerPort: 80, hostPort: 80}]}", 1), "DaemonSet web", nil,
			[]string{"*DaemonSet web opens ports of nodes"},
		},
		{"alone", `{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}`, "ConfigMap c", nil, nil},
		{
			"a Rollout gets traffic of the Services that it names", `{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: web, namespace: shop}, spec: {strategy: {canary: {stableService: web}}, template: {metadata: {labels: {app: web}}, spec: {}}}}
---
{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}, spec: {selector: {app: web}}}
`, "Service web", nil,
			[]string{"*Service shop/web selects Rollout shop/web", "Rollout shop/web runs on nodes"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, draw(t, yaml(tc.yaml), tc.accused, tc.named...)); diff != "" {
				t.Errorf("chain (-want +got):\n%s", diff)
			}
		})
	}
}

func TestChainNamesWhatDeploys(t *testing.T) {
	t.Parallel()
	units := yaml(`{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}`)
	units[0].Environment = "prod"
	units[0].Deployer = render.Deployer{APIVersion: "argoproj.io/v1alpha1", Kind: "Application", Namespace: "argocd", Name: "c"}
	want := []string{"Application argocd/c deploys *ConfigMap c"}
	if diff := cmp.Diff(want, draw(t, units, "ConfigMap c")); diff != "" {
		t.Errorf("chain (-want +got):\n%s", diff)
	}
}

// TestChainOfAnOverlay has a Service outside of the overlay, which the chain finds as the
// overlay sees it.
func TestChainOfAnOverlay(t *testing.T) {
	t.Parallel()
	deployment, service, _ := strings.Cut(web, "---")
	overlay := plain.FromBytes("overlays/prod", []byte(deployment))
	overlay.Target.Kind = render.KindKustomize
	units := []render.Unit{overlay, plain.FromBytes("overlays/service.yaml", []byte(service))}
	want := []string{"Service shop/web selects *Deployment shop/web", "*Deployment shop/web runs on nodes"}
	if diff := cmp.Diff(want, draw(t, []render.Unit{units[0], units[1]}, "Deployment web")); diff != "" {
		t.Errorf("chain (-want +got):\n%s", diff)
	}
}

func TestChainIsSmall(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web-%02d, namespace: shop}, %s\n---\n", i, pod)
		fmt.Fprintf(&text, "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: web-%02d, namespace: shop}, spec: {defaultBackend: {service: {name: web}}}}\n---\n", i)
	}
	text.WriteString("{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}, spec: {selector: {app: web}}}\n")
	chain := chained(t, yaml(text.String()), "Service web", "Deployment web-31").Findings[0].Chain
	var names []string
	for _, n := range chain.Nodes {
		names = append(names, n.Label())
	}
	want := []string{
		"clients outside the cluster", "Ingress shop/web-00", "Ingress shop/web-01", "Ingress shop/web-02", "Service shop/web",
		"Deployment shop/web-31", "Deployment shop/web-00", "Deployment shop/web-01", "Deployment shop/web-02", "nodes",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("nodes (-want +got):\n%s", diff)
	}
	if chain.More != 37+36 {
		t.Errorf("%d links are left out, want 37 to an Ingress and 36 to a Deployment", chain.More)
	}
}

func TestChainsAreForReportedFindings(t *testing.T) {
	t.Parallel()
	units := yaml(web)
	report, err := lint.Run(t.Context(), units, nil, accuser{accused: "Deployment web"}, lint.Options{Suppressor: all{}})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Suppressed) != 1 || report.Suppressed[0].Chain != nil {
		t.Errorf("suppressed are %+v, want one without a chain", report.Suppressed)
	}
}

// all suppresses everything.
type all struct{}

func (all) Suppress(c lint.Candidates) ([]*lint.Suppression, []render.Problem) {
	return slices.Repeat([]*lint.Suppression{{Kind: lint.SuppressedByConfig}}, len(c.Occurrences)), nil
}

// TestChainsGrowLinearly draws the chains of many findings that all go by one Service.
func TestChainsGrowLinearly(t *testing.T) {
	size := func(n int) float64 {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "{apiVersion: batch/v1, kind: Job, metadata: {name: web, namespace: shop, uid: %d}, %s\n---\n", i, pod)
		}
		text.WriteString("{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}, spec: {selector: {app: web}}}\n")
		units := yaml(text.String())
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		report := chained(t, units, "Job web")
		runtime.ReadMemStats(&after)
		if len(report.Findings) != n || report.Findings[n-1].Chain == nil {
			t.Fatalf("%d findings, want %d with chains", len(report.Findings), n)
		}
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	size(1)
	if ratio := size(2000) / size(200); ratio > 13 {
		t.Errorf("ten times the findings allocate %.1f times the memory", ratio)
	}
}
