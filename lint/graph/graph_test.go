package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/plain"
)

func plainUnit(file, text string) render.Unit { return plain.FromBytes(file, []byte(text)) }

// overlay is a unit of its own environment.
func overlay(path, text string) render.Unit {
	unit := plain.FromBytes(path, []byte(text))
	unit.Target.Kind = render.KindKustomize
	return unit
}

// name writes an object as Kind name, with the environment of a view.
func name(g *graph.Graph, i int) string {
	o := &g.Objects[i]
	s := o.Kind + " " + o.Name
	if o.Of >= 0 {
		s += fmt.Sprintf(" seen by %q", g.Environments[o.Environment].Name)
	}
	return s
}

// links writes all links of a graph, sorted, as "A -relation-> B at path", and
// checks that each has its backlink.
func links(t *testing.T, g *graph.Graph) []string {
	t.Helper()
	var list []string
	for i := range g.Objects {
		for _, l := range g.Objects[i].Links {
			if !slices.Contains(g.Objects[l.Object].LinkedBy, graph.Backlink{Relation: l.Relation, Object: i}) && g.Objects[i].Of < 0 {
				t.Errorf("%s does not know that %s refers to it", name(g, l.Object), name(g, i))
			}
			if l.Relation != graph.LivesIn {
				list = append(list, fmt.Sprintf("%s -%s-> %s at %s", name(g, i), l.Relation, name(g, l.Object), l.Path))
			}
		}
		for _, m := range g.Objects[i].Missing {
			list = append(list, fmt.Sprintf("%s -%s-> missing %s %s at %s", name(g, i), m.Relation, m.Kind, strings.TrimPrefix(m.Namespace+"/"+m.Name, "/"), m.Path))
		}
	}
	slices.Sort(list)
	return list
}

const workload = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {metadata: {labels: {app: web, tier: front}}}}
`

func TestRelations(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"service selects by all labels", workload + `---
{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web, tier: front}}}
---
{apiVersion: v1, kind: Service, metadata: {name: other}, spec: {selector: {app: web, tier: back}}}
---
{apiVersion: v1, kind: Service, metadata: {name: elsewhere, namespace: shop}, spec: {selector: {app: web}}}
---
{apiVersion: v1, kind: Service, metadata: {name: bare}, spec: {selector: {}}}
---
{apiVersion: backstage.io/v1, kind: Service, metadata: {name: foreign}, spec: {selector: {app: web}}}
`, []string{"Service web -selects-> Deployment web at .spec.selector"}},
		{"expressions", workload + `---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: in}, spec: {selector: {matchExpressions: [{key: app, operator: In, values: [api, web]}]}}}
---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: not-in}, spec: {selector: {matchExpressions: [{key: app, operator: NotIn, values: [web]}]}}}
---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: not-in-absent}, spec: {selector: {matchExpressions: [{key: zone, operator: NotIn, values: [web]}]}}}
---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: exists}, spec: {selector: {matchLabels: {app: web}, matchExpressions: [{key: tier, operator: Exists}]}}}
---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: exists-not}, spec: {selector: {matchExpressions: [{key: tier, operator: DoesNotExist}]}}}
---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: unknown-operator}, spec: {selector: {matchExpressions: [{key: tier, operator: Like}]}}}
`, []string{
			"PodDisruptionBudget exists -selects-> Deployment web at .spec.selector",
			"PodDisruptionBudget in -selects-> Deployment web at .spec.selector",
			"PodDisruptionBudget not-in-absent -selects-> Deployment web at .spec.selector",
		}},
		{"empty selectors", workload + `---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: new}, spec: {selector: {}}}
---
{apiVersion: policy/v1beta1, kind: PodDisruptionBudget, metadata: {name: old}, spec: {selector: {}}}
---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: none}, spec: {}}
---
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: all}, spec: {podSelector: {}}}
`, []string{
			"NetworkPolicy all -selects-> Deployment web at .spec.podSelector",
			"PodDisruptionBudget new -selects-> Deployment web at .spec.selector",
		}},
		{"pod monitors of other namespaces", workload + `---
{apiVersion: monitoring.coreos.com/v1, kind: PodMonitor, metadata: {name: own, namespace: ops}, spec: {selector: {matchLabels: {app: web}}}}
---
{apiVersion: monitoring.coreos.com/v1, kind: PodMonitor, metadata: {name: any, namespace: ops}, spec: {namespaceSelector: {any: true}, selector: {matchLabels: {app: web}}}}
---
{apiVersion: monitoring.coreos.com/v1, kind: PodMonitor, metadata: {name: named, namespace: ops}, spec: {namespaceSelector: {matchNames: [default]}, selector: {}}}
`, []string{
			"PodMonitor any -selects-> Deployment web at .spec.selector",
			"PodMonitor named -selects-> Deployment web at .spec.selector",
		}},
		{"ingress", `
{apiVersion: v1, kind: Service, metadata: {name: web}}
---
{apiVersion: networking.k8s.io/v1, kind: IngressClass, metadata: {name: alb}, spec: {parameters: {apiGroup: elbv2.k8s.aws, kind: IngressClassParams, name: p}}}
---
{apiVersion: elbv2.k8s.aws/v1beta1, kind: IngressClassParams, metadata: {name: p}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: new}
spec:
  ingressClassName: alb
  defaultBackend: {service: {name: web}}
  rules: [{http: {paths: [{backend: {service: {name: gone}}}, {backend: {resource: {name: web}}}]}}]
---
apiVersion: extensions/v1beta1
kind: Ingress
metadata: {name: old, annotations: {kubernetes.io/ingress.class: alb}}
spec: {backend: {serviceName: web}, rules: [{http: {paths: [{backend: {serviceName: web}}]}}]}
---
{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: nginx, annotations: {kubernetes.io/ingress.class: nginx}}}
`, []string{
			"Ingress new -class-> IngressClass alb at .spec.ingressClassName",
			"Ingress new -routes_to-> Service web at .spec.defaultBackend.service",
			"Ingress new -routes_to-> missing Service default/gone at .spec.rules[0].http.paths[0].backend.service",
			`Ingress old -class-> IngressClass alb at .metadata.annotations["kubernetes.io/ingress.class"]`,
			"Ingress old -routes_to-> Service web at .spec.backend",
			"Ingress old -routes_to-> Service web at .spec.rules[0].http.paths[0].backend",
			"IngressClass alb -parameters-> IngressClassParams p at .spec.parameters",
		}},
		{"gateway API", `
{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}}
---
{apiVersion: gateway.networking.k8s.io/v1, kind: GatewayClass, metadata: {name: c}, spec: {parametersRef: {group: gateway.k8s.aws, kind: LoadBalancerConfiguration, name: lb, namespace: ops}}}
---
{apiVersion: gateway.networking.k8s.io/v1, kind: Gateway, metadata: {name: g, namespace: ops}, spec: {gatewayClassName: c}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: r, namespace: shop}
spec:
  parentRefs: [{name: g, namespace: ops}, {name: web, kind: Service, group: ""}]
  rules: [{backendRefs: [{name: web}, {name: web, namespace: other}, {name: b, kind: ServiceImport, group: multicluster.x-k8s.io}]}]
---
{apiVersion: gateway.k8s.aws/v1beta1, kind: TargetGroupConfiguration, metadata: {name: t, namespace: shop}, spec: {targetReference: {name: web}}}
`, []string{
			"Gateway g -class-> GatewayClass c at .spec.gatewayClassName",
			"GatewayClass c -parameters-> missing gateway.k8s.aws/LoadBalancerConfiguration ops/lb at .spec.parametersRef",
			"HTTPRoute r -attaches_to-> Gateway g at .spec.parentRefs[0]",
			"HTTPRoute r -attaches_to-> missing gateway.networking.k8s.io/Service shop/web at .spec.parentRefs[1]",
			"HTTPRoute r -routes_to-> Service web at .spec.rules[0].backendRefs[0]",
			"HTTPRoute r -routes_to-> missing Service other/web at .spec.rules[0].backendRefs[1]",
			"TargetGroupConfiguration t -configures-> Service web at .spec.targetReference",
		}},
		{"other routes", `
{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}}
---
{apiVersion: elbv2.k8s.aws/v1beta1, kind: TargetGroupBinding, metadata: {name: t, namespace: shop}, spec: {serviceRef: {name: web, port: 80}}}
---
{apiVersion: traefik.io/v1alpha1, kind: IngressRoute, metadata: {name: i}, spec: {routes: [{services: [{name: web, namespace: shop}, {name: api@internal, kind: TraefikService}]}]}}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: v, namespace: shop}
spec:
  http: [{route: [{destination: {host: web}}, {destination: {host: web.shop.svc.cluster.local}}, {destination: {host: www.example.com}}]}]
  tcp: [{route: [{destination: {host: web.shop}}]}]
---
{apiVersion: route.openshift.io/v1, kind: Route, metadata: {name: o, namespace: shop}, spec: {to: {kind: Service, name: web}, alternateBackends: [{kind: Service, name: web}]}}
---
{apiVersion: apiregistration.k8s.io/v1, kind: APIService, metadata: {name: a}, spec: {service: {namespace: shop, name: web}}}
---
{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: w}, webhooks: [{clientConfig: {url: "https://x.example"}}, {clientConfig: {service: {namespace: shop, name: web}}}]}
`, []string{
			"APIService a -calls-> Service web at .spec.service",
			"IngressRoute i -routes_to-> Service web at .spec.routes[0].services[0]",
			"Route o -routes_to-> Service web at .spec.alternateBackends[0]",
			"Route o -routes_to-> Service web at .spec.to",
			"TargetGroupBinding t -routes_to-> Service web at .spec.serviceRef",
			"ValidatingWebhookConfiguration w -calls-> Service web at .webhooks[1].clientConfig.service",
			"VirtualService v -routes_to-> Service web at .spec.http[0].route[0].destination",
			"VirtualService v -routes_to-> Service web at .spec.http[0].route[1].destination",
			"VirtualService v -routes_to-> Service web at .spec.tcp[0].route[0].destination",
		}},
		{"autoscalers", workload + `---
{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: h}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}
---
{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: k}, spec: {scaleTargetRef: {name: web}}}
---
{apiVersion: autoscaling.k8s.io/v1, kind: VerticalPodAutoscaler, metadata: {name: v}, spec: {targetRef: {apiVersion: apps/v1, kind: StatefulSet, name: web}}}
---
{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: foreign}, spec: {scaleTargetRef: {apiVersion: example.com/v1, kind: Deployment, name: web}}}
`, []string{
			"HorizontalPodAutoscaler foreign -scales-> missing example.com/Deployment default/web at .spec.scaleTargetRef",
			"HorizontalPodAutoscaler h -scales-> Deployment web at .spec.scaleTargetRef",
			"ScaledObject k -scales-> Deployment web at .spec.scaleTargetRef",
			"VerticalPodAutoscaler v -scales-> missing apps/StatefulSet default/web at .spec.targetRef",
		}},
		{"what a workload uses", `
{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}
---
{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: p}, spec: {storageClassName: fast}}
---
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: j}
spec: {jobTemplate: {spec: {template: {spec: {
  serviceAccountName: s,
  imagePullSecrets: [{name: pull}],
  initContainers: [{name: i, envFrom: [{configMapRef: {name: c}}]}],
  containers: [{name: a, env: [{name: X, valueFrom: {secretKeyRef: {name: maybe, key: k, optional: true}}}]}],
  volumes: [{name: v, persistentVolumeClaim: {claimName: p}}, {name: w, secret: {secretName: t}}, {name: x, projected: {sources: [{configMap: {name: c}}]}}]
}}}}}
`, []string{
			"CronJob j -uses-> ConfigMap c at .spec.jobTemplate.spec.template.spec.initContainers[0].envFrom[0].configMapRef",
			"CronJob j -uses-> ConfigMap c at .spec.jobTemplate.spec.template.spec.volumes[2].projected.sources[0].configMap",
			"CronJob j -uses-> PersistentVolumeClaim p at .spec.jobTemplate.spec.template.spec.volumes[0].persistentVolumeClaim",
			"CronJob j -uses-> missing Secret default/pull at .spec.jobTemplate.spec.template.spec.imagePullSecrets[0]",
			"CronJob j -uses-> missing Secret default/t at .spec.jobTemplate.spec.template.spec.volumes[1].secret",
			"CronJob j -uses-> missing ServiceAccount default/s at .spec.jobTemplate.spec.template.spec.serviceAccountName",
			"PersistentVolumeClaim p -class-> StorageClass fast at .spec.storageClassName",
		}},
		{"rollout with a workloadRef", workload + `---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: r}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy: {blueGreen: {activeService: web, previewService: next}}
---
{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}}}
`, []string{
			"Rollout r -routes_to-> Service web at .spec.strategy.blueGreen.activeService",
			"Rollout r -routes_to-> missing Service default/next at .spec.strategy.blueGreen.previewService",
			"Rollout r -template_of-> Deployment web at .spec.workloadRef",
			"Service web -selects-> Deployment web at .spec.selector",
			"Service web -selects-> Rollout r at .spec.selector",
		}},
		{"backend configs by annotation", `
{apiVersion: cloud.google.com/v1, kind: BackendConfig, metadata: {name: b}}
---
{apiVersion: v1, kind: Service, metadata: {name: web, annotations: {cloud.google.com/backend-config: '{"default":"b","ports":{"http":"b","grpc":"c"}}'}}}
---
{apiVersion: v1, kind: Service, metadata: {name: odd, annotations: {cloud.google.com/backend-config: 'b'}}}
`, []string{
			`Service web -uses_backend_config-> BackendConfig b at .metadata.annotations["cloud.google.com/backend-config"]`,
			`Service web -uses_backend_config-> missing cloud.google.com/BackendConfig default/c at .metadata.annotations["cloud.google.com/backend-config"]`,
		}},
		{"fields of an unexpected shape", `
{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: a}, spec: {rules: {http: x}, defaultBackend: [1], ingressClassName: 7}}
---
{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {selector: {app: 7}}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {template: [1]}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: e}, spec: {template: {metadata: {labels: {app: 7}}, spec: {containers: {name: x}, volumes: [null, 3]}}}}
---
{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: null}
---
{apiVersion: v1, kind: Pod, metadata: null}
`, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			g := graph.Build([]render.Unit{plainUnit("a.yaml", test.text)}, nil)
			if diff := cmp.Diff(test.want, links(t, g)); diff != "" {
				t.Errorf("links (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNamespaces(t *testing.T) {
	t.Parallel()
	g := graph.Build([]render.Unit{plainUnit("a.yaml", `
{apiVersion: v1, kind: ConfigMap, metadata: {name: none}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: named, namespace: shop}}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: cluster, namespace: odd}}
---
{apiVersion: example.com/v1, kind: Planet, metadata: {name: declared}}
---
{apiVersion: example.com/v1, kind: Moon, metadata: {name: undeclared}}
---
{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: p}, spec: {group: example.com, scope: Cluster, names: {kind: Planet}}}
`)}, nil)
	got := map[string]string{}
	for _, o := range g.Objects {
		got[o.Name] = o.Namespace
	}
	want := map[string]string{"none": "default", "named": "shop", "cluster": "", "declared": "", "undeclared": "default", "p": ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("namespaces (-want +got):\n%s", diff)
	}
}

func TestTestHooksAndContextAreNotJudged(t *testing.T) {
	t.Parallel()
	g := graph.Build([]render.Unit{plainUnit("a.yaml", `
{apiVersion: v1, kind: Pod, metadata: {name: plain}}
---
{apiVersion: v1, kind: Pod, metadata: {name: test, annotations: {helm.sh/hook: "test"}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: old-test, annotations: {helm.sh/hook: "pre-install, test-success"}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: hook, annotations: {helm.sh/hook: "pre-install"}}}
`)}, []render.Unit{plainUnit("b.yaml", "{apiVersion: v1, kind: Pod, metadata: {name: context}}")})
	got := map[string]bool{}
	for _, o := range g.Objects {
		got[o.Name] = o.Judged
	}
	want := map[string]bool{"plain": true, "test": false, "old-test": false, "hook": true, "context": false}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("judged (-want +got):\n%s", diff)
	}
}
