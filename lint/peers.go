package lint

import (
	"slices"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
)

// asking tells which objects of a graph the user asked about: those that are judged
// and, where only some of the units are reported, that are in one of them.
type asking struct {
	graph *graph.Graph
	// shown tells of the first units of the graph whether they are reported; nil
	// where all that are judged are.
	shown []bool
}

// about tells whether the user asked about an object. A view stands for the object
// that it is a view of.
func (a asking) about(object int) bool {
	o := &a.graph.Objects[original(a.graph, object)]
	return o.Judged && (a.shown == nil || a.shown[o.Unit])
}

// concerning gives the violations of objects that the user asked about, and those of
// others that have such an object among their peers. The latter stay where they are,
// so that each is the same finding in every run; their peers that the user asked about
// come first in what is related to them.
func (a asking) concerning(violations []Violation) []Violation {
	var list []Violation
	for _, v := range violations {
		if !a.about(v.Object) {
			peers := slices.DeleteFunc(slices.Clone(v.Peers), func(p Place) bool { return !a.about(p.Object) })
			if len(peers) == 0 {
				continue
			}
			v.Related = append(peers, v.Related...)
		}
		list = append(list, v)
	}
	return list
}

// beside gives those of the units, which are all of the graph, that have an object of
// the violations which the user did not ask about, in their order.
func (a asking) beside(violations []Violation, units []render.Unit) []render.Unit {
	has := make([]bool, len(units))
	for _, v := range violations {
		if !a.about(v.Object) {
			has[a.graph.Objects[original(a.graph, v.Object)].Unit] = true
		}
	}
	return only(units, has)
}
