package render_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

func TestDiscoverWithOptions(t *testing.T) {
	t.Parallel()
	tree := open(t, write(t, map[string]string{
		"app/a.yaml": deployment, "third_party/b.yaml": deployment, "third_party/base/kustomization.yaml": "resources: [c.yaml]\n",
		"third_party/base/c.yaml": deployment, "overlay/kustomization.yaml": "resources: [../third_party/base]\n",
		"web/Chart.yaml": "name: web\n", "web/ci/eu-values.yaml": "", "env/web.yaml": "a: 1\n", "other/Chart.yaml": "name: other\n",
	}))
	o := render.Options{
		Exclude: fsys.NewPatterns(".", "third_party/", "gone/"),
		Charts: map[string][]render.ValueSet{
			"web":  {{Name: "prod", Files: []string{"env/web.yaml"}}, {Name: "defaults"}},
			"none": {{Name: "x"}},
		},
	}
	const left = "skipped third_party/b.yaml excluded"
	for _, c := range []struct {
		name        string
		paths, want []string
	}{
		{"all", []string{"."}, []string{"plain app/a.yaml", "helm other", "kustomize overlay", "helm web (defaults)", "helm web (prod)"}},
		{"a file that is excluded", []string{"third_party/b.yaml"}, []string{left}},
		{"beside another", []string{"third_party/b.yaml", "app/a.yaml"}, []string{"plain app/a.yaml", left}},
		{"a directory", []string{"third_party", "third_party/base"}, []string{"skipped third_party excluded", "skipped third_party/base excluded"}},
		{"values of a set", []string{"env/web.yaml"}, []string{"helm web (defaults)", "helm web (prod)", "context app/a.yaml"}},
	} {
		plan, err := o.Discover(t.Context(), tree, c.paths)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, describe(plan)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if diff := cmp.Diff([]bool{true, false}, plan.Seen.Excluded); diff != "" {
			t.Errorf("%s: patterns that match (-want +got):\n%s", c.name, diff)
		}
	}
}
