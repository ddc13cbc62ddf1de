package lint

import (
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

const (
	// maxObjects is how many objects a chain has besides its two ends and what
	// deploys it, so that the picture can be read at a glance.
	maxObjects = 9
	// maxSiblings is how many of the steps of one kind are taken from an object.
	maxSiblings = 3
)

// start is where the chain of a finding begins.
type start struct {
	// object is the entry of the graph in which the rule met the object: a view, where
	// an overlay sees it.
	object int
	// named are the objects that the rule names, in its order.
	named []int
}

// chains draws chains, and keeps what several of them need.
type chains struct {
	g      *graph.Graph
	steps  map[int]*steps
	places map[int]manifest.Location
	// traced are the units whose objects can be traced at little cost, by index.
	traced map[int]bool
}

// chain draws the chain of each finding that is reported. The starts have the keys of
// their findings' fingerprints.
func (r *Report) chain(g *graph.Graph, starts map[string]start) {
	c := chains{g: g, steps: map[int]*steps{}, places: map[int]manifest.Location{}, traced: map[int]bool{}}
	for i := range g.Units {
		c.traced[i] = g.Units[i].Target.Kind == render.KindPlain
	}
	for _, f := range r.Findings {
		c.traced[g.Objects[starts[f.Fingerprint].object].Unit] = true
	}
	for i := range r.Findings {
		r.Findings[i].Chain = c.draw(starts[r.Findings[i].Fingerprint])
	}
}

// startsOf gives the starts of findings by their fingerprints. The lists belong
// together, index by index.
func startsOf(merged []located, findings []Finding) map[string]start {
	starts := make(map[string]start, len(findings))
	for i, f := range findings {
		starts[f.Fingerprint] = merged[i].start
	}
	return starts
}

// walk is a chain that is being drawn.
type walk struct {
	*chains
	// met are the objects of the chain in the order in which they were met, and at their
	// indices in it.
	met []meeting
	at  map[int]int
}

// meeting is an object that a walk has come to.
type meeting struct {
	object int
	then   direction
	// layer orders the objects of the picture; that of the finding's object is 0.
	layer int
}

// draw gives the chain from an object; nil where nothing hangs together with it.
func (c *chains) draw(from start) *Chain {
	w := walk{chains: c, at: map[int]int{}}
	w.meet(from.object, bothWays, 0)
	for i := 0; i < len(w.met); i++ {
		w.goOn(w.met[i], i == 0, from.named)
	}
	return w.picture()
}

func (w *walk) meet(object int, then direction, layer int) {
	if _, known := w.at[object]; !known && len(w.met) < maxObjects {
		w.at[object] = len(w.met)
		w.met = append(w.met, meeting{object, then, layer})
	}
}

// goOn takes the steps from an object that was met: to those which the rule names, then to
// the first neighbours of each kind.
func (w *walk) goOn(m meeting, isStart bool, named []int) {
	s := w.stepsFrom(m.object)
	for _, neighbour := range named {
		if t, ok := s.named[neighbour]; ok {
			w.meet(t.to, t.then, m.layer+t.layer())
		}
	}
	for _, list := range s.follow(m.then, isStart) {
		for _, t := range list[:min(len(list), maxSiblings)] {
			w.meet(t.to, t.then, m.layer+t.layer())
		}
	}
}

// leftOut counts the steps that could have been taken and lead to what was not met.
func (w *walk) leftOut() int {
	count := 0
	for i, m := range w.met {
		s := w.stepsFrom(m.object)
		for _, list := range s.follow(m.then, i == 0) {
			count += len(list)
		}
		for _, other := range w.met {
			if t, ok := s.named[other.object]; ok && follows(t.kind, m.then, i == 0) {
				count--
			}
		}
	}
	return count
}

func (c *chains) stepsFrom(i int) *steps {
	s, known := c.steps[i]
	if !known {
		s = stepsFrom(c.g, i)
		c.steps[i] = s
	}
	return s
}
