package graph

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// builder holds what is needed while a graph is built.
type builder struct {
	graph *Graph
	// references and selectors belong to the objects of the same index.
	references [][]reference
	selectors  []*selector
	declared   map[kindName]bool
	indices    []*index
	// views finds the view of an object in an environment.
	views     map[viewKey]int
	podPlaces []place
	// namespacePath leads to metadata.namespace.
	namespacePath manifest.Path
	places        map[string][]place
	// labels are the labels of the pods of each workload, by key.
	labels [][]label
	// everywhere is set where some selector chooses in all namespaces.
	everywhere bool
}

type viewKey struct{ environment, object int }

func newBuilder(judged, context []render.Unit) *builder {
	b := &builder{
		graph:         &Graph{},
		views:         map[viewKey]int{},
		podPlaces:     podPlaces(),
		namespacePath: fieldPath("metadata", "namespace"),
		places:        map[string][]place{},
	}
	count := 0
	for _, unit := range slices.Concat(judged, context) {
		count += len(unit.Objects)
	}
	b.graph.Objects = make([]Object, 0, count)
	b.addUnits(judged, true)
	b.addUnits(context, false)
	b.declared = scopes(b.graph.Objects)
	for i := range b.graph.Objects {
		o := &b.graph.Objects[i]
		o.Namespace = b.namespace(o.Group, o.Kind, o.Manifest.Namespace())
	}
	b.setEnvironments()
	b.indices = make([]*index, len(b.graph.Environments))
	b.references, b.selectors, b.labels = make([][]reference, count), make([]*selector, count), make([][]label, count)
	for i := range b.graph.Objects {
		b.references[i] = b.referencesOf(i)
		b.selectors[i] = selectorOf(&b.graph.Objects[i])
		b.everywhere = b.everywhere || b.selectors[i] != nil && b.selectors[i].everywhere
	}
	return b
}

func (b *builder) addUnits(units []render.Unit, judged bool) {
	keys := map[kindName]string{}
	for _, unit := range units {
		u := len(b.graph.Units)
		b.graph.Units = append(b.graph.Units, Unit{Target: unit.Target, Environment: unit.Environment, Deployer: unit.Deployer, Partial: unit.Partial, Everywhere: unit.Everywhere, Facts: unit.Facts})
		for _, object := range unit.Objects {
			group, version, kind := typeOf(object)
			key, known := keys[kindName{group, kind}]
			if !known {
				key = KindKey(group, kind)
				keys[kindName{group, kind}] = key
			}
			b.graph.Objects = append(b.graph.Objects, Object{
				Group: group, Version: version, Kind: kind, Name: object.Name(),
				Unit: u, Of: -1, Judged: judged && !isTestHook(object), Manifest: object, kindKey: key,
			})
		}
	}
}

// isTestHook tells whether Helm runs the object only for `helm test`.
// https://helm.sh/docs/topics/charts_hooks/
func isTestHook(object manifest.Object) bool {
	for hook := range strings.SplitSeq(object.Annotation("helm.sh/hook"), ",") {
		switch strings.TrimSpace(hook) {
		case "test", "test-success", "test-failure":
			return true
		}
	}
	return false
}

// namespace gives the namespace of an object of a kind that names one, or
// none.
func (b *builder) namespace(group, kind, named string) string {
	isCluster, known := b.declared[kindName{group, kind}]
	switch {
	case group == "config", isCluster, !known && clusterScoped(group, kind):
		return ""
	case named == "":
		return "default"
	}
	return named
}

func (o *Object) identity() identity { return identity{o.Group, o.Kind, o.Namespace, o.Name} }

// referencesOf reads all fields of an object that name another one.
func (b *builder) referencesOf(i int) []reference {
	o := &b.graph.Objects[i]
	kind := o.KindKey()
	list, known := b.places[kind]
	if !known {
		list = places(kind)
		b.places[kind] = list
	}
	result := make([]reference, 0, 4)
	if o.Namespace != "" && o.Manifest.Dialect == "" {
		result = append(result, reference{LivesIn, identity{"", "Namespace", "", o.Namespace}, b.namespacePath, true})
	}
	read := func(list []place, body any, base manifest.Path) {
		for _, p := range list {
			walk(body, p.at, base, func(value any, path manifest.Path) {
				target := p.read(value, o.Namespace)
				if target.name == "" {
					return
				}
				if b.namespace(target.group, target.kind, "") == "" {
					target.namespace = ""
				}
				result = append(result, reference{p.relation, target, slices.Clone(path), mapping(value)["optional"] == true})
			})
		}
	}
	buffer := make(manifest.Path, 0, 16) // walk appends to it, over and over
	read(list, o.Manifest.Body, buffer)
	if path, ok := templatePath(o); ok {
		read(b.podPlaces, at(o.Manifest.Body, path), append(buffer, path...))
	}
	return append(result, annotated(o)...)
}

func (b *builder) sortLinks() {
	for i := range b.graph.Objects {
		o := &b.graph.Objects[i]
		slices.SortStableFunc(o.Links, func(a, b Link) int { return cmp.Compare(a.Relation, b.Relation) })
		slices.SortStableFunc(o.LinkedBy, func(a, b Backlink) int {
			return cmp.Or(cmp.Compare(a.Relation, b.Relation), cmp.Compare(a.Object, b.Object))
		})
		o.LinkedBy = slices.Compact(o.LinkedBy)
		slices.SortStableFunc(o.Missing, func(a, b Missing) int { return cmp.Compare(a.Relation, b.Relation) })
	}
}
