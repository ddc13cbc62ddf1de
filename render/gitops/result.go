package gitops

import (
	"maps"
	"slices"

	"github.com/kubegap/kubegap-lint/render"
)

// Covers tells whether what has been followed so far deploys a target.
func (x *Expansion) Covers(t render.Target) bool { return len(x.covered[t.Path]) > 0 }

// superseded tells which bare units lead to what is deployed elsewhere, too: they
// were followed before it turned out that an object in another environment
// deploys them.
func (x *Expansion) superseded() []bool {
	list := make([]bool, len(x.bare))
	for i, b := range x.bare {
		list[i] = b.cluster != nil && slices.ContainsFunc(x.covered[b.Target.Path], func(root int) bool {
			return x.bare[root].cluster != b.cluster && !list[root]
		})
	}
	return list
}

// Result gives what has been followed, without the bare units that are deployed.
func (x *Expansion) Result() Result {
	r := Result{Missed: x.missed}
	superseded := x.superseded()
	for _, u := range x.deployed {
		u.node.Units = nil
	}
	for _, u := range x.deployed {
		if !superseded[u.root] {
			u.node.Units = append(u.node.Units, len(r.Units))
			r.Units = append(r.Units, u.Unit)
		}
	}
	for _, b := range x.bare {
		if !x.Covers(b.Target) {
			r.Bare = append(r.Bare, b.Unit)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(x.clusters)) {
		c := x.clusters[name]
		shown := Cluster{Name: name}
		for _, node := range c.roots {
			if !superseded[node.root] {
				shown.Roots = append(shown.Roots, node.Node)
			}
		}
		if len(shown.Roots) == 0 && len(c.roots) > 0 {
			continue
		}
		r.Clusters = append(r.Clusters, shown)
		for _, controller := range x.controllers {
			c.environment.sort()
			if checker, ok := controller.(Checker); ok {
				r.Failures = append(r.Failures, checker.Check(c.environment)...)
			}
		}
	}
	return r
}
