package provenance

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"testing"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// TestLocateAgreesWithHelm combines values made by chance with Helm's own code.
// The value of each field names the layer it is from, so that whatever comes out
// tells what Locate has to find.
func TestLocateAgreesWithHelm(t *testing.T) {
	t.Parallel()
	fields := 0
	for seed := range 100 {
		g := generator{rand.New(rand.NewSource(int64(seed)))}
		deep := &chart.Chart{Metadata: &chart.Metadata{Name: "deep"}, Values: g.chart("deep")}
		side := &chart.Chart{Metadata: &chart.Metadata{Name: "side"}, Values: g.chart("side")}
		sub := &chart.Chart{Metadata: &chart.Metadata{Name: "sub"}, Values: g.chart("sub", "deep")}
		top := &chart.Chart{Metadata: &chart.Metadata{Name: "top"}, Values: g.chart("top", "sub", "side")}
		sub.AddDependency(deep)
		top.AddDependency(sub, side)
		first, second := g.chart("first", "sub", "side"), g.chart("second", "sub", "side")
		layers := Layers{
			layerOf(t, "deep", deep.Values, "sub", "deep"),
			layerOf(t, "sub", sub.Values, "sub"),
			layerOf(t, "side", side.Values, "side"),
			layerOf(t, "top", top.Values),
			layerOf(t, "first", first),
			layerOf(t, "second", second),
		}
		// Values files are merged as Helm's command line does it.
		all, err := chartutil.CoalesceValues(top, merged(clone(t, first), clone(t, second)))
		if err != nil {
			t.Fatal(err)
		}
		eachScalar(all.AsMap(), nil, func(p manifest.Path, value any) {
			fields++
			_, layer, ok := layers.Locate(p)
			if !ok || value != nil && layer.Label != value {
				t.Errorf("seed %d: %s is from %v, but found in %q", seed, p, value, layer.Label)
			}
		})
		for _, l := range layers {
			body, _ := l.values()
			eachScalar(body, pathOf(l.Chart), func(p manifest.Path, _ any) {
				if at := layers.deciding(p); at.ok && at.value != nil && !exists(all, p) {
					t.Errorf("seed %d: %s is not there, but found in %q", seed, p, at.layer.Label)
				}
			})
		}
	}
	t.Logf("%d fields", fields)
}

func exists(value any, p manifest.Path) bool {
	for _, step := range p {
		var ok bool
		if value, ok = member(value, step); !ok {
			return false
		}
	}
	return true
}

// generator makes values by chance. A key is a mapping in all layers or in none.
type generator struct{ *rand.Rand }

// chart gives the values of a chart with the given subcharts in some layer.
func (g generator) chart(layer string, charts ...string) map[string]any {
	m := g.mapping(layer, 0, layer == "first" || layer == "second")
	m["global"] = g.mapping(layer, 0, false)
	for _, name := range charts {
		if g.Intn(2) == 0 {
			m[name] = g.chart(layer, map[string][]string{"sub": {"deep"}}[name]...)
		}
	}
	return m
}

// mapping gives a mapping, with nulls where it should take values away.
func (g generator) mapping(layer string, depth int, nulls bool) map[string]any {
	m := map[string]any{}
	for _, key := range []string{"m1", "m2", "s1", "s2"} {
		switch {
		case g.Intn(3) == 0:
		case nulls && g.Intn(8) == 0:
			m[key] = nil
		case key[0] == 's':
			m[key] = layer
		case depth < 3:
			m[key] = g.mapping(layer, depth+1, nulls)
		}
	}
	return m
}

// merged puts the values of over into under.
func merged(under, over map[string]any) map[string]any {
	for key, value := range over {
		upper, isMap := value.(map[string]any)
		lower, wasMap := under[key].(map[string]any)
		if isMap && wasMap {
			value = merged(lower, upper)
		}
		under[key] = value
	}
	return under
}

func layerOf(t *testing.T, name string, values map[string]any, chart ...string) Layer {
	t.Helper()
	data, err := yaml.Marshal(values)
	if err != nil {
		t.Fatal(fmt.Errorf("write values: %w", err))
	}
	l := Layer{Label: name, Chart: chart}
	if docs := manifest.Parse(name, data); len(docs) > 0 {
		l.Place = docs[0].Place()
	}
	return l
}

func clone(t *testing.T, values map[string]any) map[string]any {
	t.Helper()
	data, err := yaml.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return readYAML(t, string(data))
}

// eachScalar calls use with the scalars in a map, in the order of their keys.
func eachScalar(value any, p manifest.Path, use func(manifest.Path, any)) {
	m, ok := asMap(value)
	if !ok {
		use(p, value)
		return
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		eachScalar(m[key], append(slices.Clip(p), manifest.Key(key)), use)
	}
}
