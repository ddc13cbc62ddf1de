package argocd_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/plain"
)

// deployText deploys the first object of a text in the test tree.
func deployText(t *testing.T, text string, last bool) gitops.Outcome {
	t.Helper()
	archive := txtar.Parse([]byte(`
-- apps/a.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
-- apps/sub/b.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: b}
-- parts/x/kustomization.yaml --
-- overlay/kustomization.yaml --
-- chart/Chart.yaml --
apiVersion: v2
name: chart
version: 1.0.0
-- values.yaml --
`))
	tree := repositoryOf(t, archive)
	c := argocd.New(tree, argocd.Options{Files: plain.New(tree), Helm: helm.New(tree, helm.Options{}), Kustomize: recorder{}})
	o := plain.FromBytes("root.yaml", []byte("apiVersion: argoproj.io/v1alpha1\n"+text)).Objects[0]
	return c.Deploy(t.Context(), gitops.Deployment{Object: o, Environment: &gitops.Environment{Name: "own"}, Last: last})
}

func TestDeploys(t *testing.T) {
	t.Parallel()
	c := argocd.New(nil, argocd.Options{})
	for text, want := range map[string]bool{
		"apiVersion: argoproj.io/v1alpha1\nkind: Application\n":    true,
		"apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\n": true,
		"apiVersion: argoproj.io/v1alpha1\nkind: AppProject\n":     false,
		"apiVersion: argoproj.io/v1alpha1\nkind: Rollout\n":        false,
		"apiVersion: app.k8s.io/v1beta1\nkind: Application\n":      false,
	} {
		o := plain.FromBytes("a.yaml", []byte(text)).Objects[0]
		if got := c.Deploys(o); got != want {
			t.Errorf("deploys %s: %v, want %v", o.Kind(), got, want)
		}
		if !want {
			if diff := cmp.Diff(gitops.Outcome{}, c.Deploy(t.Context(), gitops.Deployment{Object: o})); diff != "" {
				t.Error(diff)
			}
		}
	}
}

func TestWaits(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		want bool
	}{
		"its own cluster":     {"kind: Application\nspec: {source: {path: apps}, destination: {name: in-cluster}}\n", false},
		"a cluster by URL":    {"kind: Application\nspec: {source: {path: apps}, destination: {server: 'https://a'}}\n", true},
		"a cluster by name":   {"kind: Application\nspec: {source: {path: apps}, destination: {name: a}}\n", true},
		"no projects":         {"kind: Application\nspec: {project: a, source: {path: apps}, destination: {name: in-cluster}}\n", false},
		"a list":              {"kind: ApplicationSet\nspec: {generators: [{list: {elements: []}}]}\n", false},
		"clusters":            {"kind: ApplicationSet\nspec: {generators: [{clusters: {}}]}\n", true},
		"clusters, deeper in": {"kind: ApplicationSet\nspec: {generators: [{merge: {generators: [{matrix: {generators: [{clusters: {}}]}}]}}]}\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := deployText(t, test.text, false).Wait; got != test.want {
				t.Errorf("waits: %v, want %v", got, test.want)
			}
			if deployText(t, test.text, true).Wait {
				t.Error("waits though nothing more will become known")
			}
		})
	}
}

func TestCovers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		source string
		want   []string
	}{
		"a directory": {"path: apps", []string{"apps/a.yaml"}},
		"recurse":     {"path: apps, directory: {recurse: true}", []string{"apps/a.yaml", "apps/sub/b.yaml"}},
		"kustomize":   {"path: overlay, kustomize: {components: [../parts/x]}", []string{"overlay", "parts/x"}},
		"helm":        {"path: chart, helm: {valueFiles: [/values.yaml]}", []string{"chart", "values.yaml"}},
		"unreadable":  {"path: chart, helm: {valueFiles: a.yaml}", []string{"chart"}},
		"a bad patch": {"path: overlay, kustomize: {patches: [{patch: ''}]}", []string{"overlay"}},
		"not there":   {"path: nowhere", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := deployText(t, "kind: Application\nspec: {source: {"+test.source+"}, destination: {name: in-cluster}}\n", true)
			if diff := cmp.Diff(test.want, o.Covers); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDeployer(t *testing.T) {
	t.Parallel()
	o := deployText(t, "kind: Application\nmetadata: {name: shop, namespace: argocd}\n"+
		"spec: {source: {path: apps}, destination: {name: in-cluster}}\n", true)
	want := render.Deployer{
		APIVersion: "argoproj.io/v1alpha1", Kind: "Application", Namespace: "argocd", Name: "shop",
		Location: manifest.Location{File: "root.yaml", Line: 2, Column: 1, EndLine: 2, EndColumn: 18, Precision: manifest.PrecisionExact},
	}
	if diff := cmp.Diff(want, o.Units[0].Deployer); diff != "" {
		t.Error(diff)
	}
	if got := o.Units[0].Target.Name(); got != "apps (own: Application argocd/shop)" {
		t.Errorf("the unit is named %q", got)
	}
}

func TestBefore(t *testing.T) {
	t.Parallel()
	u := plain.FromBytes("root.yaml", []byte(`
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: crds, namespace: argocd, annotations: {argocd.argoproj.io/sync-wave: "-5"}}
---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: web, namespace: argocd}
---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: api, namespace: argocd, annotations: {argocd.argoproj.io/sync-wave: none}}
---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: last, namespace: argocd, annotations: {argocd.argoproj.io/sync-wave: "10"}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: no-application, annotations: {argocd.argoproj.io/sync-wave: "5"}}
`))
	want := map[string][]string{
		"argocd/web":  {"argocd/crds"},
		"argocd/api":  {"argocd/crds"},
		"argocd/last": {"argocd/api", "argocd/web"},
	}
	if diff := cmp.Diff(want, (&argocd.Controller{}).Before(u.Objects)); diff != "" {
		t.Error(diff)
	}
}
