package schema_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/argocd/schema"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

func TestMistakes(t *testing.T) {
	t.Parallel()
	at := manifest.Path{manifest.Key("spec"), manifest.Key("source")}
	for name, test := range map[string]struct {
		source string
		want   []string
	}{
		"nothing":       {"{}", nil},
		"unknown":       {"{new: 1, helm: {new: [1]}}", nil},
		"null":          {"{path: null, helm: {valueFiles: null}}", nil},
		"well":          {"{path: a, helm: {valueFiles: [a], parameters: [{name: a, value: b, forceString: true}]}}", nil},
		"IntOrString":   {"{kustomize: {replicas: [{count: 1}, {count: '1'}]}}", nil},
		"no source":     {"x", []string{"spec.source must be a mapping, not a string"}},
		"null in list":  {"{helm: {valueFiles: [null]}}", []string{"spec.source.helm.valueFiles[0] must be a string, not null"}},
		"sorted":        {"{path: 1, chart: true}", []string{"spec.source.chart must be a string, not true or false", "spec.source.path must be a string, not a number"}},
		"of any name":   {"{kustomize: {commonLabels: {a/b: []}}}", []string{`spec.source.kustomize.commonLabels["a/b"] must be a string, not a list`}},
		"not a mapping": {"{kustomize: {patches: [{options: 1}]}}", []string{"spec.source.kustomize.patches[0].options must be a mapping, not a number"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, m := range schema.Source().Mistakes(manifest.Parse("", []byte(test.source))[0].Body, at) {
				got = append(got, m.Message)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
