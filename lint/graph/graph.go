// Package graph joins the objects of rendered units: it tells which of them
// meet in one cluster, and which of them refer to which. It knows the fields of
// Kubernetes and of common controllers that hold references, and nothing of
// rules. Its time and memory grow linearly with the objects and the links
// between them.
package graph

import (
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Graph holds the objects of a run and how they hang together. It is not
// changed after Build, and is safe for concurrent use.
type Graph struct {
	// Units are the judged units, then those that are context only.
	Units []Unit
	// Environments are that of what exists everywhere, where there is such a
	// thing, the plain ones, sorted by name, then in the order of the
	// units one for each cluster that is deployed to, and one for each other unit.
	Environments []Environment
	// Objects are those of the units in their order, then the views.
	Objects []Object
}

// Unit is what the graph keeps of a rendered unit.
type Unit struct {
	Target render.Target
	// Environment names the cluster that an object of Flux or Argo CD deploys the
	// unit to; "" for a unit that nothing deploys.
	Environment string
	// Deployer is the object that deploys the unit, with what it waits for.
	Deployer render.Deployer
	Partial  bool
	// Everywhere is set for objects that exist in every cluster.
	Everywhere bool
	// Facts are what the user says of the unit and of where it goes.
	Facts render.Facts
}

// Environment is a set of objects that reach one cluster together.
type Environment struct {
	// Name is the name of the unit, that of the cluster that is deployed to, or
	// the path below which the plain manifests of the environment lie, or "" for
	// all plain manifests that no other environment claims.
	Name string
	// Objects are the objects of the environment, without views.
	Objects []int
	// Sees are the environments whose objects are in the same cluster too,
	// though this one is not in theirs. The nearest comes first: where an
	// identity occurs more than once, the first one counts.
	Sees []int
	// Partial is set where a unit of the environment is partial.
	Partial bool
}

// Object is an object in one environment.
//
// A view is a further entry for an object of a seen environment, which stands
// for that object as the seeing environment finds it: an overlay sees the plain
// Service that selects the overlay's pods, while the Service itself selects
// only what is plain. Only objects that a reference joins to one of the
// environment's own have a view. Thus whoever follows links never leaves the
// clusters that the object he started from is in.
type Object struct {
	// Group, Version and Kind are the object's type. Documents that are no
	// Kubernetes objects have the group "config" and their dialect as kind.
	Group, Version, Kind string
	// Namespace is "" for a cluster-scoped object, and "default" for another
	// whose manifest names none.
	Namespace, Name string
	// Unit and Environment are indices into the graph.
	Unit, Environment int
	// Of is the index of the object that this one is a view of, or -1.
	Of int
	// Judged is false for context, views and the test hooks of Helm.
	Judged   bool
	Manifest manifest.Object
	// Links are the references of the object, LinkedBy those to it, and
	// Missing those whose target is not in scope; each sorted by relation, and
	// within a relation in the order of the references.
	Links    []Link
	LinkedBy []Backlink
	Missing  []Missing
	// Template is nil for an object that makes no pods.
	Template *Template
	kindKey  string
}

// Link is a reference that leads to an object.
type Link struct {
	Relation Relation
	Object   int
	// Path leads to the field that refers: to the mapping that names the
	// target, where there is one, else to the name.
	Path manifest.Path
}

// Backlink names an object that has a Link.
type Backlink struct {
	Relation Relation
	Object   int
}

// Missing is a reference whose target is not in scope. Nothing is known of the
// target: it may exist outside of what was rendered.
type Missing struct {
	Relation Relation
	// Kind is group/Kind, or Kind in the core group.
	Kind            string
	Namespace, Name string
	Path            manifest.Path
}

// Template tells where the pod template of a workload stands: in the body of
// Object, which is the workload itself save for a Rollout with a workloadRef,
// at Path.
type Template struct {
	Object int
	Path   manifest.Path
}

// KindKey writes a kind as group/Kind, or as Kind in the core group.
func KindKey(group, kind string) string {
	if group == "" {
		return kind
	}
	return group + "/" + kind
}

// KindKey gives the object's kind as group/Kind, or Kind in the core group.
func (o *Object) KindKey() string { return o.kindKey }

// Build joins the objects of the judged units with one another and with those
// of the context units. The order of the units decides the order of the
// objects, and which of two objects of the same identity is found by name.
func Build(judged, context []render.Unit) *Graph {
	b := newBuilder(judged, context)
	for e := range b.graph.Environments {
		b.join(e)
	}
	b.sortLinks()
	return b.graph
}
