package kustomize_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// shop is a chart that shows what it is told.
const shop = `
-- k/charts/shop/Chart.yaml --
apiVersion: v2
name: shop
version: 1.0.0
-- k/charts/shop/values.yaml --
a: chart
b: chart
list: [1, 2]
nested: {x: chart, w: chart}
-- k/charts/shop/crds/crd.yaml --
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: shops.example.com
-- k/charts/shop/templates/shop.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-shop
  namespace: {{ .Release.Namespace }}
data:
  values: {{ toJson .Values | quote }}
  api: {{ .Capabilities.APIVersions.Has "example.com/v1" | quote }}
  version: {{ .Capabilities.KubeVersion.Version }}
-- k/charts/shop/templates/hook.yaml --
apiVersion: v1
kind: Pod
metadata:
  name: hook
  annotations: {helm.sh/hook: pre-install}
-- k/charts/shop/templates/test.yaml --
apiVersion: v1
kind: Pod
metadata:
  name: test
  annotations: {helm.sh/hook: test}
`

func TestCharts(t *testing.T) {
	t.Parallel()
	const plain = "\nskipHooks: true\n"
	for _, test := range []struct {
		name    string
		archive string
		objects []string
		data    map[string]any
	}{
		{
			name: "defaults",
			archive: `
-- k/kustomization.yaml --
helmCharts:
- name: shop
  releaseName: r
`,
			objects: []string{"ConfigMap/default/r-shop", "Pod//hook", "Pod//test"},
			data: map[string]any{
				"values": `{"a":"chart","b":"chart","list":[1,2],"nested":{"w":"chart","x":"chart"}}`,
				"api":    "false",
			},
		},
		{
			name: "all that can be told",
			archive: `
-- k/kustomization.yaml --
helmGlobals: {chartHome: charts}
helmCharts:
- name: shop
  nameTemplate: named
  namespace: own
  includeCRDs: true
  skipTests: true
  apiVersions: [example.com/v1]
  kubeVersion: v1.30.0
  valuesFile: values.yaml
  additionalValuesFiles: [more.yaml]
  valuesInline: {a: inline, nested: {x: inline, w: null}, b: null}
-- k/values.yaml --
a: file
b: file
nested: {x: file, w: file, z: file}
-- k/more.yaml --
b: more
nested: {z: more}
`,
			objects: []string{"CustomResourceDefinition//shops.example.com", "ConfigMap/own/named-shop", "Pod//hook"},
			data: map[string]any{
				"values":  `{"a":"inline","b":"more","list":[1,2],"nested":{"w":"chart","x":"inline","z":"more"}}`,
				"api":     "true",
				"version": "v1.30.0",
			},
		},
		{
			name: "valuesMerge merge",
			archive: `
-- k/kustomization.yaml --
helmCharts:
- {name: shop, releaseName: r, skipHooks: true, valuesMerge: merge, valuesInline: {a: inline, c: inline}}
`,
			objects: []string{"ConfigMap/default/r-shop"},
			data:    map[string]any{"values": `{"a":"chart","b":"chart","c":"inline","list":[1,2],"nested":{"w":"chart","x":"chart"}}`},
		},
		{
			name: "valuesMerge replace",
			archive: `
-- k/kustomization.yaml --
helmCharts:
- {name: shop, releaseName: r, skipHooks: true, valuesMerge: replace, valuesFile: missing-is-not-read.yaml, valuesInline: {a: inline}}
-- k/missing-is-not-read.yaml --
b: file
`,
			objects: []string{"ConfigMap/default/r-shop"},
			data:    map[string]any{"values": `{"a":"inline","b":"chart","list":[1,2],"nested":{"w":"chart","x":"chart"}}`},
		},
		{
			name: "the old field",
			archive: `
-- k/kustomization.yaml --
helmChartInflationGenerator:
- {chartName: shop, releaseName: r, values: values.yaml}
-- k/values.yaml --
a: file
`,
			objects: []string{"ConfigMap/default/r-shop", "Pod//hook", "Pod//test"},
			data:    map[string]any{"values": `{"a":"file","b":"chart","list":[1,2],"nested":{"w":"chart","x":"chart"}}`},
		},
		{
			name: "the version in the directory's name",
			archive: `
-- k/kustomization.yaml --
helmCharts:
- {name: other, version: 2.0.0, repo: https://example.com, releaseName: r}
-- k/charts/other-2.0.0/other/Chart.yaml --
apiVersion: v2
name: other
version: 2.0.0
-- k/charts/other-2.0.0/other/templates/map.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: other
`,
			objects: []string{"ConfigMap//other"},
		},
		{
			name: "order, names and namespaces",
			archive: `
-- k/kustomization.yaml --
sortOptions: {order: fifo}
namespace: top
namePrefix: p-
resources: [map.yaml]
configMapGenerator:
- {name: made, literals: [a=b]}
secretGenerator:
- {name: made, literals: [a=b]}
helmCharts:
- {name: shop, releaseName: r, skipHooks: true, namespace: own}
- {name: shop, releaseName: s, skipHooks: true}
components: [../component]
-- component/kustomization.yaml --
kind: Component
configMapGenerator:
- {name: late, literals: [a=b]}
` + configMap,
			objects: []string{
				"ConfigMap/top/p-map", "ConfigMap/top/p-made-4h2mbtbbt6", "Secret/top/p-made-k695gkmbtk",
				"ConfigMap/own/p-r-shop", "ConfigMap/top/p-s-shop", "ConfigMap/top/p-late-4h2mbtbbt6",
			},
		},
		{
			name: "the namespace of the kustomization above",
			archive: `
-- k/kustomization.yaml --
resources: [middle]
namespace: top
-- k/middle/kustomization.yaml --
resources: [base]
-- k/middle/base/kustomization.yaml --
helmGlobals: {chartHome: ../../charts}
helmCharts:
- {name: shop, releaseName: r, skipHooks: true}
`,
			objects: []string{"ConfigMap/top/r-shop"},
		},
		{
			name: "explicit generator",
			archive: `
-- k/kustomization.yaml --
namespace: top
generators:
- chart.yaml
-- k/chart.yaml --
apiVersion: builtin
kind: HelmChartInflationGenerator
metadata:
  name: shop
name: shop
releaseName: r` + plain,
			objects: []string{"ConfigMap/default/r-shop"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			u := renderText(t, test.archive+shop, "k")
			if diff := cmp.Diff(test.objects, names(u)); diff != "" {
				t.Errorf("objects (-want +got):\n%s", diff)
			}
			if len(u.Failures)+len(u.Skipped) > 0 || u.Partial {
				t.Errorf("failures %v, skipped %v, Partial %v", u.Failures, u.Skipped, u.Partial)
			}
			for _, o := range u.Objects {
				data, _ := o.Body["data"].(map[string]any)
				for key, want := range test.data {
					if o.Kind() == "ConfigMap" && data[key] != want {
						t.Errorf("%s (-want +got):\n%s", key, cmp.Diff(want, data[key]))
					}
				}
				if o.Annotation("internal.config.kubernetes.io/helm-generated") != "" {
					t.Errorf("%s keeps the mark", o.Name())
				}
			}
		})
	}
}

func TestChartOrigin(t *testing.T) {
	t.Parallel()
	u := renderText(t, `
-- k/kustomization.yaml --
buildMetadata: [originAnnotations]
resources: [base]
-- k/base/Kustomization --
helmGlobals: {chartHome: ../charts}
helmCharts:
- {name: shop, releaseName: r, skipHooks: true}
`+shop, "k")
	if len(u.Objects) != 1 {
		t.Fatal(u.Failures, u.Skipped)
	}
	want := "configuredIn: base/Kustomization\nconfiguredBy:\n  apiVersion: builtin\n  kind: HelmChartInflationGenerator\n"
	if diff := cmp.Diff(want, u.Objects[0].Annotation("config.kubernetes.io/origin")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestChartProblems(t *testing.T) {
	t.Parallel()
	u := renderText(t, `
-- k/kustomization.yaml --
helmCharts:
- name: remote
  repo: oci://example.com/charts
  version: 1.2.3
- name: missing
- name: shop
  releaseName: -r
- name: shop
  valuesMerge: both
- name: shop
  valuesFile: missing.yaml
- name: shop
  valuesFile: https://example.com/values.yaml
- name: shop
  releaseName: good
  skipHooks: true
- name: shop
  releaseName: good
  skipHooks: true
`+shop, "k")
	if diff := cmp.Diff([]string{"ConfigMap/default/good-shop"}, names(u)); diff != "" {
		t.Errorf("objects (-want +got):\n%s", diff)
	}
	want := []string{
		`remote k/kustomization.yaml:2:3 chart "remote" of oci://example.com/charts is remote; it was left out`,
		`remote k/kustomization.yaml:13:3 "https://example.com/values.yaml" is remote; it was left out`,
	}
	if diff := cmp.Diff(want, problems(u.Skipped)); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	want = []string{
		`unreadable k/kustomization.yaml:5:3 chart "missing" is not in charts`,
		`render-error k/kustomization.yaml:6:3 the name or the releaseName of chart "shop" starts with -`,
		`render-error k/kustomization.yaml:8:3 valuesMerge "both" is none of override, merge, replace`,
		`unreadable k/kustomization.yaml:11:3 "missing.yaml" does not exist`,
		`render-error k/kustomization.yaml:17:3 ConfigMap good-shop is there twice`,
	}
	if diff := cmp.Diff(want, problems(u.Failures)); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
	at := u.Objects[0].Source.Trace(manifest.Path{manifest.Key("data")})
	if diff := cmp.Diff("k/charts/shop/templates/shop.yaml:6:1 exact", at.String()+" "+at.Precision.String()); diff != "" {
		t.Errorf("place of an object (-want +got):\n%s", diff)
	}
}
