package kustomize

import (
	"strings"
	"sync"

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

// of gives the origin of the object with this index, or nil.
func (o *origins) of(index int) *origin {
	o.once.Do(o.match)
	return o.found[index]
}

// match gives each object the first origin left that fits it best: first by all
// of its identity, then by a part of its name, in the end by its kind alone.
func (o *origins) match() {
	c := collector{r: o.r}
	all := c.layer(nil, o.top)
	o.found = make([]*origin, len(o.bodies))
	o.matchBy(all, (*origin).last, unversioned)
	o.matchBy(all, (*origin).last, anyNamespace)
	o.matchBy(all, (*origin).first, anyNamespace)
	for i, body := range o.bodies {
		if o.found[i] == nil {
			o.found[i] = byPartOfName(all, identify(manifest.Object{Body: body}))
		}
	}
	o.matchBy(all, (*origin).first, kindOnly)
	for i, from := range o.found {
		if from != nil {
			from.index, from.body = i, o.bodies[i]
		}
	}
}

func unversioned(id identity) identity {
	id.version = ""
	return id
}

func anyNamespace(id identity) identity {
	id.namespace, id.version = "", ""
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
		if from.taken || from.first().kind != id.kind || !strings.Contains(id.name, from.first().name) {
			continue
		}
		if best == nil || len(from.first().name) > len(best.first().name) {
			best = from
		}
	}
	if best != nil {
		best.taken = true
	}
	return best
}
