package policy

import (
	"runtime"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
)

// Input gives the document that policies judge; policies/schemas/input.json
// describes it. Of the question it has what is known of the clusters.
//
// The body of an object is what its manifest says, with one exception: a
// CustomResourceDefinition lacks the schemas of its versions, which are large
// and concern no policy.
func Input(g *graph.Graph, q lint.Question) ast.Value {
	t := newTerms()
	fields := [][2]*ast.Term{
		t.item("units", t.units(g)),
		t.item("environments", t.environments(g)),
		t.item("by_kind", t.byKind(g)),
		t.item("objects", objects(g)),
		t.item("repeated", repeated(g)),
	}
	if q.KubeVersion != "" {
		fields = append(fields, t.item("kubernetes_version", ast.StringTerm(q.KubeVersion)))
	}
	if q.Platform != (lint.Platform{}) {
		fields = append(fields, t.item("platform", t.platform(q.Platform)))
	}
	return ast.NewObject(fields...)
}

// objects converts all objects, as many at a time as there are processors.
func objects(g *graph.Graph) *ast.Term {
	list := make([]*ast.Term, len(g.Objects))
	bodies := make([]*ast.Term, len(g.Objects))
	inChunks(len(g.Objects), func(from, to int) {
		t := newTerms()
		for i := from; i < to; i++ {
			if g.Objects[i].Of < 0 {
				bodies[i] = t.value(bodyOf(&g.Objects[i]))
			}
		}
	})
	inChunks(len(g.Objects), func(from, to int) {
		t := newTerms()
		for i := from; i < to; i++ {
			list[i] = t.object(g, i, bodies)
		}
	})
	return ast.ArrayTerm(list...)
}

// inChunks calls convert for ranges that together are 0 to n.
func inChunks(n int, convert func(from, to int)) {
	size := max(64, n/(4*runtime.GOMAXPROCS(0))+1)
	var wait sync.WaitGroup
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	for from := 0; from < n; from += size {
		limit <- struct{}{}
		wait.Go(func() {
			convert(from, min(from+size, n))
			<-limit
		})
	}
	wait.Wait()
}

func (t terms) environments(g *graph.Graph) *ast.Term {
	list := make([]*ast.Term, len(g.Environments))
	for e := range g.Environments {
		environment := &g.Environments[e]
		list[e] = ast.ObjectTerm(
			t.item("index", ast.InternedTerm(e)),
			t.item("name", ast.StringTerm(environment.Name)),
			t.item("sees", indices(environment.Sees)),
			t.item("partial", ast.InternedTerm(environment.Partial)),
			t.item("by_kind", t.kinds(g, environment.Objects, func(*graph.Object) bool { return true })),
			t.item("by_name", t.names(g, environment.Objects)),
		)
	}
	return ast.ArrayTerm(list...)
}

func (t terms) byKind(g *graph.Graph) *ast.Term {
	all := make([]int, len(g.Objects))
	for i := range all {
		all[i] = i
	}
	return t.kinds(g, all, func(o *graph.Object) bool { return o.Judged })
}

// kinds maps the kinds of objects to their indices.
func (t terms) kinds(g *graph.Graph, objects []int, include func(*graph.Object) bool) *ast.Term {
	byKind := map[string][]int{}
	for _, i := range objects {
		if o := &g.Objects[i]; include(o) {
			byKind[o.KindKey()] = append(byKind[o.KindKey()], i)
		}
	}
	list := make([][2]*ast.Term, 0, len(byKind))
	for kind, members := range byKind {
		list = append(list, t.item(kind, indices(members)))
	}
	return ast.ObjectTerm(list...)
}

// names maps kinds to the names of objects, and these to their indices. The
// first object of a name counts.
func (t terms) names(g *graph.Graph, objects []int) *ast.Term {
	byName := map[string][][2]*ast.Term{}
	seen := map[[2]string]bool{}
	for _, i := range objects {
		o := &g.Objects[i]
		kind, name := o.KindKey(), o.Name
		if o.Namespace != "" {
			name = o.Namespace + "/" + o.Name
		}
		if o.Name != "" && !seen[[2]string{kind, name}] {
			seen[[2]string{kind, name}] = true
			byName[kind] = append(byName[kind], [2]*ast.Term{ast.StringTerm(name), ast.InternedTerm(i)})
		}
	}
	list := make([][2]*ast.Term, 0, len(byName))
	for kind, members := range byName {
		list = append(list, t.item(kind, ast.ObjectTerm(members...)))
	}
	return ast.ObjectTerm(list...)
}

// repeated lists the judged objects that share group, kind, namespace and name in
// one environment, as lists of indices.
func repeated(g *graph.Graph) *ast.Term {
	type identity struct{ kind, namespace, name string }
	var lists []*ast.Term
	for e := range g.Environments {
		seen := make(map[identity][]int, len(g.Environments[e].Objects))
		var again []identity
		for _, i := range g.Environments[e].Objects {
			o := &g.Objects[i]
			if !o.Judged || o.Name == "" || o.Group == "config" {
				continue
			}
			id := identity{o.KindKey(), o.Namespace, o.Name}
			seen[id] = append(seen[id], i)
			if len(seen[id]) == 2 {
				again = append(again, id)
			}
		}
		for _, id := range again {
			lists = append(lists, indices(seen[id]))
		}
	}
	return ast.ArrayTerm(lists...)
}

// declared tells how the file of an object names it, and which file it is. Only
// where policies ask for it is it looked up, since that takes time.
func (t terms) declared(o *graph.Object, unit *graph.Unit) (declaration *ast.Term, ok bool) {
	switch o.KindKey() {
	case "Namespace":
		ok = unit.Deployer.Kind == "Kustomization"
	case "apiextensions.k8s.io/CustomResourceDefinition":
		ok = unit.Target.Kind == render.KindHelm || unit.Deployer.Kind == "HelmRelease"
	}
	if !ok || o.Manifest.Source == nil {
		return nil, false
	}
	origin := o.Manifest.Source.Origin()
	return ast.ObjectTerm(
		t.item("file", ast.StringTerm(origin.File)),
		t.item("name", ast.StringTerm(origin.Name)),
	), true
}

// object converts the object of that index. bodies holds the converted body of
// every object that is no view.
func (t terms) object(g *graph.Graph, i int, bodies []*ast.Term) *ast.Term {
	o := &g.Objects[i]
	body := bodies[i]
	if o.Of >= 0 {
		body = bodies[o.Of]
	}
	fields := [][2]*ast.Term{
		t.item("index", ast.InternedTerm(i)),
		t.item("group", t.key(o.Group)),
		t.item("version", t.key(o.Version)),
		t.item("kind", t.key(o.Kind)),
		t.item("namespace", t.key(o.Namespace)),
		t.item("name", ast.StringTerm(o.Name)),
		t.item("unit", t.key(g.Units[o.Unit].Target.Name())),
		t.item("environment", ast.InternedTerm(o.Environment)),
		t.item("judged", ast.InternedTerm(o.Judged)),
		t.item("body", body),
		t.item("links", t.links(o.Links)),
		t.item("linked_by", t.backlinks(o.LinkedBy)),
		t.item("unresolved", t.missing(o.Missing)),
	}
	if declaration, ok := t.declared(o, &g.Units[o.Unit]); ok {
		fields = append(fields, t.item("declared", declaration))
	}
	if o.Template != nil {
		fields = append(fields, t.item("pod_template", ast.ObjectTerm(
			t.item("object", ast.InternedTerm(o.Template.Object)),
			t.item("path", t.path(o.Template.Path)),
		)))
	}
	return ast.ObjectTerm(fields...)
}

func (t terms) links(links []graph.Link) *ast.Term {
	return grouped(t, links, func(l graph.Link) (graph.Relation, *ast.Term) {
		return l.Relation, ast.ObjectTerm(
			t.item("object", ast.InternedTerm(l.Object)),
			t.item("path", t.path(l.Path)),
		)
	})
}

func (t terms) backlinks(links []graph.Backlink) *ast.Term {
	return grouped(t, links, func(l graph.Backlink) (graph.Relation, *ast.Term) {
		return l.Relation, ast.InternedTerm(l.Object)
	})
}

func (t terms) missing(list []graph.Missing) *ast.Term {
	return grouped(t, list, func(m graph.Missing) (graph.Relation, *ast.Term) {
		return m.Relation, ast.ObjectTerm(
			t.item("kind", t.key(m.Kind)),
			t.item("namespace", t.key(m.Namespace)),
			t.item("name", ast.StringTerm(m.Name)),
			t.item("path", t.path(m.Path)),
		)
	})
}

// grouped maps relations to lists of terms. Items of a relation stand together.
func grouped[T any](t terms, items []T, convert func(T) (graph.Relation, *ast.Term)) *ast.Term {
	if len(items) == 0 {
		return ast.InternedEmptyObject
	}
	var fields [][2]*ast.Term
	var list []*ast.Term
	var current graph.Relation
	flush := func() {
		if len(list) > 0 {
			fields = append(fields, t.item(string(current), ast.ArrayTerm(list...)))
			list = nil
		}
	}
	for _, item := range items {
		relation, term := convert(item)
		if relation != current {
			flush()
			current = relation
		}
		list = append(list, term)
	}
	flush()
	return ast.ObjectTerm(fields...)
}
