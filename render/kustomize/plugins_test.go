package kustomize_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlugins(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		archive string
		objects []string
		skipped []string
	}{
		{
			name: "explicit builtin plugins",
			archive: `
-- k/kustomization.yaml --
resources: [map.yaml]
generators:
- generator.yaml
transformers:
- ../plugins
- |-
  apiVersion: builtin
  kind: NamespaceTransformer
  metadata:
    name: ignored
    namespace: shop
  fieldSpecs:
  - path: metadata/namespace
    create: true
validators: []
-- k/generator.yaml --
apiVersion: builtin
kind: ConfigMapGenerator
metadata:
  name: made
literals: [a=b]
-- plugins/kustomization.yaml --
resources: [prefix.yaml]
-- plugins/prefix.yaml --
apiVersion: builtin
kind: PrefixTransformer
metadata:
  name: ignored
prefix: p-
fieldSpecs:
- path: metadata/name
` + configMap,
			objects: []string{"ConfigMap/shop/p-made-4h2mbtbbt6", "ConfigMap/shop/p-map"},
		},
		{
			name: "programs beside builtin plugins",
			archive: `
-- k/kustomization.yaml --
resources: [map.yaml]
generators:
- |-
  apiVersion: example.com/v1
  kind: Legacy
  metadata:
    name: go-plugin
transformers:
- transformers.yaml
- ../plugins
-- k/transformers.yaml --
apiVersion: example.com/v1
kind: Exec
metadata:
  name: exec
  annotations:
    config.kubernetes.io/function: |
      exec: {path: ./run}
---
apiVersion: builtin
kind: PrefixTransformer
metadata:
  name: ignored
prefix: p-
fieldSpecs:
- path: metadata/name
-- plugins/kustomization.yaml --
resources: [container.yaml]
-- plugins/container.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: container
  annotations:
    config.kubernetes.io/function: |
      container: {image: example.com/function}
` + configMap,
			objects: []string{"ConfigMap//p-map"},
			skipped: []string{
				`plugin k/kustomization.yaml:3:3 Legacy "go-plugin" is a plugin that would run a program; it was left out`,
				`plugin k/kustomization.yaml:10:3 ConfigMap "container" is a plugin that would run a program; it was left out`,
				`plugin k/transformers.yaml:2:1 Exec "exec" is a plugin that would run a program; it was left out`,
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			u := renderText(t, test.archive, "k")
			if diff := cmp.Diff(test.objects, names(u)); diff != "" {
				t.Errorf("objects (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.skipped, problems(u.Skipped)); diff != "" {
				t.Errorf("skipped (-want +got):\n%s", diff)
			}
			if len(u.Failures) > 0 {
				t.Errorf("failures: %v", u.Failures)
			}
			if u.Partial != (len(test.skipped) > 0) {
				t.Errorf("Partial is %v", u.Partial)
			}
		})
	}
}
