package gitops

import (
	"cmp"
	"slices"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Environment is what is known of a cluster: the objects of the units that reach
// it. It does not change while controllers look at it.
type Environment struct {
	// Name tells environments apart.
	Name string

	objects map[key]known
	// kinds holds the objects of a kind, and unsorted the kinds with new ones.
	kinds    map[groupKind][]manifest.Object
	unsorted map[groupKind]bool
	partial  bool
	// asked notes what a controller asks for; nil where nobody wants to know.
	asked *asked
}

// known is an object and what shaped it.
type known struct {
	manifest.Object
	by *shaping
}

// key names an object.
type key struct{ group, kind, namespace, name string }

type groupKind struct{ group, kind string }

func keyOf(o manifest.Object) key {
	group, _ := o.GroupVersion()
	return key{group, o.Kind(), o.Namespace(), o.Name()}
}

func newEnvironment(name string) *Environment {
	return &Environment{Name: name, objects: map[key]known{}, kinds: map[groupKind][]manifest.Object{}, unsorted: map[groupKind]bool{}}
}

// Find gives the object of this group (the core group is ""), kind, namespace
// and name. An object without a namespace is found in each: what deploys it may
// choose one.
func (e *Environment) Find(group, kind, namespace, name string) (manifest.Object, bool) {
	k := key{group, kind, namespace, name}
	o, ok := e.objects[k]
	if !ok && namespace != "" {
		k.namespace = ""
		o, ok = e.objects[k]
	}
	if ok {
		e.asked.note(k)
	} else {
		e.asked.noteKind(groupKind{group, kind})
	}
	return o.Object, ok
}

// All gives the objects of a group and kind, sorted by namespace and name. The
// list is not to be changed.
func (e *Environment) All(group, kind string) []manifest.Object {
	e.asked.noteKind(groupKind{group, kind})
	return e.kinds[groupKind{group, kind}]
}

// Those gives those of All that fit. The others have no part in what becomes of
// an answer.
func (e *Environment) Those(group, kind string, fit func(manifest.Object) bool) []manifest.Object {
	var all []manifest.Object
	for _, o := range e.kinds[groupKind{group, kind}] {
		if fit(o) {
			e.asked.note(keyOf(o))
			all = append(all, o)
		}
	}
	return all
}

// sort brings the objects of each kind that has new ones into order.
func (e *Environment) sort() {
	for kind := range e.unsorted {
		slices.SortStableFunc(e.kinds[kind], func(a, b manifest.Object) int {
			return cmp.Or(cmp.Compare(a.Namespace(), b.Namespace()), cmp.Compare(a.Name(), b.Name()))
		})
	}
	clear(e.unsorted)
}

// Complete tells whether all that reaches the cluster is known as far as it has
// been looked at: if not, what is absent may still be there.
func (e *Environment) Complete() bool { return !e.partial }

// add takes in the objects of a unit, and what shaped them.
func (e *Environment) add(u render.Unit, by *shaping) {
	e.partial = e.partial || u.Partial
	for _, o := range u.Objects {
		k := keyOf(o)
		if _, taken := e.objects[k]; taken {
			continue
		}
		e.objects[k] = known{o, by}
		of := groupKind{k.group, k.kind}
		e.kinds[of] = append(e.kinds[of], o)
		e.unsorted[of] = true
	}
}
