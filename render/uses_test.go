package render_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// TestUses checks what files belong to, whether or not they exist.
func TestUses(t *testing.T) {
	t.Parallel()
	tree := open(t, write(t, map[string]string{
		"base/kustomization.yaml": "resources: [a.yaml, gone.yaml, ../lost]\n", "base/a.yaml": deployment,
		"over/kustomization.yaml":   "resources: [../base]\nhelmCharts: [{name: web}, {name: missing}]\nhelmGlobals: {chartHome: ../charts}\n",
		"plain.yaml":                deployment,
		"charts/web/Chart.yaml":     "name: web\ndependencies: [{name: lib}]\n",
		"charts/library/Chart.yaml": "name: lib\ntype: library\n", "charts/library/charts/deep/Chart.yaml": "name: deep\n",
		"charts/old/Chart.yaml": "name: old\n", "charts/old/requirements.yaml": "dependencies: [{name: deep}]\n",
		"excluded/Chart.yaml": "name: hidden\ndependencies: [{name: deep}]\n",
	}))
	_, uses, err := render.Options{Exclude: fsys.NewPatterns(".", "excluded/")}.Survey(t.Context(), tree, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	if uses, err = uses.Complete(t.Context()); err != nil {
		t.Fatal(err)
	}
	targets := []render.Target{
		{Kind: render.KindKustomize, Path: "base"}, {Kind: render.KindHelm, Path: "charts/library"}, {Kind: render.KindHelm, Path: "charts/old"},
		{Kind: render.KindHelm, Path: "charts/web"}, {Kind: render.KindHelm, Path: "excluded"}, {Kind: render.KindKustomize, Path: "over"},
	}
	for _, test := range []struct {
		file              string
		users, definition []string
	}{
		{"plain.yaml", nil, nil},
		{"base/a.yaml", []string{"base", "over"}, []string{"base/kustomization.yaml"}},
		{"base/gone.yaml", []string{"base", "over"}, []string{"base/kustomization.yaml"}},
		{"base/other.yaml", nil, nil},
		{"base/kustomization.yaml", []string{"base", "over"}, []string{"base/kustomization.yaml"}},
		{"lost/kustomization.yaml", []string{"base", "over"}, []string{"base/kustomization.yaml"}},
		{"lost", []string{"base", "over"}, []string{"base/kustomization.yaml"}},
		{"charts/missing/templates/a.yaml", []string{"over"}, []string{"over/kustomization.yaml"}},
		{"charts/web/templates/gone.yaml", []string{"charts/web", "over"}, []string{"charts/web/Chart.yaml"}},
		{"charts/library/templates/_a.tpl", []string{"charts/library", "charts/old", "charts/web", "excluded", "over"}, []string{"charts/library/Chart.yaml"}},
		{
			"charts/library/charts/deep/values.yaml", []string{"charts/library", "charts/old", "charts/web", "excluded", "over"},
			[]string{"charts/library/Chart.yaml", "charts/library/charts/deep/Chart.yaml"},
		},
		{"charts/lib/Chart.yaml", []string{"charts/web", "over"}, nil},
		{"charts/lib-1.0.0.tgz", []string{"charts/old", "charts/web", "excluded", "over"}, nil},
	} {
		t.Run(test.file, func(t *testing.T) {
			t.Parallel()
			found := uses.Of([]string{test.file})
			var users, definitions []string
			for _, target := range targets {
				if found.Has(target) {
					users = append(users, target.Path)
				}
			}
			for file := range found.Definitions {
				definitions = append(definitions, file)
			}
			slices.Sort(definitions)
			if diff := cmp.Diff(test.users, users); diff != "" {
				t.Errorf("users (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.definition, definitions); diff != "" {
				t.Errorf("definitions (-want +got):\n%s", diff)
			}
			if found.None() != (len(users) == 0) {
				t.Errorf("None is %v", found.None())
			}
		})
	}
}
