package flux

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Check gives what is wrong with the dependencies among the objects of Flux in an
// environment, sorted: those that the complete environment lacks, and those that
// lead back to where they start. It is for when nothing more will become known.
func (c *Controller) Check(e *gitops.Environment) []render.Problem {
	var problems []render.Problem
	for _, group := range []string{kustomizeGroup, helmGroup} {
		kind := "Kustomization"
		if group == helmGroup {
			kind = "HelmRelease"
		}
		g := dependencyGraph(kind, e.All(group, kind))
		if e.Complete() {
			problems = append(problems, g.missing()...)
		}
		problems = append(problems, g.cycles()...)
	}
	return render.Tidy(problems)
}

// dependency is an entry of spec.dependsOn.
type dependency struct {
	name string
	at   manifest.Location
}

// dependencies gives the names of the objects that o depends on, sorted. They are
// of its kind, and by default in its namespace. See
// https://fluxcd.io/flux/components/kustomize/kustomizations/#dependencies
func dependencies(o manifest.Object) []string {
	var names []string
	for _, ref := range read(o).get("spec", "dependsOn").items() {
		if name := ref.get("name").text(); name != "" {
			names = append(names, qualified(cmp.Or(ref.get("namespace").text(), o.Namespace()), name))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// graph holds what objects of one kind depend on, by name.
type graph struct {
	kind  string
	names []string
	edges map[string][]dependency
}

func dependencyGraph(kind string, objects []manifest.Object) *graph {
	g := &graph{kind: kind, edges: map[string][]dependency{}}
	for _, o := range objects {
		name := fullName(o)
		g.names = append(g.names, name)
		g.edges[name] = nil
		for _, ref := range read(o).get("spec", "dependsOn").items() {
			if to := ref.get("name").text(); to != "" {
				to = qualified(cmp.Or(ref.get("namespace").text(), o.Namespace()), to)
				g.edges[name] = append(g.edges[name], dependency{to, o.Source.Trace(ref.get("name").path).Location})
			}
		}
	}
	return g
}

// missing tells of dependencies that do not exist.
func (g *graph) missing() []render.Problem {
	var problems []render.Problem
	for _, name := range g.names {
		for _, to := range g.edges[name] {
			if _, exists := g.edges[to.name]; !exists && !unknown(to.name) {
				problems = append(problems, render.Problem{
					Reason:   render.ReasonRender,
					Message:  fmt.Sprintf("%s waits for the %s %s for ever, which does not exist", name, g.kind, to.name),
					Location: to.at,
				})
			}
		}
	}
	return problems
}

// cycles tells of objects that depend on themselves, each at the dependency that
// leads back to it.
func (g *graph) cycles() []render.Problem {
	var problems []render.Problem
	for _, group := range g.components() {
		inside := map[string]bool{}
		for _, name := range group {
			inside[name] = true
		}
		for _, name := range group {
			for _, to := range g.edges[name] {
				if inside[to.name] && (len(group) > 1 || to.name == name) {
					problems = append(problems, render.Problem{
						Reason:   render.ReasonRender,
						Message:  fmt.Sprintf("none of these is ever ready, since they depend on each other: %s", strings.Join(group, ", ")),
						Location: to.at,
					})
				}
			}
		}
	}
	return problems
}
