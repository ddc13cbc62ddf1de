package flux

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/gitops"
)

// TestShapedFiles follows a Kustomization to a HelmRelease: what shapes one shapes
// what it leads to.
func TestShapedFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `
-- env/apps.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  path: ./apps
  sourceRef: {kind: GitRepository, name: flux-system}
  postBuild: {substituteFrom: [{kind: ConfigMap, name: vars}]}
-- env/vars.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: vars, namespace: flux-system}
data: {size: "2"}
-- env/other.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: other, namespace: flux-system}
data: {size: "2"}
-- apps/kustomization.yaml --
resources: [web.yaml, db.yaml, source.yaml]
configMapGenerator: [{name: values, namespace: flux-system, files: [values.yaml], options: {disableNameSuffixHash: true}}]
patches: [{path: patch.yaml}]
-- apps/values.yaml --
size: 1
-- apps/patch.yaml --
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: web, namespace: flux-system}
spec: {values: {size: 3}}
-- apps/web.yaml --
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: web, namespace: flux-system}
spec:
  chart: {spec: {chart: ./chart, sourceRef: {kind: GitRepository, name: own}}}
-- apps/db.yaml --
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: db, namespace: flux-system}
spec:
  chart: {spec: {chart: ./chart, sourceRef: {kind: GitRepository, name: own}}}
  valuesFrom: [{kind: ConfigMap, name: other}]
-- apps/source.yaml --
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: own, namespace: flux-system}
spec: {url: "https://git.example/own.git"}
-- chart/Chart.yaml --
name: chart
`)
	var units []render.Unit
	for _, name := range []string{"env/apps.yaml", "env/vars.yaml", "env/other.yaml"} {
		units = append(units, w.kustomize.plain.Render(t.Context(), render.Target{Kind: render.KindPlain, Path: name}))
	}
	x := gitops.New(w.c)
	x.Add(t.Context(), units)
	got := map[string][]string{}
	for _, u := range x.Result().Units {
		got[u.Deployer.Name] = slices.DeleteFunc(u.Files, func(name string) bool { return strings.HasPrefix(name, "chart/") })
	}
	apps := []string{"apps/kustomization.yaml", "apps/patch.yaml", "apps/values.yaml", "env/apps.yaml", "env/vars.yaml"}
	want := map[string][]string{
		"apps": append([]string{"apps/db.yaml", "apps/source.yaml", "apps/web.yaml"}, apps...),
		"web":  append([]string{"apps/source.yaml", "apps/web.yaml"}, apps...),
		"db":   append([]string{"apps/db.yaml", "apps/source.yaml", "env/other.yaml"}, apps...),
	}
	for _, files := range want {
		slices.Sort(files)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
