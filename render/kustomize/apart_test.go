package kustomize_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestApart(t *testing.T) {
	t.Parallel()
	const base = `
-- base/kustomization.yaml --
resources: [a.yaml, b.yaml]
-- base/a.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {key: value}
-- base/b.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: b}
data: {key: value}
-- k/c.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data: {key: value}
-- k/kustomization.yaml --
`
	for _, tc := range []struct {
		name, kustomization string
		want                []string
	}{
		{"resources of all layers", "resources: [../base, c.yaml]\nlabels: [{pairs: {a: b}}]\n", []string{"base/a.yaml", "base/b.yaml", "k/c.yaml"}},
		{"a component", "resources: [c.yaml]\ncomponents: [../component]\n", []string{"component/d.yaml", "k/c.yaml"}},
		{"a file that a patch reads, too", "resources: [../base, c.yaml]\npatches: [{path: c.yaml, target: {name: a}, options: {allowNameChange: false}}]\n", []string{"base/a.yaml", "base/b.yaml"}},
		{"a file that a generator reads, too", "resources: [c.yaml]\nconfigMapGenerator: [{name: d, files: [c.yaml]}]\n", nil},
		{"replacements", "resources: [../base, c.yaml]\nreplacements: [{source: {kind: ConfigMap, name: c, fieldPath: data.key}, targets: [{select: {name: a}, fieldPaths: [data.key]}]}]\n", nil},
		{"references of its own", "resources: [c.yaml]\nconfigurations: [references.yaml]\n", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			u := renderText(t, base+tc.kustomization+`
-- k/references.yaml --
nameReference: [{kind: ConfigMap, fieldSpecs: [{kind: HelmRelease, path: spec/valuesFrom/name}]}]
-- component/kustomization.yaml --
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources: [d.yaml]
-- component/d.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: d}
`, "k")
			if diff := cmp.Diff(tc.want, u.Apart); diff != "" {
				t.Errorf("(-want +got):\n%s\n%v", diff, u.Failures)
			}
		})
	}
}
