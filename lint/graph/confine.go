package graph

import "slices"

// Confined gives the graph in which only objects are judged that matter to findings
// on the wanted units: those of the environments that hold or see one of these
// units, those that such an environment sees, and those of wide units, which rules
// look at from anywhere. Both tell of the first units of the graph; all others are
// context anyway.
func (g *Graph) Confined(wanted, wide []bool) *Graph {
	of := func(list []bool, o *Object) bool { return o.Unit < len(list) && list[o.Unit] }
	holds := make([]bool, len(g.Environments))
	for i := range g.Objects {
		if o := &g.Objects[i]; of(wanted, o) && o.Of < 0 {
			holds[o.Environment] = true
		}
	}
	near := slices.Clone(holds)
	for e := range g.Environments {
		sees := g.Environments[e].Sees
		if holds[e] || slices.ContainsFunc(sees, func(seen int) bool { return holds[seen] }) {
			near[e] = true
			for _, seen := range sees {
				near[seen] = true
			}
		}
	}
	confined := *g
	confined.Objects = slices.Clone(g.Objects)
	for i := range confined.Objects {
		o := &confined.Objects[i]
		o.Judged = o.Judged && (near[o.Environment] || of(wide, o))
	}
	return &confined
}
