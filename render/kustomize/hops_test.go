package kustomize_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// traceArchive renders one of the repositories in testdata/trace.
func traceArchive(t *testing.T, name, target string) render.Unit {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/trace/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return renderText(t, string(txtar.Format(archive)), target)
}

// TestHops tells what the places say that had a part in a field, the nearest one
// first.
func TestHops(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		archive, target, object, path string
		want                          []string
	}{
		{"layers.txtar", "prod", "Deployment/web", ".spec.replicas", []string{
			"a patch sets replicas here components/third/kustomization.yaml:8",
			"a patch sets replicas here components/first/kustomization.yaml:9",
			"a patch sets replicas here region/patch.yaml:6",
			"the base sets replicas here base/web.yaml:6",
		}},
		{"json-patches.txtar", "overlay", "Deployment/web", ".spec.template.spec.containers[0].lifecycle.preStop", []string{
			"the base sets preStop here base/all.yaml:17",
		}},
		{"replacements.txtar", "overlay", "Ingress/web", ".spec.rules[0].host", []string{
			"a replacement copies it here overlay/kustomization.yaml:16",
			"a replacement sets host here overlay/more.yaml:20",
			"the base sets host here base/all.yaml:31",
		}},
		{"generators.txtar", "overlay", "ConfigMap/settings-*", ".data.VARIABLE", []string{
			"the file is included here overlay/kustomization.yaml:19",
		}},
		{"charts.txtar", "overlay", "Deployment/p-web", ".spec.minReadySeconds", []string{
			"the chart sets minReadySeconds here base/charts/app/templates/web.yaml:9",
			"the chart is rendered here base/kustomization.yaml:3",
		}},
	} {
		t.Run(test.archive, func(t *testing.T) {
			t.Parallel()
			o := objectLike(t, traceArchive(t, test.archive, test.target), test.object)
			var got []string
			for _, hop := range o.Source.Trace(parsePath(t, test.path)).Via {
				at := manifest.Location{File: hop.Location.File, Line: hop.Location.Line}
				got = append(got, hop.Message+" "+at.String())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestHopsAreFew traces a field that many layers set.
func TestHopsAreFew(t *testing.T) {
	t.Parallel()
	archive := "-- l0/kustomization.yaml --\nresources: [map.yaml]\n-- l0/map.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: map}\ndata: {a: x}\n"
	for i := range 9 {
		below, dir := string(rune('0'+i)), string(rune('1'+i))
		archive += "-- l" + dir + "/kustomization.yaml --\nresources: [../l" + below + "]\ncommonAnnotations: {layer: \"" + dir + "\"}\n"
	}
	u := renderText(t, archive, "l9")
	trace := u.Objects[0].Source.Trace(parsePath(t, ".metadata.annotations.layer"))
	if trace.File != "l9/kustomization.yaml" || len(trace.Via) != 5 || trace.Via[0].Location.File != "l8/kustomization.yaml" {
		t.Errorf("%v", trace)
	}
}

func TestObjectOrigins(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		archive, target, object string
		want                    manifest.Origin
	}{
		{"names.txtar", "overlay", "Deployment/p-web-s", manifest.Origin{File: "base/all.yaml", Namespace: "base", Name: "web"}},
		{"generators.txtar", "overlay", "ConfigMap/settings-*", manifest.Origin{File: "overlay/kustomization.yaml", Namespace: "own", Name: "settings"}},
		{"generators.txtar", "overlay", "ConfigMap/shared-*", manifest.Origin{File: "base/kustomization.yaml", Name: "shared"}},
		{"generators.txtar", "overlay", "ConfigMap/explicit-*", manifest.Origin{File: "overlay/explicit.yaml", Name: "explicit"}},
		{"charts.txtar", "overlay", "Deployment/p-web", manifest.Origin{File: "base/charts/app/templates/web.yaml", Name: "web"}},
	} {
		t.Run(test.object, func(t *testing.T) {
			t.Parallel()
			got := objectLike(t, traceArchive(t, test.archive, test.target), test.object).Source.Origin()
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// fakeCharts gives the same result for any chart, and notes where values are.
type fakeCharts struct {
	result kustomize.ChartResult
	places []string
}

func (c *fakeCharts) Template(_ context.Context, r kustomize.ChartRequest) (kustomize.ChartResult, error) {
	for _, place := range r.ValuePlaces {
		at := place.Locate(manifest.Path{manifest.Key("a")})
		c.places = append(c.places, at.String())
	}
	return c.result, nil
}

func renderWith(t *testing.T, charts kustomize.Charts, archive, target string) render.Unit {
	t.Helper()
	tree, err := fsys.Open(unpack(t, archive))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	r := kustomize.New(tree, kustomize.Options{Charts: charts})
	return r.Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: target})
}

// TestValuePlaces tells the renderer of charts where values are written, in
// ascending precedence.
func TestValuePlaces(t *testing.T) {
	t.Parallel()
	const files = `
-- k/charts/shop/values.yaml --
a: chart
-- k/values.yaml --
a: file
-- k/more.yaml --

a: more
`
	for _, test := range []struct {
		name, archive string
		want          []string
	}{
		{"only files", "helmCharts:\n- {name: shop, valuesFile: values.yaml}\n", nil},
		{"over the chart", "helmCharts:\n- name: shop\n  valuesInline:\n    a: inline\n",
			[]string{"k/charts/shop/values.yaml:1:1", "k/kustomization.yaml:4:5"}},
		{"between files", "helmCharts:\n- name: shop\n  valuesInline:\n    a: inline\n  valuesFile: values.yaml\n  additionalValuesFiles: [more.yaml]\n",
			[]string{"k/values.yaml:1:1", "k/kustomization.yaml:4:5", "k/more.yaml:2:1"}},
		{"below files", "helmCharts:\n- name: shop\n  valuesInline:\n    a: inline\n  valuesFile: values.yaml\n  valuesMerge: merge\n",
			[]string{"k/kustomization.yaml:4:5", "k/values.yaml:1:1"}},
		{"instead of files", "helmCharts:\n- name: shop\n  valuesInline:\n    a: inline\n  valuesMerge: replace\n",
			[]string{"k/kustomization.yaml:4:5"}},
		{"the second chart", "helmCharts:\n- name: shop\n- name: shop\n  valuesMerge: replace\n  valuesInline: {a: inline}\n",
			[]string{"k/kustomization.yaml:5:18"}},
		{"an explicit generator", "generators:\n- |-\n  apiVersion: builtin\n  kind: HelmChartInflationGenerator\n  metadata: {name: shop}\n  name: shop\n  valuesMerge: replace\n  valuesInline:\n    a: inline\n",
			[]string{"k/kustomization.yaml:9:5"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			charts := &fakeCharts{}
			renderWith(t, charts, "-- k/kustomization.yaml --\n"+test.archive+files, "k")
			if diff := cmp.Diff(test.want, charts.places); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestUnknownChartObjects has a chart of which only the text is known.
func TestUnknownChartObjects(t *testing.T) {
	t.Parallel()
	charts := &fakeCharts{result: kustomize.ChartResult{Manifests: []kustomize.ChartManifest{
		{Text: "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: NodePort}\n"},
	}}}
	u := renderWith(t, charts, `
-- k/kustomization.yaml --
namePrefix: p-
helmCharts:
- name: shop
-- k/charts/shop/Chart.yaml --
name: shop
`, "k")
	if len(u.Objects) != 1 {
		t.Fatal(names(u), u.Failures)
	}
	source := u.Objects[0].Source
	want := []string{"k/kustomization.yaml:3:3 nearby", "k/kustomization.yaml:1:1 exact", "k/kustomization.yaml web"}
	var got []string
	for _, path := range []string{".spec.type", ".metadata.name"} {
		at := source.Trace(parsePath(t, path))
		got = append(got, at.String()+" "+at.Precision.String())
	}
	got = append(got, source.Origin().File+" "+source.Origin().Name)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestVendoredPatch has a remote patch whose copy is in the repository.
func TestVendoredPatch(t *testing.T) {
	t.Parallel()
	tree, err := fsys.Open(unpack(t, `
-- k/kustomization.yaml --
resources: [map.yaml]
patches:
- path: https://example.com/patch.yaml
-- k/map.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: map}
-- vendored/patch.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: map}
data: {a: b}
`))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	r := kustomize.New(tree, kustomize.Options{Elsewhere: copies{
		"https://example.com/patch.yaml": "vendored/patch.yaml",
	}})
	u := r.Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: "k"})
	if len(u.Objects) != 1 || u.Partial {
		t.Fatal(names(u), u.Failures, u.Skipped)
	}
	if at := u.Objects[0].Source.Trace(parsePath(t, ".data.a")); at.String() != "vendored/patch.yaml:4:8" {
		t.Error(at)
	}
}
