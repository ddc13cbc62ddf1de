package graph_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
)

// TestEverywhere checks that objects which exist everywhere are joined with those
// of each environment, after what the environments have themselves.
func TestEverywhere(t *testing.T) {
	t.Parallel()
	outside := plainUnit(".kubegap.yaml", service+"---\n{apiVersion: v1, kind: Namespace, metadata: {name: default}}")
	outside.Everywhere = true
	deployed := plainUnit("apps/x.yaml", workload)
	deployed.Environment, deployed.Target.Kind = "cluster", render.KindFlux
	own := plainUnit("overlay", workload+"---\n{apiVersion: v1, kind: Namespace, metadata: {name: default}}")
	own.Target.Kind = render.KindKustomize
	g := graph.Build([]render.Unit{plainUnit("a.yaml", workload), deployed, own}, []render.Unit{outside})

	want := map[string]string{
		"a.yaml": " > .kubegap.yaml", "apps/x.yaml": "cluster > .kubegap.yaml", "overlay": "overlay >  > .kubegap.yaml", ".kubegap.yaml": ".kubegap.yaml",
	}
	if diff := cmp.Diff(want, environmentsOf(g)); diff != "" {
		t.Errorf("environments (-want +got):\n%s", diff)
	}
	for i := range g.Objects {
		o := &g.Objects[i]
		if o.Kind != "Deployment" || o.Of >= 0 {
			continue
		}
		path := g.Units[o.Unit].Target.Path
		if !slices.ContainsFunc(o.LinkedBy, func(l graph.Backlink) bool {
			return l.Relation == graph.Selects && g.Objects[l.Object].Kind == "Service" && g.Objects[l.Object].Environment == o.Environment
		}) {
			t.Errorf("the Service does not select the pods of %s", path)
		}
		for _, l := range o.Links {
			if l.Relation == graph.LivesIn && (g.Objects[l.Object].Of < 0) != (path == "overlay") {
				t.Errorf("%s lives in the wrong namespace", path)
			}
		}
		if len(o.Missing) > 0 {
			t.Errorf("%s misses %v", path, o.Missing)
		}
	}
	for i := range g.Objects {
		if o := &g.Objects[i]; o.Judged && g.Units[o.Unit].Everywhere {
			t.Errorf("%s %s is judged", o.Kind, o.Name)
		}
	}
}
