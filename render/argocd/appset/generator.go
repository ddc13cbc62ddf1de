package appset

import (
	"errors"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// The kinds of generators, as fields of a generator.
const (
	kindList     = "list"
	kindClusters = "clusters"
	kindGit      = "git"
	kindMatrix   = "matrix"
	kindMerge    = "merge"
)

// generatorKinds gives the kinds in the order in which the controller asks those
// of one generator. See ApplicationSetGenerator in
// https://github.com/argoproj/argo-cd/blob/master/pkg/apis/application/v1alpha1/applicationset_types.go
func generatorKinds() []string {
	return []string{
		kindList, kindClusters, kindGit, "scmProvider", "clusterDecisionResource", "pullRequest",
		kindMatrix, kindMerge, "plugin",
	}
}

// generator is an item of a list of generators.
type generator struct {
	// fields are its fields, and raw the same before the parameters of another
	// generator were filled in.
	fields, raw map[string]any
	at          manifest.Path
	// outer are those parameters; nil where there are none.
	outer *params
}

// part is one kind of a generator with its settings.
type part struct {
	generator
	kind string
}

// parts gives what a generator generates with: most often one kind.
func (g generator) parts() []part {
	var list []part
	for _, kind := range generatorKinds() {
		if settings, ok := g.fields[kind].(map[string]any); ok {
			raw, _ := g.raw[kind].(map[string]any)
			at := below(g.at, manifest.Key(kind))
			list = append(list, part{generator{fields: settings, raw: raw, at: at, outer: g.outer}, kind})
		}
	}
	return list
}

// field gives the place of a field.
func (g generator) field(key string) manifest.Path { return below(g.at, manifest.Key(key)) }

// generate makes the Applications of one generator of the set.
func (x *expansion) generate(g generator) {
	parts := g.parts()
	if len(parts) == 0 {
		x.fail(g.at, "the generator is of no known kind")
	}
	for _, p := range parts {
		list, ok := x.filtered(g, p)
		if !ok {
			continue
		}
		override, _ := p.fields["template"].(map[string]any)
		b := x.builder(override, p.field("template"))
		for _, set := range list {
			b.build(set)
		}
	}
}

// nested gives the parameters of a generator within another one, after those of
// outer were filled in. ok is false where they are not known.
func (x *expansion) nested(fields map[string]any, at manifest.Path, outer *params) (list []*params, ok bool) {
	g := generator{fields: fields, raw: fields, at: at, outer: outer}
	if outer != nil && len(outer.values) > 0 {
		filled, err := x.templating.fields(fields, outer.values, map[string]string{})
		if err != nil {
			x.unrendered(at, err)
			return nil, false
		}
		g.fields = filled
	}
	parts := g.parts()
	if len(parts) != 1 {
		x.fail(at, "a generator within another one has exactly one kind, this one has %d", len(parts))
		return nil, false
	}
	return x.filtered(g, parts[0])
}

// unrendered reports a text at a path, or in what stands there, that cannot be
// rendered.
func (x *expansion) unrendered(at manifest.Path, err error) {
	var inner *placedError
	if errors.As(err, &inner) {
		at = below(at, inner.path...)
	}
	if errors.Is(err, errUnsteady) {
		x.skip(render.ReasonPartial, at, "what its template gives cannot be known: %s", unsteadyCall(err))
		return
	}
	x.fail(at, "%v", err)
}

// unsteadyCall gives the end of the message of a template that called an
// unsteady function: which one.
func unsteadyCall(err error) string {
	message := err.Error()
	return message[strings.LastIndex(message, ": ")+2:]
}

// filtered gives the parameters of one kind of a generator that the selector of
// the generator takes. Parameters of other generators are not filled in there.
func (x *expansion) filtered(g generator, p part) (list []*params, ok bool) {
	all, ok := x.params(p)
	if !ok || g.raw["selector"] == nil {
		return all, ok
	}
	s, err := newSelector(g.raw["selector"])
	if err != nil {
		x.fail(g.field("selector"), "%v", err)
		return nil, false
	}
	for _, set := range all {
		if s.matches(flatten(set.values)) {
			list = append(list, set)
		}
	}
	return list, true
}

func (x *expansion) params(p part) (list []*params, ok bool) {
	if err := x.ctx.Err(); err != nil {
		x.fail(p.at, "%v", err)
		return nil, false
	}
	switch p.kind {
	case kindList:
		return x.list(p)
	case kindClusters:
		return x.clusters(p)
	case kindGit:
		return x.git(p)
	case kindMatrix:
		return x.matrix(p)
	case kindMerge:
		return x.merge(p)
	}
	x.skip(render.ReasonPartial, p.at, "what the %s generator gives is known to the cluster alone", p.kind)
	return nil, false
}

// addValues adds the values of a generator, which may refer to its other
// parameters but not to each other.
func (x *expansion) addValues(p part, set *params) bool {
	values := texts(p.fields["values"])
	rendered := make(map[string]string, len(values))
	for _, key := range sortedKeys(values) {
		text, err := x.templating.text(values[key], set.values)
		if err != nil {
			x.unrendered(below(p.field("values"), manifest.Key(key)), err)
			return false
		}
		rendered[key] = text
	}
	if x.templating.goTemplate && len(rendered) > 0 {
		set.values["values"] = rendered
	}
	for key, text := range rendered {
		set.from["values."+key] = where{x.set.Source, below(p.field("values"), manifest.Key(key))}
		if !x.templating.goTemplate {
			set.values["values."+key] = text
		}
	}
	return true
}
