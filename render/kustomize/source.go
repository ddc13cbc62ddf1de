package kustomize

import (
	"fmt"
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// source finds the fields of one object of a unit.
type source struct {
	origins *origins
	index   int
}

// Origin implements manifest.Source.
func (s *source) Origin() manifest.Origin {
	from := s.origins.of(s.index)
	switch {
	case from == nil:
		object := manifest.Object{Body: s.origins.bodies[s.index]}
		return manifest.Origin{File: s.origins.top.file, Namespace: object.Namespace(), Name: object.Name()}
	case from.object.Source != nil:
		return from.object.Source.Origin()
	}
	return manifest.Origin{File: s.Trace(nil).File, Namespace: from.first().namespace, Name: from.first().name}
}

// maxHops bounds how many places a trace tells of, and maxSources through how
// many replacements it goes.
const (
	maxHops    = 5
	maxSources = 3
)

// Trace implements manifest.Source. The place is that of the outermost layer that
// gave the field its value or took it away, and the hops are what the layers
// below it make of the field. A mapping or sequence is where it came into being,
// unless a layer put another one in its place.
func (s *source) Trace(path manifest.Path) manifest.Trace { return s.origins.trace(s.index, path, 0) }

// trace is Trace for the object with this index; depth counts the replacements on
// the way to it.
func (o *origins) trace(index int, path manifest.Path, depth int) manifest.Trace {
	from := o.of(index)
	if from == nil {
		return manifest.Trace{Location: manifest.Location{File: o.top.file}}
	}
	f, rest, exist := newField(from, o.bodies[index], path)
	f.in, f.depth = o, depth
	steps, i, sure := f.settle()
	exists := i >= 0
	for i < 0 {
		exist = min(exist, len(f.path)-1)
		rest = join(f.path[exist:], rest)
		f = f.parent(exist)
		steps, i, _ = f.settle()
	}
	t := steps[i].at(rest)
	if !sure || !exists || steps[i].value == (missing{}) {
		t.Precision = min(t.Precision, manifest.PrecisionNearby)
	}
	if exists {
		for _, below := range slices.Backward(steps[:i]) {
			t.Via = append(t.Via, below.hops(f, rest)...)
		}
	}
	t.Via = tidyHops(t, from)
	return t
}

// hops gives the place of a step that another one overrides, and what had a part
// in it.
func (s step) hops(f *field, rest manifest.Path) []manifest.Hop {
	verb := "sets"
	if s.value == (missing{}) {
		verb = "removes"
	}
	message := fmt.Sprintf("%s %s %s here", s.who, verb, f.name())
	if s.entry.exists() {
		return []manifest.Hop{{Message: message, Location: s.entry.at()}}
	}
	t := s.at(rest)
	return append([]manifest.Hop{{Message: message, Location: t.Location}}, t.Via...)
}

// tidyHops gives the hops of a trace without those to its own line or to that of
// another hop, and without the farthest ones where there are too many. An object
// of a chart has a last one to where the chart is named.
func tidyHops(t manifest.Trace, from *origin) []manifest.Hop {
	var hops []manifest.Hop
	add := func(hop manifest.Hop) {
		isSame := func(other manifest.Hop) bool { return isSameLine(other.Location, hop.Location) }
		if !isSameLine(t.Location, hop.Location) && !slices.ContainsFunc(hops, isSame) {
			hops = append(hops, hop)
		}
	}
	for _, hop := range t.Via {
		if len(hops) < maxHops {
			add(hop)
		}
	}
	if from.chart != nil && from.chart.given == nil {
		hops = hops[:min(len(hops), maxHops-1)]
		add(manifest.Hop{Message: "the chart is rendered here", Location: from.chart.at})
	}
	return hops
}

func isSameLine(a, b manifest.Location) bool { return a.File == b.File && a.Line == b.Line }
