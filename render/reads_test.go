package render_test

import (
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
)

func TestKustomizationReads(t *testing.T) {
	t.Parallel()
	read := func(name string) ([]byte, error) {
		if name == "plugin.yaml" {
			return []byte("kind: PatchTransformer\npath: patch.yaml\n"), nil
		}
		return nil, fs.ErrNotExist
	}
	tests := map[string]struct {
		text string
		want []string
	}{
		"flux": {"apiVersion: kustomize.toolkit.fluxcd.io/v1\nresources: [a]\n", nil},
		"resources, plugins and charts": {
			"resources: [a.yaml, https://example.com/b]\ntransformers: [plugin.yaml, none.yaml]\nhelmCharts: [{name: web, version: 1.0.0, valuesFile: v.yaml}]\n",
			[]string{"a.yaml", "https://example.com/b", "plugin.yaml", "none.yaml", "v.yaml", "patch.yaml", "charts/web", "charts/web-1.0.0/web", "charts/web-1.0.0.tgz"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, render.KustomizationReads([]byte(test.text), read)); diff != "" {
				t.Errorf("paths (-want +got):\n%s", diff)
			}
		})
	}
}
