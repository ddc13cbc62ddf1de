package provenance

import (
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// globalKey is the key of the values that go down to all subcharts.
const globalKey = "global"

// ownSteps is how many steps of a global each chart has for itself. Helm copies
// the mappings that stand in global, and not those in them: from there on charts
// share a mapping with the charts above that have it.
const ownSteps = 3

// aliases gives the paths at which a value may be set, the ones that win first.
// For the global of a subchart they are those of the charts above it, from the
// top, and its own. Within a mapping that charts share they are those of all these
// charts, in the order in which Helm gets to them.
func (l Layers) aliases(path manifest.Path) []manifest.Path {
	chart, ok := l.chartOfGlobal(path)
	if !ok {
		return []manifest.Path{path}
	}
	global := path[len(chart):]
	var all []manifest.Path
	for n := range len(chart) + 1 {
		all = append(all, slices.Concat(path[:n:n], global))
		if len(global) > ownSteps {
			if f, _ := l.search(all[n][:n+ownSteps]); f.ok && f.isMapping() {
				return append(all[:n], l.below(chart[:n], global)...)
			}
		}
	}
	return all
}

// below gives the paths of a global in a chart and in those below it.
func (l Layers) below(chart []string, global manifest.Path) []manifest.Path {
	all := []manifest.Path{slices.Concat(pathOf(chart), global)}
	var seen []string
	for _, layer := range l {
		n := len(chart)
		if len(layer.Chart) <= n || !slices.Equal(layer.Chart[:n], chart) || slices.Contains(seen, layer.Chart[n]) {
			continue
		}
		seen = append(seen, layer.Chart[n])
		all = append(all, l.below(layer.Chart[:n+1], global)...)
	}
	return all
}

// chartOfGlobal gives the keys of the chart in whose global a path is.
func (l Layers) chartOfGlobal(path manifest.Path) (chart []string, ok bool) {
	i := slices.Index(path, manifest.Key(globalKey))
	if i < 0 {
		return nil, false
	}
	chart = keys(path[:i])
	return chart, i == 0 || slices.ContainsFunc(l, func(layer Layer) bool { return slices.Equal(layer.Chart, chart) })
}

// keys gives the keys of a path; an index counts as a key that no chart has.
func keys(path manifest.Path) []string {
	out := make([]string, len(path))
	for i, step := range path {
		out[i] = step.Key()
	}
	return out
}

func pathOf(keys []string) manifest.Path {
	p := make(manifest.Path, len(keys))
	for i, key := range keys {
		p[i] = manifest.Key(key)
	}
	return p
}
