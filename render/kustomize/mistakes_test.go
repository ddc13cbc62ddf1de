package kustomize_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMistakes is about single entries that kustomize stops at: each is told at
// its place, and the rest is rendered.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		archive  string
		objects  []string
		places   []string
		failures []string
		skipped  []string
	}{
		{
			name: "entries that are no names",
			archive: `
-- k/kustomization.yaml --
resources: [map.yaml, 5, ""]
components:
- null
`,
			objects: []string{"ConfigMap//map"},
			places:  []string{"k/map.yaml:2:1"},
			failures: []string{
				`render-error k/kustomization.yaml:1:23 resources[1] is a number, want a string`,
				`render-error k/kustomization.yaml:1:26 the entry is empty`,
				`render-error k/kustomization.yaml:3:3 the entry is empty`,
			},
		},
		{
			name: "values of the wrong type",
			archive: `
-- k/kustomization.yaml --
resources: [map.yaml]
helmCharts:
- name: x
  version: 1
images: [{name: 5}, {name: nginx, newTag: "2"}]
commonAnnotations: {a: true, b: c}
namePrefix: [p]
replicas:
- {name: a, count: 1.5}
configMapGenerator: [[], {name: made, options: yes}, {name: made, literals: [a=b]}]
`,
			objects: []string{"ConfigMap//made-4h2mbtbbt6", "ConfigMap//map"},
			places:  []string{"k/kustomization.yaml:10:54", "k/map.yaml:2:1"},
			failures: []string{
				`render-error k/kustomization.yaml:4:3 helmCharts[0].version is a number, want a string`,
				`render-error k/kustomization.yaml:5:11 images[0].name is a number, want a string`,
				`render-error k/kustomization.yaml:6:21 commonAnnotations.a is a boolean, want a string`,
				`render-error k/kustomization.yaml:7:1 namePrefix is a list, want a string`,
				`render-error k/kustomization.yaml:9:13 replicas[0].count is the number 1.5, want a whole number`,
				`render-error k/kustomization.yaml:10:22 configMapGenerator[0] is a list, want a mapping`,
				`render-error k/kustomization.yaml:10:39 configMapGenerator[1].options is a boolean, want a mapping`,
			},
		},
		{
			name: "unknown fields",
			archive: `
-- k/kustomization.yaml --
resources: [map.yaml]
resource: [other.yaml]
patches:
- path: patch.yaml
  taget: {kind: ConfigMap}
- patch: '[{"op": "add", "path": "/data/taget", "value": "x"}]'
  target: {kind: ConfigMap}
`,
			objects: []string{"ConfigMap//map"},
			places:  []string{"k/map.yaml:2:1"},
			failures: []string{
				`render-error k/kustomization.yaml:2:1 unknown field "resource"`,
				`render-error k/kustomization.yaml:5:3 unknown field "taget"`,
			},
		},
		{
			name: "generators",
			archive: `
-- k/kustomization.yaml --
resources: [map.yaml]
configMapGenerator:
- name: made
  literals: [a=b]
- name: bad
  literals: [novalue]
- name: again
  literals: [a=b, a=c]
secretGenerator:
- literals: [a=b]
`,
			objects: []string{"ConfigMap//made-4h2mbtbbt6", "ConfigMap//map"},
			places:  []string{"k/kustomization.yaml:3:3", "k/map.yaml:2:1"},
			failures: []string{
				`render-error k/kustomization.yaml:5:3 invalid literal source novalue, expected key=value`,
				"render-error k/kustomization.yaml:7:3 configmap again illegally repeats the key `a`",
				`render-error k/kustomization.yaml:10:3 the generator has no name`,
			},
		},
		{
			name: "patches",
			archive: `
-- k/kustomization.yaml --
resources: [map.yaml]
patches:
- target: {kind: ConfigMap}
- patch: '[{"op": "remove", "path": "/data/key"}]'
- patch: nothing
- {patch: nothing, path: map.yaml}
- patch: '[{"op": "add", "path": "/data/other", "value": "x"}]'
  target: {kind: ConfigMap}
`,
			objects: []string{"ConfigMap//map"},
			places:  []string{"k/map.yaml:2:1"},
			failures: []string{
				`render-error k/kustomization.yaml:3:3 the entry has neither patch nor path`,
				`render-error k/kustomization.yaml:4:3 the entry is a JSON patch without a target`,
				`render-error k/kustomization.yaml:5:3 it is neither a part of an object nor a JSON patch`,
				`render-error k/kustomization.yaml:6:3 the entry has both patch and path`,
			},
		},
		{
			name: "a JSON patch for a field that is not there",
			archive: `
-- k/kustomization.yaml --
resources: [map.yaml]
patchesJson6902:
- target: {version: v1, kind: ConfigMap, name: map}
  patch: '[{"op": "add", "path": "/data/other", "value": "x"}]'
- target: {version: v1, kind: ConfigMap, name: map}
  patch: '[{"op": "remove", "path": "/data/nothing"}]'
`,
			objects:  []string{"ConfigMap//map"},
			places:   []string{"k/map.yaml:2:1"},
			failures: []string{`render-error k/kustomization.yaml:5:3 there is no /data/nothing to remove`},
		},
		{
			name: "a JSON patch that is applied late",
			archive: `
-- k/kustomization.yaml --
resources: [map.yaml]
nameSuffix: -s
patchesJson6902:
- target: {version: v1, kind: ConfigMap, name: map-s}
  patch: '[{"op": "remove", "path": "/data/nothing"}]'
`,
			objects:  []string{"ConfigMap//map-s"},
			places:   []string{"k/map.yaml:2:1"},
			failures: []string{`render-error k/kustomization.yaml:4:3 there is no /data/nothing to remove`},
		},
		{
			name: "a file and a base twice",
			archive: `
-- k/kustomization.yaml --
resources: [map.yaml, map.yaml, ./map.yaml, ../base, ../base]
-- base/kustomization.yaml --
resources: [other.yaml]
-- base/other.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: other
`,
			objects: []string{"ConfigMap//map", "ConfigMap//other"},
			places:  []string{"k/map.yaml:2:1", "base/other.yaml:2:1"},
			failures: []string{
				`render-error k/kustomization.yaml:1:23 ConfigMap map is there twice`,
				`render-error k/kustomization.yaml:1:33 ConfigMap map is there twice`,
				`render-error k/kustomization.yaml:1:54 ConfigMap other is there twice`,
			},
		},
		{
			name: "addresses that kustomize does not know",
			archive: `
-- k/kustomization.yaml --
resources:
- map.yaml
- oci://example.com/base
- s3://bucket/base.yaml
- gitlab.com/x/y.git
- example.com/y
`,
			objects: []string{"ConfigMap//map"},
			places:  []string{"k/map.yaml:2:1"},
			failures: []string{
				`unreadable k/kustomization.yaml:5:3 "gitlab.com/x/y.git" does not exist, and kustomize takes it for a file; an address needs https:// or ssh://`,
				`unreadable k/kustomization.yaml:6:3 "example.com/y" does not exist`,
			},
			skipped: []string{
				`remote k/kustomization.yaml:3:3 "oci://example.com/base" is remote, at an address that kustomize cannot read; it was left out`,
				`remote k/kustomization.yaml:4:3 "s3://bucket/base.yaml" is remote, at an address that kustomize cannot read; it was left out`,
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			u := renderText(t, test.archive+configMap, "k")
			if diff := cmp.Diff(test.objects, names(u)); diff != "" {
				t.Errorf("objects (-want +got):\n%s", diff)
			}
			var places []string
			for _, o := range u.Objects {
				places = append(places, o.Source.Trace(nil).String())
			}
			if diff := cmp.Diff(test.places, places); diff != "" {
				t.Errorf("places (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.failures, problems(u.Failures)); diff != "" {
				t.Errorf("failures (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.skipped, problems(u.Skipped)); diff != "" {
				t.Errorf("skipped (-want +got):\n%s", diff)
			}
			if !u.Partial {
				t.Error("the unit is not partial")
			}
		})
	}
}

func TestChartPlaces(t *testing.T) {
	t.Parallel()
	u := renderText(t, `
-- k/kustomization.yaml --
helmCharts:
- {name: app, releaseName: r}
-- k/charts/app/Chart.yaml --
apiVersion: v2
name: app
version: 1.0.0
-- k/charts/app/charts/sub/Chart.yaml --
apiVersion: v2
name: sub
version: 1.0.0
-- k/charts/app/charts/sub/templates/secret.yaml --
# A comment.
apiVersion: v1
kind: Secret
metadata: {name: sub}
-- k/charts/app/templates/all.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
---
apiVersion: v1
kind: "ConfigMap"
metadata: {name: b}
{{- range list 1 2 }}
---
apiVersion: v1
kind: Service
metadata: {name: s{{ . }}}
{{- end }}
---
apiVersion: v1
kind: {{ print "Pod" }}
metadata: {name: p}
`, "k")
	got := map[string]string{}
	for _, o := range u.Objects {
		at := o.Source.Trace(nil)
		got[o.Name()] = at.String() + " " + at.Precision.String()
	}
	want := map[string]string{
		"a":   "k/charts/app/templates/all.yaml:2:1 exact",
		"b":   "k/charts/app/templates/all.yaml:6:1 exact",
		"s1":  "k/charts/app/templates/all.yaml:11:1 exact",
		"s2":  "k/charts/app/templates/all.yaml:11:1 exact",
		"p":   "k/charts/app/templates/all.yaml:16:1 exact",
		"sub": "k/charts/app/charts/sub/templates/secret.yaml:3:1 exact",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s\n%v", diff, u.Failures)
	}
}
