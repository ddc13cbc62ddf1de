package lint

import (
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// located is a finding with what it is ordered, merged and fingerprinted by.
type located struct {
	Finding
	// unit and object are indices into the graph.
	unit, object int
	// start is where its chain begins.
	start  start
	group  string
	origin manifest.Origin
	// field is the path with names for the items of lists.
	field string
	// identity is what the finding has in common with itself in other commits.
	identity string
	// clues are the related places that the rule names, and hops those that the
	// trace of the field names.
	clues, hops []clue
}

// clue is a related place. Two of them repeat each other where they say the same
// of one place, and of one object where only the file is known.
type clue struct {
	Related
	said   string
	object manifest.Origin
}

// locate resolves the places of violations. A view stands for the object that it is
// a view of.
func locate(g *graph.Graph, violations []Violation, pedantic bool) []located {
	expect(g, violations, pedantic)
	findings := make([]located, len(violations))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0)) // a renderer may have to render anew to locate
	for i, v := range violations {
		group.Go(func() error {
			findings[i] = locateOne(g, v)
			return nil
		})
	}
	_ = group.Wait() // no function returns an error
	return findings
}

// expect tells the sources of the objects that violations name that there will be
// questions about them, and by that about no others of their units. That is so where a
// unit has hidden findings only: the chain of one that is shown leads to other objects.
// Those that are hidden are located, too, since they are counted by their places, and a
// suppression or a baseline may know them.
func expect(g *graph.Graph, violations []Violation, pedantic bool) {
	if pedantic {
		return
	}
	shown := map[int]bool{}
	for _, v := range violations {
		if v.Level > LevelNote {
			shown[g.Objects[original(g, v.Object)].Unit] = true
		}
	}
	tell := func(object int) {
		if o := &g.Objects[original(g, object)]; !shown[o.Unit] {
			manifest.Expect(o.Manifest.Source)
		}
	}
	for _, v := range violations {
		tell(v.Object)
		for _, place := range v.Related {
			tell(place.Object)
		}
	}
}

// locateOne makes the finding of a violation. A related place on another object
// names that object.
func locateOne(g *graph.Graph, v Violation) located {
	index := original(g, v.Object)
	o := &g.Objects[index]
	trace := o.Manifest.Source.Trace(v.Path)
	f := located{
		Finding: Finding{
			Rule: v.Rule, Case: Rule{ID: v.Rule}.Case(), Level: v.Level, Message: v.Message,
			Unit:     g.Units[o.Unit].Target.Name(),
			Object:   refOf(o),
			Path:     append(manifest.Path{}, v.Path...),
			Location: trace.Location,
		},
		unit: o.Unit, object: index, start: start{object: v.Object}, group: o.Group, origin: originOf(o),
	}
	if name := g.Units[o.Unit].Environment; name != "" {
		f.Environments = []string{name}
	}
	f.field = fieldName(o, f.origin, v.Path)
	f.identity = f.identify()
	for _, place := range v.Related {
		f.start.named = append(f.start.named, place.Object)
		if c := related(g, index, place); c.Location.File != "" {
			f.clues = append(f.clues, c)
		}
	}
	f.Defects = []Defect{defectOf(g, v)}
	for _, hop := range trace.Via {
		if !samePlace(hop.Location, trace.Location) {
			f.hops = append(f.hops, clue{Related: Related{Message: hop.Message, Location: hop.Location, Via: true}, said: hop.Message})
		}
	}
	return f
}

// related locates a place that explains a violation of the object.
func related(g *graph.Graph, object int, place Place) clue {
	index := original(g, place.Object)
	other := &g.Objects[index]
	c := clue{Related: Related{Message: place.Message, Location: other.Manifest.Source.Trace(place.Path).Location}, said: place.Message}
	if index != object {
		c.Message = refOf(other).String() + ": " + place.Message
	}
	if c.Location.Precision == manifest.PrecisionFile {
		c.object = originOf(other)
	}
	return c
}

func refOf(o *graph.Object) ObjectRef {
	return ObjectRef{o.Manifest.APIVersion(), o.Kind, o.Manifest.Namespace(), o.Manifest.Name()}
}

// originOf gives the origin of an object, with the names that the object has now
// where those that it had before are not known.
func originOf(o *graph.Object) manifest.Origin {
	origin := o.Manifest.Source.Origin()
	if origin.Name == "" {
		origin.Namespace, origin.Name = o.Manifest.Namespace(), o.Manifest.Name()
	}
	return origin
}

func original(g *graph.Graph, i int) int {
	if of := g.Objects[i].Of; of >= 0 {
		return of
	}
	return i
}

// samePlace tells whether two locations start at the same text.
func samePlace(a, b manifest.Location) bool {
	return a.File == b.File && a.Line == b.Line && a.Column == b.Column
}
