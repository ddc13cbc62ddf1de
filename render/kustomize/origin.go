package kustomize

import (
	"cmp"
	"maps"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/resid"

	"github.com/kubegap/kubegap-lint/render/kustomize/schema"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// origin is what an object was made from: an object in a file, an entry of a
// generator, or an object of a chart.
type origin struct {
	// identities are those that the object has on its way, from the one in its
	// file to the one to be expected of it in the end, without the hash that the
	// name of what a generator makes may be followed by. kustomize finds the
	// object by any of them.
	identities []identity
	// unscoped tells that the object belongs to no namespace.
	unscoped bool
	// labels and annotations are what selectors see of it.
	labels, annotations map[string]string

	// object is the object in its file; without a body where there is none, or
	// where a chart does not tell.
	object    manifest.Object
	generator *generator
	chart     *chart

	// settings are those that may have changed it, in the order of kustomize.
	settings []setting
	taken    bool
	// index and body are those of the object in the unit; -1 and nil where it has
	// none.
	index int
	body  map[string]any
}

// identity tells the objects of a unit apart.
type identity struct{ group, version, kind, namespace, name string }

func identify(o manifest.Object) identity {
	group, version := o.GroupVersion()
	return identity{group, version, o.Kind(), o.Namespace(), o.Name()}
}

// newOrigin gives the origin of an object of a file or of a chart.
func newOrigin(id identity, object manifest.Object) *origin {
	metadata, _ := object.Body["metadata"].(map[string]any)
	o := &origin{identities: []identity{id}, unscoped: isUnscoped(id), object: object, index: -1}
	o.describe("labels", metadata["labels"])
	o.describe("annotations", metadata["annotations"])
	return o
}

// isUnscoped tells whether kustomize knows that the objects of a kind belong to no
// namespace.
func isUnscoped(id identity) bool {
	unscoped := false
	schema.Use(func() { unscoped = resid.NewGvk(id.group, id.version, id.kind).IsClusterScoped() })
	return unscoped
}

// first is the identity that the object has in its file.
func (o *origin) first() identity { return o.identities[0] }

// last is the identity that the object has by now.
func (o *origin) last() identity { return o.identities[len(o.identities)-1] }

// rename notes a new name and namespace.
func (o *origin) rename(namespace, name string) {
	id := o.last()
	if id.namespace, id.name = namespace, name; id != o.last() {
		o.identities = append(o.identities, id)
	}
}

// isCalled tells whether the object has or had this name, in this namespace, as
// an object of this kind. An empty version of the group fits any.
func (o *origin) isCalled(id identity) bool {
	for _, known := range o.identities {
		if id.kind == known.kind && id.group == known.group && id.name == known.name &&
			effective(id.namespace) == effective(known.namespace) {
			return true
		}
	}
	return false
}

// effective gives the namespace that an object without one is in.
func effective(namespace string) string { return cmp.Or(namespace, "default") }

// describe sets those labels or annotations that are in values; a null takes one away.
func (o *origin) describe(field string, values any) {
	mapping, _ := values.(map[string]any)
	if len(mapping) == 0 {
		return
	}
	all := &o.labels
	if field == "annotations" {
		all = &o.annotations
	}
	if *all = maps.Clone(*all); *all == nil {
		*all = map[string]string{}
	}
	for key, value := range mapping {
		if text, ok := value.(string); ok {
			(*all)[key] = text
		} else {
			delete(*all, key)
		}
	}
}

// isInflated tells whether the object is one of a chart, whose namespace
// kustomize leaves alone.
func (o *origin) isInflated() bool { return o.chart != nil }

// collector finds the origins of a unit, and what changes them, as kustomize goes
// through its layers.
type collector struct {
	r *Renderer
	// seen counts the origins.
	seen int
}

// maxOrigins bounds the search: bases may be used over and over.
const maxOrigins = 100_000

// layer adds the origins of a layer and those below it to all, in the order of
// kustomize, and gives all of them the settings of the layer. all is what a
// component is applied to.
func (c *collector) layer(all []*origin, l *layer) []*origin {
	components := slices.IndexFunc(l.parts, part.isComponent)
	if components < 0 {
		components = len(l.parts)
	}
	for _, p := range l.parts[:components] {
		switch {
		case c.seen > maxOrigins:
			return all
		case p.layer != nil:
			all = append(all, c.layer(nil, p.layer)...)
		default:
			for _, object := range c.r.objects(p.file) {
				all = c.add(all, newOrigin(identify(object), object))
			}
		}
	}
	for _, g := range c.r.generators(l) {
		if g.merges() {
			apply(g, all)
		} else {
			all = c.add(all, g.origin())
		}
	}
	for i := range l.charts {
		if l.charts[i].file == "" {
			continue
		}
		for _, object := range l.charts[i].objects {
			from := newOrigin(object.identity, object.object)
			from.chart = &l.charts[i]
			all = c.add(all, from)
		}
	}
	for _, p := range l.parts[components:] {
		all = c.layer(all, p.layer)
	}
	for _, s := range c.r.settings(l) {
		apply(s, all)
	}
	if l.above != nil {
		for _, s := range l.above() {
			apply(s, all)
		}
	}
	return all
}

func (c *collector) add(all []*origin, from *origin) []*origin {
	c.seen++
	return append(all, from)
}

// apply gives a setting to the origins that it reaches.
func apply(s setting, all []*origin) {
	if r, ok := s.(*replacement); ok {
		s = r.within(all)
	}
	for _, from := range all {
		if s.reaches(from) {
			from.settings = append(from.settings, s)
		}
	}
}
