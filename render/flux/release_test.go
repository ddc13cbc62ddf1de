package flux

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// The names are those of https://github.com/fluxcd/helm-controller/blob/main/internal/release/name_test.go
// in kind: at most 53 bytes, of which the last twelve are a hash.
func TestReleaseName(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 60)
	tests := []struct{ asked, target, name, want string }{
		{"", "", "web", "web"},
		{"", "apps", "web", "apps-web"},
		{"mine", "apps", "web", "mine"},
		{"", "", strings.Repeat("a", 53), strings.Repeat("a", 53)},
		{"", "", long, strings.Repeat("a", 40) + "-11ee391211c6"},
	}
	for _, test := range tests {
		if got := releaseName(test.asked, test.target, test.name); got != test.want {
			t.Errorf("releaseName(%q, %q, %q) = %q, want %q", test.asked, test.target, test.name, got, test.want)
		}
	}
	if got := operatorReleaseName("", "apps", "apps", "web"); got != "apps-web" {
		t.Errorf("the operator's name is %q", got)
	}
	if got := operatorReleaseName("", "flux", "apps", "web"); got != "flux-apps-web" {
		t.Errorf("the operator's name for another namespace is %q", got)
	}
}

func TestHelmRequest(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, spec string
		want       helm.Request
	}{
		{"defaults", "", helm.Request{
			Chart: "charts/web", ReleaseName: "web", Namespace: "apps", IncludeCRDs: true, SkipTests: true,
		}},
		{"target namespace", "targetNamespace: other\nstorageNamespace: flux", helm.Request{
			Chart: "charts/web", ReleaseName: "other-web", Namespace: "other", IncludeCRDs: true, SkipTests: true,
		}},
		{"no CRDs, no hooks, tests", "releaseName: x\ninstall: {crds: Skip, disableHooks: true}\ntest: {enable: true}", helm.Request{
			Chart: "charts/web", ReleaseName: "x", Namespace: "apps", SkipHooks: true,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, strings.Replace(release, "SPEC", indent(test.spec), 1))
			w.deploy("HelmRelease", "web")
			if diff := cmp.Diff(test.want, w.helm.requests[0], cmpopts.EquateEmpty(), cmpopts.IgnoreFields(helm.Request{}, "NamedAt")); diff != "" {
				t.Errorf("unexpected request (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReleaseWaits(t *testing.T) {
	t.Parallel()
	for name, spec := range map[string]string{
		"repository": "chart: {spec: {chart: db, sourceRef: {kind: HelmRepository, name: nobody}}}",
		"values":     "chartRef: {kind: OCIRepository, name: web}\n  valuesFrom: [{kind: Secret, name: nobody}]",
	} {
		if !newWorld(t, strings.Replace(charts, "SPEC", spec, 1)).waits("HelmRelease", "web") {
			t.Errorf("the release does not wait for its %s", name)
		}
	}
}

func TestReleaseObjects(t *testing.T) {
	t.Parallel()
	w := newWorld(t, strings.Replace(release, "SPEC", indent(`targetNamespace: target
commonMetadata: {labels: {team: a}}
postRenderStrategy: nohooks
postRenderers:
- kustomize:
    images: [{name: nginx, newTag: "2"}]
- kustomize:
    patches: [{patch: "{}"}]`), 1))
	objects := objectsOf(t, "charts/web/templates/a.yaml", `
apiVersion: v1
kind: Service
metadata: {name: plain}
---
apiVersion: v1
kind: Service
metadata: {name: placed, namespace: elsewhere}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: cluster}
---
apiVersion: batch/v1
kind: Job
metadata: {name: hook, annotations: {helm.sh/hook: pre-install}}
`)
	crds := objectsOf(t, "charts/web/crds/c.yaml", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: crd}\n")
	w.helm.result = helm.Result{
		Manifests: []helm.Rendered{
			{Path: "web/crds/c.yaml", Objects: crds},
			{Path: "web/templates/a.yaml", Objects: objects},
		},
		Files: []string{"charts/web/Chart.yaml"},
	}
	u := w.deploy("HelmRelease", "web")
	var got []string
	for _, o := range u.Objects {
		labels, _ := o.Body["metadata"].(map[string]any)["labels"].(map[string]any)
		team, _ := labels["team"].(string)
		got = append(got, o.Namespace()+"/"+o.Name()+" "+team)
	}
	want := []string{"/crd ", "target/plain a", "elsewhere/placed a", "/cluster a", "target/hook a"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("unexpected objects (-want +got):\n%s", diff)
	}
	if n := len(w.kustomize.requests); n != 2 {
		t.Fatalf("%d post-renderers ran, want 2", n)
	}
	first := w.kustomize.requests[0]
	if len(first.Objects) != 3 || first.Adds.Images[0].NewTag != "2" || first.At.Path.String() != ".spec.postRenderers[0].kustomize" {
		t.Errorf("the first post-renderer has %d objects, images %v, at %s", len(first.Objects), first.Adds.Images, first.At.Path)
	}
	at := u.Objects[1].Source.Trace(manifest.Path{manifest.Key("metadata"), manifest.Key("namespace")}).Location
	if at.File != "env/release.yaml" || at.Line != 11 {
		t.Errorf("the namespace is at %s, want the line of targetNamespace", at)
	}
	if diff := cmp.Diff([]string{"charts/web/Chart.yaml", "env/release.yaml"}, u.Files); diff != "" {
		t.Errorf("unexpected files (-want +got):\n%s", diff)
	}
}

// TestValuePlaces renders a chart to see that a field leads to the values of the
// HelmRelease and of the ConfigMap.
func TestValuePlaces(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `
-- env/release.yaml --
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: web
  namespace: apps
spec:
  chart:
    spec:
      chart: ./charts/web
      sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}
  valuesFrom:
    - {kind: ConfigMap, name: one}
  values:
    replicas: 1
-- env/data.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: one, namespace: apps}
data:
  values.yaml: |
    port: 80
-- charts/web/Chart.yaml --
apiVersion: v2
name: web
version: 1.0.0
-- charts/web/templates/a.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: {{ .Values.replicas }}
  port: {{ .Values.port }}
`)
	w.c.o.Helm = helm.New(w.tree, helm.Options{})
	u := w.deploy("HelmRelease", "web")
	if problems := told(u); problems != nil || len(u.Objects) != 1 {
		t.Fatalf("%d objects, problems %q", len(u.Objects), problems)
	}
	for key, want := range map[string]string{"replicas": "env/release.yaml:14", "port": "env/data.yaml:6"} {
		trace := u.Objects[0].Source.Trace(manifest.Path{manifest.Key("spec"), manifest.Key(key)})
		var places []string
		for _, hop := range append(trace.Via, manifest.Hop{Location: trace.Location}) {
			hop.Location.Column = 0
			places = append(places, hop.Location.String())
		}
		if !strings.Contains(strings.Join(places, " ")+" ", want+" ") {
			t.Errorf("%s leads to %q, want %s among them", key, places, want)
		}
	}
}
