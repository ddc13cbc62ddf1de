package graph

import (
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// join finds the links of the objects of an environment. The environments that
// it sees are joined already.
func (b *builder) join(e int) {
	b.indices[e] = b.newIndex(e)
	b.joinByName(e)
	b.setTemplates(e)
	b.indexPods(e)
	b.joinByLabels(e)
	for _, seen := range b.graph.Environments[e].Sees {
		if b.indices[seen].referrers == nil {
			b.indexReverse(seen)
		}
		b.joinReferrers(e, seen)
		b.joinChoosers(e, seen)
	}
}

// joinByName follows the references of the environment's own objects.
func (b *builder) joinByName(e int) {
	for _, i := range b.graph.Environments[e].Objects {
		for _, r := range b.references[i] {
			if target, ok := b.find(e, r.target); ok {
				b.link(i, r.relation, target, r.path)
			} else if !r.hint {
				o := &b.graph.Objects[i]
				o.Missing = append(o.Missing, Missing{r.relation, KindKey(r.target.group, r.target.kind), r.target.namespace, r.target.name, r.path})
			}
		}
	}
}

// find gives the object of that identity which the environment has or sees, as
// a view where it is seen.
func (b *builder) find(e int, id identity) (int, bool) {
	if i, ok := b.indices[e].objects[id]; ok {
		return i, true
	}
	for _, seen := range b.graph.Environments[e].Sees {
		if i, ok := b.indices[seen].objects[id]; ok {
			return b.view(e, i), true
		}
	}
	return 0, false
}

// joinByLabels follows the selectors of the environment's own objects.
func (b *builder) joinByLabels(e int) {
	for _, i := range b.graph.Environments[e].Objects {
		s := b.selectors[i]
		if s == nil {
			continue
		}
		for _, target := range b.chosen(e, s) {
			b.link(i, Selects, target, s.path)
		}
		for _, seen := range b.graph.Environments[e].Sees {
			for _, target := range b.chosen(seen, s) {
				if !b.hidden(e, target) {
					b.link(i, Selects, b.view(e, target), s.path)
				}
			}
		}
	}
}

// joinReferrers finds the references by name from a seen environment to the
// environment's own objects.
func (b *builder) joinReferrers(e, seen int) {
	for _, i := range b.graph.Environments[e].Objects {
		id := b.graph.Objects[i].identity()
		if b.indices[e].objects[id] != i {
			continue
		}
		for _, r := range b.indices[seen].referrers[id] {
			if b.hidden(e, r.object) {
				continue
			}
			source := b.view(e, r.object)
			b.link(source, r.relation, i, r.path)
			o := &b.graph.Objects[source]
			o.Missing = slices.DeleteFunc(o.Missing, func(m Missing) bool {
				return m.Relation == r.relation && slices.Equal(m.Path, r.path)
			})
		}
	}
}

// joinChoosers finds the selectors of a seen environment that choose the
// environment's own workloads.
func (b *builder) joinChoosers(e, seen int) {
	for _, i := range b.graph.Environments[e].Objects {
		o := &b.graph.Objects[i]
		if o.Template == nil {
			continue
		}
		namespace, labels := o.Namespace, b.podLabels(i)
		for _, l := range append(b.labels[i], label{}) {
			for _, within := range []string{namespace, everyNamespace} {
				for _, source := range b.indices[seen].choosers[podKey{within, l}] {
					if s := b.selectors[source]; s.matches(labels) && !b.hidden(e, source) {
						b.link(b.view(e, source), Selects, i, s.path)
					}
				}
			}
		}
	}
}

// hidden tells whether an object of a seen environment has the identity of one
// that the environment has itself, or sees nearer.
func (b *builder) hidden(e, i int) bool {
	o := &b.graph.Objects[i]
	id := o.identity()
	if _, own := b.indices[e].objects[id]; own {
		return true
	}
	for _, seen := range b.graph.Environments[e].Sees {
		if seen == o.Environment {
			return false
		}
		if _, nearer := b.indices[seen].objects[id]; nearer {
			return true
		}
	}
	return false
}

// view gives the entry by which the environment knows an object of a seen one.
// It has the links that the object has there, save to and from objects which
// the environment replaces by its own.
func (b *builder) view(e, i int) int {
	if v, ok := b.views[viewKey{e, i}]; ok {
		return v
	}
	v := len(b.graph.Objects)
	b.views[viewKey{e, i}] = v
	o := b.graph.Objects[i]
	o.Environment, o.Of, o.Judged = e, i, false
	o.Links = slices.DeleteFunc(slices.Clone(o.Links), func(l Link) bool { return b.hidden(e, b.original(l.Object)) })
	o.LinkedBy = slices.DeleteFunc(slices.Clone(o.LinkedBy), func(l Backlink) bool {
		return l.Relation == LivesIn || b.hidden(e, b.original(l.Object))
	})
	o.Missing = slices.Clone(o.Missing)
	b.graph.Objects = append(b.graph.Objects, o)
	return v
}

func (b *builder) original(i int) int {
	if of := b.graph.Objects[i].Of; of >= 0 {
		return of
	}
	return i
}

// link joins two objects that one environment has or sees, both ways.
func (b *builder) link(from int, relation Relation, to int, path manifest.Path) {
	source, target := &b.graph.Objects[from], &b.graph.Objects[to]
	source.Links = append(source.Links, Link{relation, to, path})
	target.LinkedBy = append(target.LinkedBy, Backlink{relation, from})
}
