package flux

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

const dependent = `
-- env/a.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: a, namespace: flux}
spec:
  dependsOn:
    - name: b
    - {name: gone}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: b, namespace: flux}
spec:
  dependsOn:
    - {name: c, namespace: other}
    - name: d
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: c, namespace: other}
spec:
  dependsOn: [{name: a, namespace: flux}]
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: d, namespace: flux}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: self, namespace: flux}
spec:
  dependsOn:
    - name: self
    - name: d
`

func lines(problems []render.Problem) []string {
	u := render.Unit{Failures: problems}
	return told(u)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	w := newWorld(t, dependent)
	want := []string{
		"failure render-error env/a.yaml:14: none of these is ever ready, since they depend on each other: flux/a, flux/b, other/c",
		"failure render-error env/a.yaml:21: none of these is ever ready, since they depend on each other: flux/a, flux/b, other/c",
		"failure render-error env/a.yaml:32: none of these is ever ready, since they depend on each other: flux/self",
		"failure render-error env/a.yaml:33: flux/self waits for the HelmRelease flux/d for ever, which does not exist",
		"failure render-error env/a.yaml:6: none of these is ever ready, since they depend on each other: flux/a, flux/b, other/c",
		"failure render-error env/a.yaml:7: flux/a waits for the Kustomization flux/gone for ever, which does not exist",
	}
	if diff := cmp.Diff(want, lines(w.c.Check(w.environment))); diff != "" {
		t.Errorf("unexpected problems (-want +got):\n%s", diff)
	}
	for _, p := range w.c.Check(environmentOf(w.objects, false)) {
		if strings.Contains(p.Message, "does not exist") {
			t.Errorf("where something is not rendered, %q cannot be known", p.Message)
		}
	}
}

func TestCheckLongChain(t *testing.T) {
	t.Parallel()
	const n = 5_000
	objects := make([]manifest.Object, n)
	doc := manifest.Parse("a.yaml", []byte("{}"))[0]
	for i := range objects {
		objects[i] = manifest.Object{
			Source: doc.Source(nil),
			Body: map[string]any{
				"apiVersion": "kustomize.toolkit.fluxcd.io/v1", "kind": "Kustomization",
				"metadata": map[string]any{"name": fmt.Sprintf("k%06d", i)},
				"spec":     map[string]any{"dependsOn": []any{map[string]any{"name": fmt.Sprintf("k%06d", i+1)}}},
			},
		}
	}
	problems := New(nil, Options{}).Check(environmentOf(objects, true))
	if len(problems) != 1 || !strings.HasPrefix(problems[0].Message, "k004999 waits for the Kustomization k005000") {
		t.Errorf("the problems are %v, want the end of the chain", problems)
	}
}
