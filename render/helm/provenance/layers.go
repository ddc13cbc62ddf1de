package provenance

import (
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Layer is a place that sets values: a values file, the defaults of a chart, or
// values that are written inline.
type Layer struct {
	// Place is the mapping of the values, or text that holds one. A chart without
	// defaults has none.
	Place manifest.Place
	// Chart holds the keys from the values of the top chart down to those of the
	// chart whose defaults these are: the names of subcharts, or their aliases. It
	// is empty for the top chart and for what users give.
	Chart []string
	// Label is how a message names the layer, such as "the chart's defaults".
	Label string
}

// Layers are what the values of a chart come from, in ascending precedence: the
// defaults of charts before those of the charts above them, subcharts of one chart
// in the order of its dependencies, then what users give.
//
// What Helm makes of them is in
// https://github.com/helm/helm/blob/v3.22.0/pkg/chartutil/coalesce.go: mappings
// are merged, anything else replaces what is below it, and null takes it away.
// Globals go down to all subcharts, and win over what is set there.
type Layers []Layer

// Locate gives the place that decides the value at a path below the values of the
// top chart: the last one that sets it. A null that takes a value away decides
// it, too. Of the layers that have a mapping there, it is the last one that has
// anything in it, else the last.
//
// It gives false where no layer sets it: templates may add to the values, and
// import-values copies some.
func (l Layers) Locate(path manifest.Path) (manifest.Location, Layer, bool) {
	f := l.deciding(path)
	if !f.ok {
		return manifest.Location{}, Layer{}, false
	}
	return f.location(), f.layer, true
}

// Value gives what stands at the place that Locate gives. It differs from what the
// templates see where something without a place overrides it, such as --set.
func (l Layers) Value(path manifest.Path) (value any, ok bool) {
	f := l.deciding(path)
	return f.value, f.ok
}

// deciding finds what decides the value at a path.
func (l Layers) deciding(path manifest.Path) (best found) {
	for _, at := range l.aliases(path) {
		f, end := l.search(at)
		if f.ok && (!best.ok || !f.isEmptyMapping()) {
			best = f
		}
		if end {
			break
		}
	}
	return best
}

// Nearest gives the place of the nearest ancestor of path that a layer sets, or
// of path itself, and how many steps of path remain below it. If all of them do,
// the place is the file of the defaults that it would be in, the layer one
// without a document if there are none.
func (l Layers) Nearest(path manifest.Path) (manifest.Location, Layer, int) {
	for n := len(path); n > 0; n-- {
		if at, layer, ok := l.Locate(path[:n]); ok {
			return at, layer, len(path) - n
		}
	}
	var best Layer
	for _, layer := range l {
		if layer.Place.In != nil && len(layer.Chart) == 0 {
			best = layer
			break
		}
	}
	return best.root(), best, len(path)
}

// search looks for a path in all layers, without regard to globals. end is set
// where something stands in the way of what layers below say.
func (l Layers) search(path manifest.Path) (best found, end bool) {
	// mapped is the length of the longest part of path that a layer has shown to
	// be a mapping: what layers below have there is merged into it, or ignored.
	mapped := -1
	for _, layer := range slices.Backward(l) {
		f := layer.find(path)
		switch {
		case !f.in:
		case f.ok && f.isMapping():
			if !best.ok || best.isEmptyMapping() && !f.isEmptyMapping() {
				best = f
			}
			mapped = len(path)
		case f.ok:
			if best.ok {
				continue
			}
			return f, true
		case f.isMapping():
			mapped = max(mapped, f.depth)
		case f.depth > mapped:
			return best, true
		}
	}
	return best, best.ok && !best.isEmptyMapping()
}

// found is what a layer has at a path, or at the deepest part of it.
type found struct {
	layer Layer
	value any
	// rest is the path from the root of the layer, as far as it exists.
	rest manifest.Path
	// depth is the number of steps of the path that exist.
	depth int
	// in tells whether the layer has a say about the path, ok whether all of it
	// exists.
	in, ok bool
}

// find looks for a path in one layer.
func (layer Layer) find(path manifest.Path) found {
	f := found{layer: layer}
	if len(path) < len(layer.Chart) || !slices.Equal(keys(path[:len(layer.Chart)]), layer.Chart) {
		return f
	}
	var isSet bool
	if f.value, isSet = layer.values(); !isSet {
		return f
	}
	f.in = true
	f.depth = len(layer.Chart)
	for _, step := range path[f.depth:] {
		value, ok := member(f.value, step)
		if !ok {
			return f
		}
		f.value = value
		f.rest = append(f.rest, step)
		f.depth++
	}
	f.ok = true
	return f
}

func (f found) isMapping() bool { return kindOf(f.value) == mapping }

func (f found) isEmptyMapping() bool {
	m, ok := asMap(f.value)
	return ok && len(m) == 0
}

func (f found) location() manifest.Location {
	if len(f.rest) == 0 {
		return f.layer.root()
	}
	return f.layer.Place.Locate(f.rest)
}

// root gives the place of all values of a layer. Those of a file are the file.
func (layer Layer) root() manifest.Location {
	if layer.Place.In == nil {
		return manifest.Location{}
	}
	at := layer.Place.Locate(nil)
	if len(layer.Place.Path) == 0 {
		return manifest.Location{File: at.File}
	}
	return at
}

// values gives the values of a layer.
func (layer Layer) values() (any, bool) {
	value := layer.Place.Value
	if text, isText := value.(string); isText {
		docs := manifest.Parse("", []byte(text))
		if len(docs) != 1 {
			return nil, false
		}
		value = docs[0].Body
	}
	return value, kindOf(value) == mapping
}
