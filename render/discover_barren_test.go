package render_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
)

func TestDiscoverTellsWhatHasNothing(t *testing.T) {
	t.Parallel()
	tree := open(t, write(t, map[string]string{
		"app/kustomization.yaml":      "resources: [parts/cm.yaml]\n",
		"app/parts/cm.yaml":           "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
		"chart/Chart.yaml":            "apiVersion: v2\nname: c\nversion: 1.0.0\n",
		"chart/templates/_helpers.go": "x",
		"docs/README.md":              "words",
		"docs/ci.yaml":                "on: push\n",
		"docs/broken.yaml":            "a:\n  - [\n",
		"vendored.tgz":                "no archive",
	}))
	const dir = "nothing in it is a Kubernetes object, a chart or a kustomization"
	const file = "holds no Kubernetes object, and belongs to no chart and no kustomization"
	for _, test := range []struct {
		paths []string
		want  []string
	}{
		{[]string{"."}, nil},
		{[]string{"app/parts", "chart/templates", "chart/templates/_helpers.go", "app/parts/cm.yaml"}, nil},
		{[]string{"vendored.tgz"}, nil}, // It is among what was left out.
		{[]string{"docs", "docs", "app"}, []string{"docs: " + dir}},
		{[]string{"docs/ci.yaml", "docs/README.md"}, []string{"docs/README.md: " + file, "docs/ci.yaml: " + file}},
		{[]string{"docs/broken.yaml"}, []string{"docs/broken.yaml:2:3: is no Kubernetes object, nor YAML or JSON: did not find expected node content"}},
	} {
		plan, err := render.Discover(t.Context(), tree, test.paths)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range plan.Barren {
			got = append(got, p.Location.String()+": "+p.Message)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.paths, diff)
		}
	}
}
