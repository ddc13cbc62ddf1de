package kustomize

import (
	"slices"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// origins finds what the objects of one unit were made from. kustomize could
// annotate them with it, but the annotations are lost where a JSON patch
// replaces all annotations, they make some patches succeed that otherwise fail,
// and they cost a fifth of the time. The walk knows enough: what each layer
// adds, and how the layers above change names and namespaces.
type origins struct {
	r      *Renderer
	top    *layer
	bodies []map[string]any

	once  sync.Once
	found []*origin // by index of bodies; nil where there is none
}

// origin is what an object was made from: an object in a file, an entry of a
// generator, or a chart.
type origin struct {
	// layers lead from the top to the one that adds the object.
	layers []*layer
	// first is the identity that the object has in its file, and final the one
	// to be expected of it in the end. The final name of what a generator makes
	// may be followed by a hash.
	first, final identity

	object    manifest.Object
	generator *generator
	chart     *chartObject
	taken     bool
}

// identity tells the objects of a unit apart.
type identity struct{ group, kind, namespace, name string }

func identify(o manifest.Object) identity {
	group, _ := o.GroupVersion()
	return identity{group, o.Kind(), o.Namespace(), o.Name()}
}

// maxOrigins bounds the search: bases may be used over and over.
const maxOrigins = 100_000

// of gives the origin of the object with this index, or nil.
func (o *origins) of(index int) *origin {
	o.once.Do(o.match)
	return o.found[index]
}

// match gives each object the first origin left that fits it best: first by all
// of its identity, then by a part of its name, in the end by its kind alone.
func (o *origins) match() {
	all := o.collect(nil, o.top, nil)
	o.found = make([]*origin, len(o.bodies))
	asItIs := func(id identity) identity { return id }
	o.matchBy(all, func(from *origin) identity { return from.final }, asItIs)
	o.matchBy(all, func(from *origin) identity { return from.final }, anyNamespace)
	o.matchBy(all, func(from *origin) identity { return from.first }, anyNamespace)
	for i, body := range o.bodies {
		if o.found[i] == nil {
			o.found[i] = byPartOfName(all, identify(manifest.Object{Body: body}))
		}
	}
	o.matchBy(all, func(from *origin) identity { return from.first }, kindOnly)
}

func anyNamespace(id identity) identity {
	id.namespace = ""
	return id
}

func kindOnly(id identity) identity { return identity{kind: id.kind} }

// matchBy gives each object without an origin the first one left that has the
// same identity, in the form that both are compared in.
func (o *origins) matchBy(all []*origin, of func(*origin) identity, form func(identity) identity) {
	left := map[identity][]*origin{}
	for _, from := range all {
		if !from.taken {
			id := form(of(from))
			left[id] = append(left[id], from)
		}
	}
	for i, body := range o.bodies {
		if o.found[i] != nil {
			continue
		}
		id := form(identify(manifest.Object{Body: body}))
		if len(left[id]) == 0 {
			id = withoutHash(id)
		}
		if fits := left[id]; len(fits) > 0 {
			o.found[i], left[id] = fits[0], fits[1:]
			fits[0].taken = true
		}
	}
}

// hashLength is how many characters a generated name ends with.
const hashLength = 10

func withoutHash(id identity) identity {
	if i := len(id.name) - hashLength - 1; i > 0 && id.name[i] == '-' && (id.kind == "ConfigMap" || id.kind == "Secret") {
		id.name = id.name[:i]
	}
	return id
}

// byPartOfName finds the origin of the kind whose name is the longest part of
// the object's name.
func byPartOfName(all []*origin, id identity) *origin {
	var best *origin
	for _, from := range all {
		if from.taken || from.first.kind != id.kind || !strings.Contains(id.name, from.first.name) {
			continue
		}
		if best == nil || len(from.first.name) > len(best.first.name) {
			best = from
		}
	}
	if best != nil {
		best.taken = true
	}
	return best
}

// collect adds what the layer and those below it add to a unit, in the order of
// kustomize.
func (o *origins) collect(all []*origin, l *layer, above []*layer) []*origin {
	layers := append(above[:len(above):len(above)], l)
	add := func(from origin) {
		from.layers = layers
		from.final = finally(from.first, layers, from.chart != nil)
		all = append(all, &from)
	}
	components := slices.IndexFunc(l.parts, func(p part) bool {
		return p.layer != nil && p.layer.spec.Kind == types.ComponentKind
	})
	if components < 0 {
		components = len(l.parts)
	}
	parts := func(parts []part) {
		for _, p := range parts {
			if len(all) > maxOrigins {
				return
			}
			if p.layer != nil {
				all = o.collect(all, p.layer, layers)
				continue
			}
			for _, object := range o.r.objects(p.file) {
				add(origin{first: identify(object), object: object})
			}
		}
	}
	parts(l.parts[:components])
	for _, g := range generators(l) {
		add(origin{first: g.identity(), generator: g})
	}
	for i := range l.charts {
		for j := range l.charts[i].objects {
			object := &l.charts[i].objects[j]
			add(origin{first: object.identity, chart: object})
		}
	}
	parts(l.parts[components:])
	return all
}

// finally gives the identity that the layers give to an object.
func finally(id identity, layers []*layer, inflated bool) identity {
	for _, l := range slices.Backward(layers) {
		if !slices.Contains(unprefixed, id.kind) {
			id.name = l.spec.NamePrefix + id.name + l.spec.NameSuffix
		}
		if l.spec.Namespace == "" || inflated {
			continue
		}
		if id.namespace = l.spec.Namespace; id.kind == "Namespace" {
			id.name = l.spec.Namespace
		}
	}
	return id
}

// unprefixed are the kinds whose names kustomize leaves alone. See
// https://github.com/kubernetes-sigs/kustomize/blob/api/v0.21.2/api/internal/builtins/PrefixTransformer.go
var unprefixed = []string{"CustomResourceDefinition", "APIService", "Namespace"}
