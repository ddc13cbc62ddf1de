package policy_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/plain"
)

// nowhere is the source of objects that a test makes by hand.
type nowhere struct{}

func (nowhere) Trace(manifest.Path) manifest.Trace { return manifest.Trace{} }

func (nowhere) Origin() manifest.Origin { return manifest.Origin{} }

func TestInput(t *testing.T) {
	t.Parallel()
	judged := plain.FromBytes("app.yaml", []byte(`
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 2, template: {metadata: {labels: {app: web}}, spec: {serviceAccountName: robot}}}
`))
	judged.Target.Kind, judged.Target.Variant = render.KindHelm, "ci"
	judged.Objects = append(judged.Objects, manifest.Object{Dialect: manifest.DialectTalos, Body: map[string]any{"cluster": map[string]any{}}, Source: nowhere{}})
	seen := plain.FromBytes("service.yaml", []byte(`{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}}}`))

	const want = `{
  "kubernetes_version": "1.34",
  "units": {
    "app.yaml (ci)": {"kind": "helm", "path": "app.yaml", "below": "app.yaml", "variant": "ci", "partial": false},
    "service.yaml": {"kind": "plain", "path": "service.yaml", "below": "service.yaml", "variant": "", "partial": false}
  },
  "environments": [
    {"index": 0, "name": "", "sees": [], "partial": false, "by_kind": {"Service": [2]}, "by_name": {"Service": {"default/web": 2}}},
    {"index": 1, "name": "app.yaml (ci)", "sees": [0], "partial": false,
     "by_kind": {"apps/Deployment": [0], "config/talos": [1]}, "by_name": {"apps/Deployment": {"default/web": 0}}}
  ],
  "by_kind": {"apps/Deployment": [0], "config/talos": [1]},
  "repeated": [],
  "objects": [
    {"index": 0, "group": "apps", "version": "v1", "kind": "Deployment", "namespace": "default", "name": "web",
     "unit": "app.yaml (ci)", "environment": 1, "judged": true,
     "body": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
       "spec": {"replicas": 2, "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"serviceAccountName": "robot"}}}},
     "links": {}, "linked_by": {"selects": [3]},
     "unresolved": {"uses": [{"kind": "ServiceAccount", "namespace": "default", "name": "robot", "path": ["spec", "template", "spec", "serviceAccountName"]}]},
     "pod_template": {"object": 0, "path": ["spec", "template"]}},
    {"index": 1, "group": "config", "version": "", "kind": "talos", "namespace": "", "name": "",
     "unit": "app.yaml (ci)", "environment": 1, "judged": true, "body": {"cluster": {}},
     "links": {}, "linked_by": {}, "unresolved": {}},
    {"index": 2, "group": "", "version": "v1", "kind": "Service", "namespace": "default", "name": "web",
     "unit": "service.yaml", "environment": 0, "judged": false,
     "body": {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": {"selector": {"app": "web"}}},
     "links": {}, "linked_by": {}, "unresolved": {}},
    {"index": 3, "group": "", "version": "v1", "kind": "Service", "namespace": "default", "name": "web",
     "unit": "service.yaml", "environment": 1, "judged": false,
     "body": {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": {"selector": {"app": "web"}}},
     "links": {"selects": [{"object": 0, "path": ["spec", "selector"]}]}, "linked_by": {}, "unresolved": {}}
  ]
}`
	g := graph.Build([]render.Unit{judged}, []render.Unit{seen})
	var wanted any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wanted, plainJSON(t, policy.Input(g, lint.Question{KubeVersion: "1.34"}))); diff != "" {
		t.Errorf("input (-want +got):\n%s", diff)
	}
}

// plainJSON gives what json.Unmarshal makes of a value.
func plainJSON(t *testing.T, value ast.Value) any {
	t.Helper()
	v, err := ast.JSON(value)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var result any
	if err := json.Unmarshal(data, &result); err != nil {
		t.Fatal(err)
	}
	return result
}

func TestInputKeepsBodies(t *testing.T) {
	t.Parallel()
	body := map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "x"},
		"data": map[string]any{
			"null": nil, "true": true, "int": int64(1) << 60, "negative": int64(-3), "float": 0.1, "large": 1e300, "whole": 3.0,
			"text": "é\n", "list": []any{int64(1), []any{}, map[string]any{}},
		},
	}
	unit := render.Unit{Target: render.Target{Kind: render.KindPlain, Path: "a.yaml"}, Objects: []manifest.Object{{Body: body, Source: nowhere{}}}}
	input := policy.Input(graph.Build([]render.Unit{unit}, nil), lint.Question{})
	got, err := input.Find(ast.MustParseRef("input.objects[0].body")[1:])
	if err != nil {
		t.Fatal(err)
	}
	want := ast.MustInterfaceToValue(body)
	if got.Compare(want) != 0 {
		t.Errorf("body is %s, want %s", got, want)
	}
}

func TestInputLeavesOutSchemas(t *testing.T) {
	t.Parallel()
	g := build(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: planets.example.com}
spec:
  scope: Cluster
  versions: [{name: v1, schema: {openAPIV3Schema: {type: object}}}]
`)
	got, err := policy.Input(g, lint.Question{}).Find(ast.MustParseRef("input.objects[0].body.spec")[1:])
	if err != nil {
		t.Fatal(err)
	}
	if want := ast.MustParseTerm(`{"scope": "Cluster", "versions": [{"name": "v1"}]}`).Value; got.Compare(want) != 0 {
		t.Errorf("spec is %s, want %s", got, want)
	}
	if _, ok := g.Objects[0].Manifest.Body["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)["schema"]; !ok {
		t.Error("the manifest itself has changed")
	}
}

// TestInputHasFacts looks at what the user says, which is there only where he
// says it.
func TestInputHasFacts(t *testing.T) {
	t.Parallel()
	no := false
	staging := render.Unit{Target: render.Target{Kind: render.KindHelm, Path: "web"}, Facts: render.Facts{Production: &no, KubeVersion: "1.33"}}
	other := render.Unit{Target: render.Target{Kind: render.KindHelm, Path: "api"}}
	valued := render.Unit{Target: render.Target{Kind: render.KindHelm, Path: "shop"}, Facts: render.Facts{OwnValues: true}}
	question := lint.Question{Platform: lint.Platform{Cloud: "aws", KubeProxy: "ipvs"}}
	input, _ := plainJSON(t, policy.Input(graph.Build([]render.Unit{staging, other, valued}, nil), question)).(map[string]any)
	want := map[string]any{
		"platform": map[string]any{"cloud": "aws", "kube_proxy": "ipvs"},
		"units": map[string]any{
			"web":  map[string]any{"kind": "helm", "path": "web", "below": "web", "variant": "", "partial": false, "production": false, "kubernetes_version": "1.33"},
			"api":  map[string]any{"kind": "helm", "path": "api", "below": "api", "variant": "", "partial": false},
			"shop": map[string]any{"kind": "helm", "path": "shop", "below": "shop", "variant": "", "partial": false, "own_values": true},
		},
	}
	got := map[string]any{"platform": input["platform"], "units": input["units"]}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("input (-want +got):\n%s", diff)
	}
}
