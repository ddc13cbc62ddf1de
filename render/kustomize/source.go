package kustomize

import (
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// source finds the fields of one object of a unit.
type source struct {
	origins *origins
	index   int
}

// Locate implements manifest.Source. A field has the place of the outermost
// patch that sets it to the value it has, else its place in the file that the
// object comes from.
func (s *source) Locate(path manifest.Path) manifest.Location {
	from := s.origins.of(s.index)
	if from == nil {
		return manifest.Location{File: s.origins.top.file}
	}
	body := s.origins.bodies[s.index]
	if at, ok := s.patched(from, body, path); ok {
		return at
	}
	switch {
	case from.generator != nil:
		return from.generator.locate(s.origins.r, path)
	case from.chart != nil:
		return from.chart.at
	}
	return locateIn(from.object, body, path)
}

// locateIn finds the field of a rendered object in the object of a file that
// it was made from. Another value there means that something else set it.
func locateIn(object manifest.Object, body map[string]any, path manifest.Path) manifest.Location {
	there, value, _ := follow(body, object.Body, path)
	at := object.Source.Locate(there)
	if rendered, ok := lookup(body, path); len(there) < len(path) || ok && !agree(rendered, value) {
		at.Precision = min(at.Precision, manifest.PrecisionNearby)
	}
	return at
}

// patched finds the outermost patch that gave the field its value. A mapping or
// a sequence counts as set by a patch only where an origin in a file lacks it.
func (s *source) patched(from *origin, body map[string]any, path manifest.Path) (manifest.Location, bool) {
	value, exists := lookup(body, path)
	if !exists {
		return manifest.Location{}, false
	}
	if !isScalar(value) {
		if _, _, there := follow(body, from.object.Body, path); there || from.object.Body == nil {
			return manifest.Location{}, false
		}
	}
	for _, l := range from.layers {
		for _, p := range s.origins.r.patches(l) {
			if at, ok := p.locate(from, body, path, value); ok {
				return at, true
			}
		}
	}
	return manifest.Location{}, false
}
