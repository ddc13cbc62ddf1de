package kustomize_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// configMap is a resource that the tests use where any will do.
const configMap = `
-- k/map.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: map
data:
  key: value
`

func TestProblems(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		archive  string
		objects  []string
		failures []string
		skipped  []string
		// whole tells that the unit is not partial.
		whole bool
	}{
		{
			name:    "all is well",
			archive: "-- k/kustomization.yaml --\nresources: [map.yaml]" + configMap,
			objects: []string{"ConfigMap//map"},
			whole:   true,
		},
		{
			name:     "no kustomization",
			archive:  "-- k/a.yaml --\n",
			failures: []string{"unreadable k the directory has no kustomization file"},
		},
		{
			name:     "two kustomizations",
			archive:  "-- k/kustomization.yaml --\nresources: []\n-- k/Kustomization --\nresources: []\n",
			failures: []string{"render-error k/Kustomization the directory has more than one kustomization file"},
		},
		{
			name:    "empty",
			archive: "-- k/kustomization.yaml --\n# nothing yet\n",
			skipped: []string{"empty k/kustomization.yaml the kustomization is empty"},
		},
		{
			name:     "invalid YAML",
			archive:  "-- k/kustomization.yaml --\nresources:\n- [a\n- b\n",
			failures: []string{"invalid-yaml k/kustomization.yaml:3:1 did not find expected ',' or ']'"},
		},
		{
			name:     "no mapping",
			archive:  "-- k/kustomization.yaml --\nresources\n",
			failures: []string{"invalid-yaml k/kustomization.yaml the file holds no mapping"},
		},
		{
			name:     "unknown field",
			archive:  "-- k/kustomization.yaml --\nresources:\n- map.yaml\nresource: []\n" + configMap,
			objects:  []string{"ConfigMap//map"},
			failures: []string{`render-error k/kustomization.yaml:3:1 unknown field "resource"`},
		},
		{
			name:     "field of another type",
			archive:  "-- k/kustomization.yaml --\nresources: map.yaml\n" + configMap,
			failures: []string{"render-error k/kustomization.yaml:1:1 resources is a string, want a list"},
		},
		{
			name:     "another kind",
			archive:  "-- k/kustomization.yaml --\nkind: ConfigMap\napiVersion: v1\nnamePrefix: a\n",
			failures: []string{"render-error k/kustomization.yaml:1:1 kind should be Kustomization or Component, apiVersion for ConfigMap should be kustomize.config.k8s.io/v1beta1"},
		},
		{
			name: "entries that are not there",
			archive: `
-- k/kustomization.yaml --
resources:
- map.yaml
- missing.yaml
- empty
components:
- map.yaml
- ../component
- ../k
patches:
- path: missing.yaml
configMapGenerator:
- name: made
  files:
  - key=missing.txt
  - empty
  literals:
  - a=b
-- k/empty/other.yaml --
-- component/kustomization.yaml --
namePrefix: p-
` + configMap,
			objects: []string{"ConfigMap//made-4h2mbtbbt6", "ConfigMap//map"},
			failures: []string{
				`unreadable k/kustomization.yaml:3:3 "missing.yaml" does not exist`,
				`unreadable k/kustomization.yaml:4:3 the directory has no kustomization file`,
				`render-error k/kustomization.yaml:6:3 "map.yaml" is not a directory`,
				`render-error k/kustomization.yaml:7:3 component holds a Kustomization where a Component is due`,
				`render-error k/kustomization.yaml:8:3 k is used within itself`,
				`unreadable k/kustomization.yaml:10:3 "missing.yaml" does not exist`,
				`unreadable k/kustomization.yaml:14:5 "missing.txt" does not exist`,
				`unreadable k/kustomization.yaml:15:5 "empty" is a directory`,
			},
		},
		{
			name: "a resource that is the text of a template",
			archive: "-- k/kustomization.yaml --\nresources: [map.yaml, filled.yaml, latin.yaml]\n" +
				"-- k/filled.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: filled\n  <LABELS>\n  <MORE>\n" +
				"-- k/latin.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: latin # caf\xe9\n" + configMap,
			objects:  []string{"ConfigMap//map"},
			failures: []string{"invalid-yaml k/latin.yaml:4:20 the byte 0xE9 is not UTF-8; save the file as UTF-8"},
			skipped:  []string{"template-text k/filled.yaml:5:3 the file is to be filled in before kustomize reads it, at tokens such as <LABELS>; as it stands it is not YAML: could not find expected ':'"},
		},
		{
			name: "resources that kustomize does not read",
			archive: `
-- k/kustomization.yaml --
resources:
- map.yaml
- broken.yaml
- nameless.yaml
- ../base
-- k/broken.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: [broken
-- k/nameless.yaml --
apiVersion: v1
kind: ConfigMap
-- base/kustomization.yaml --
resources:
- broken.yaml
- other.yaml
-- base/broken.yaml --
a: b: c
-- base/other.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: other
` + configMap,
			objects: []string{"ConfigMap//map", "ConfigMap//other"},
			failures: []string{
				`invalid-yaml base/broken.yaml:1:5 mapping values are not allowed in this context`,
				`invalid-yaml k/broken.yaml:4:3 did not find expected ',' or ']'`,
				`render-error k/kustomization.yaml:4:3 missing metadata.name in object {{v1 ConfigMap} {{ } map[] map[]}}`,
			},
		},
		{
			name: "objects that are there twice",
			archive: `
-- k/kustomization.yaml --
resources:
- map.yaml
- again.yaml
- ../base
-- k/again.yaml --
apiVersion: v1
kind: Secret
metadata:
  name: first
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: map
-- base/kustomization.yaml --
resources:
- map.yaml
-- base/map.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: map
` + configMap,
			objects: []string{"ConfigMap//map"},
			failures: []string{
				`render-error k/again.yaml:7:1 ConfigMap map is there twice`,
				`render-error k/kustomization.yaml:4:3 ConfigMap map is there twice`,
			},
		},
		{
			name: "what needs a remote base",
			archive: `
-- k/kustomization.yaml --
resources:
- map.yaml
- https://example.com/base.yaml
patches:
- path: patch.yaml
- patch: |-
    apiVersion: v1
    kind: Service
    metadata:
      name: remote
- path: good.yaml
replacements:
- source: {kind: Secret, name: remote}
  targets:
  - select: {kind: ConfigMap}
    fieldPaths: [data.key]
configMapGenerator:
- name: remote
  behavior: merge
  literals: [a=b]
vars:
- name: REMOTE
  objref: {apiVersion: v1, kind: Service, name: remote}
-- k/patch.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: remote
-- k/good.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: map
  annotations: {patched: "true"}
` + configMap,
			objects: []string{"ConfigMap//map", "ConfigMap//remote-4h2mbtbbt6"},
			skipped: []string{
				`remote k/kustomization.yaml:3:3 "https://example.com/base.yaml" is remote; it was left out`,
				`partial k/kustomization.yaml:6:3 there is no Service "remote" to patch`,
				`partial k/kustomization.yaml:12:1 nothing selected by Secret.[noVer].[noGrp]/remote.[noNs]`,
				`partial k/kustomization.yaml:18:3 there is no "remote" to merge with`,
				`partial k/kustomization.yaml:22:3 there is no object for variable "REMOTE"`,
				`partial k/patch.yaml:2:1 there is no Deployment "remote" to patch`,
			},
		},
		{
			name: "a patch without a target",
			archive: `
-- k/kustomization.yaml --
resources: [map.yaml]
patchesStrategicMerge:
- patch.yaml
-- k/patch.yaml --
apiVersion: v1
kind: Secret
metadata:
  name: map
` + configMap,
			objects:  []string{"ConfigMap//map"},
			failures: []string{`render-error k/patch.yaml:2:1 there is no Secret "map" to patch`},
		},
		{
			name: "an error deep down",
			archive: `
-- k/kustomization.yaml --
components: [../a]
-- a/kustomization.yaml --
kind: Component
components: [../b]
-- b/kustomization.yaml --
kind: Component
configMapGenerator:
- name: map
  literals: [nothing]
`,
			failures: []string{"render-error b/kustomization.yaml:3:3 invalid literal source nothing, expected key=value"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			u := renderText(t, test.archive, "k")
			if diff := cmp.Diff(test.objects, names(u)); diff != "" {
				t.Errorf("objects (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.failures, problems(u.Failures)); diff != "" {
				t.Errorf("failures (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.skipped, problems(u.Skipped)); diff != "" {
				t.Errorf("skipped (-want +got):\n%s", diff)
			}
			if u.Partial == test.whole {
				t.Errorf("Partial is %v", u.Partial)
			}
		})
	}
}
