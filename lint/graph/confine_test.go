package graph_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
)

// TestConfined checks which objects are still judged where findings on some units
// are wanted only.
func TestConfined(t *testing.T) {
	t.Parallel()
	deployed := func(path, cluster string) render.Unit {
		u := overlay(path, workload)
		u.Environment = cluster
		return u
	}
	config := func(value string) string {
		return "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {k: " + value + "}}"
	}
	units := []render.Unit{
		plainUnit("common.yaml", service), plainUnit("dev/c.yaml", config("1")), plainUnit("prod/c.yaml", config("2")),
		overlay("dev/app", workload), overlay("prod/app", workload), deployed("x", "cluster"), deployed("y", "cluster"), deployed("z", "other"),
	}
	for _, test := range []struct {
		name         string
		wanted, wide string
		want         []string
	}{
		{"what an overlay sees", "dev/app", "", []string{"common.yaml", "dev/app", "dev/c.yaml"}},
		{"all that see a manifest, and what they see", "dev/c.yaml", "", []string{"common.yaml", "dev/app", "dev/c.yaml"}},
		{"all of a cluster", "x", "", []string{"x", "y"}},
		{"what matters everywhere", "x", "z", []string{"x", "y", "z"}},
		{"all, where all see it", "common.yaml", "", []string{"common.yaml", "dev/app", "dev/c.yaml", "prod/app", "prod/c.yaml"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			wanted, wide := make([]bool, len(units)), make([]bool, len(units))
			for i, u := range units {
				wanted[i], wide[i] = u.Target.Path == test.wanted, u.Target.Path == test.wide
			}
			whole := graph.Build(units, nil)
			g := whole.Confined(wanted, wide)
			var got []string
			for i := range g.Objects {
				if o := &g.Objects[i]; o.Judged {
					got = append(got, g.Units[o.Unit].Target.Path)
				}
				if o := &whole.Objects[i]; o.Of < 0 && !o.Judged {
					t.Errorf("%s of the graph itself is no longer judged", o.Name)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("judged (-want +got):\n%s", diff)
			}
		})
	}
}
