// Package appset turns an ApplicationSet of Argo CD into its Applications, as
// the ApplicationSet controller does, without a cluster and without any network.
//
// The rules are those of
// https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/ and of
// https://github.com/argoproj/argo-cd/tree/master/applicationset.
package appset

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/repository"
	"github.com/kubegap/kubegap-lint/render/argocd/schema"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Expander expands the ApplicationSets of one repository. It is safe for
// concurrent use.
type Expander struct {
	tree    *fsys.Tree
	known   *repository.Known
	listing func() (fsys.Listing, error)
}

// New gives an expander. Git generators read tree, where known does not say
// that they mean another repository.
func New(tree *fsys.Tree, known *repository.Known) *Expander {
	return &Expander{tree: tree, known: known, listing: sync.OnceValues(func() (fsys.Listing, error) {
		// The listing serves all sets, so it must not end with the first of them.
		return tree.Walk(context.Background(), ".")
	})}
}

// In gives the expander with another view of its tree.
func (e *Expander) In(tree *fsys.Tree) *Expander { return &Expander{tree, e.known, e.listing} }

// Result is what becomes of an ApplicationSet.
type Result struct {
	// Applications are in the order of the generators and of what they give;
	// clusters are in the order of their names.
	Applications []manifest.Object
	// Failures, Skipped and Warnings are those of a render.Unit and name no unit.
	Failures []render.Problem
	Skipped  []render.Problem
	Warnings []render.Problem
	// Files are the files that generators read, sorted.
	Files []string
}

// Partial tells whether Applications may be missing.
func (r Result) Partial() bool { return len(r.Failures)+len(r.Skipped) > 0 }

// Expand gives the Applications of set. secrets are the objects among which
// cluster generators look for clusters. It never fails as a whole.
func (e *Expander) Expand(ctx context.Context, set manifest.Object, secrets []manifest.Object) Result {
	spec, _ := set.Body["spec"].(map[string]any)
	x := &expansion{ctx: ctx, expander: e, set: set, spec: spec, secrets: secrets, names: map[string]bool{}}
	x.expand()
	x.result.Files = sortedUnique(x.result.Files)
	x.result.Failures = render.Tidy(x.result.Failures)
	x.result.Skipped = render.Tidy(x.result.Skipped)
	x.result.Warnings = render.Tidy(x.result.Warnings)
	return x.result
}

// UsesClusters tells whether a generator of set looks for clusters.
func UsesClusters(set manifest.Object) bool {
	spec, _ := set.Body["spec"].(map[string]any)
	return usesClusters(spec["generators"])
}

func usesClusters(generators any) bool {
	list, _ := generators.([]any)
	return slices.ContainsFunc(list, func(g any) bool {
		fields, _ := g.(map[string]any)
		if fields[kindClusters] != nil {
			return true
		}
		for _, kind := range []string{kindMatrix, kindMerge} {
			nested, _ := fields[kind].(map[string]any)
			if usesClusters(nested["generators"]) {
				return true
			}
		}
		return false
	})
}

// expansion is the work on one ApplicationSet.
type expansion struct {
	ctx        context.Context
	expander   *Expander
	set        manifest.Object
	spec       map[string]any
	secrets    []manifest.Object
	templating templating
	// names are those of the Applications so far.
	names  map[string]bool
	result Result
}

func (x *expansion) expand() {
	if !x.wellTyped() || !x.prepare() {
		return
	}
	at := specPath("generators")
	generators, _ := x.spec["generators"].([]any)
	for i, g := range generators {
		fields, _ := g.(map[string]any)
		x.generate(generator{fields: fields, raw: fields, at: below(at, manifest.Index(i))})
	}
	if len(x.result.Applications) == 0 && !x.result.Partial() {
		x.skip(render.ReasonEmpty, at, "the generators give no Application")
	}
}

// wellTyped reports the fields of another type than the API has. The API server
// refuses a set that has one.
func (x *expansion) wellTyped() bool {
	mistakes := schema.ApplicationSet().Mistakes(x.set.Body, nil)
	for _, m := range mistakes {
		// Flux fills in such variables before the API server sees the set.
		if text, ok := m.Value.(string); ok && strings.Contains(text, "${") {
			x.skip(render.ReasonMissingValue, m.Path, "what it is depends on %s", text)
			continue
		}
		x.fail(m.Path, "%s", m.Message)
	}
	return len(mistakes) == 0
}

// prepare reads how texts are to be rendered.
func (x *expansion) prepare() bool {
	x.templating.goTemplate, _ = x.spec["goTemplate"].(bool)
	options, _ := x.spec["goTemplateOptions"].([]any)
	for i, o := range options {
		option, _ := o.(string)
		if !validOption(option) {
			x.fail(below(specPath("goTemplateOptions"), manifest.Index(i)), "%s is no option of Go templates", option)
			return false
		}
		x.templating.options = append(x.templating.options, option)
	}
	x.templating.functions = functions()
	return true
}

func specPath(keys ...string) manifest.Path {
	path := manifest.Path{manifest.Key("spec")}
	for _, key := range keys {
		path = append(path, manifest.Key(key))
	}
	return path
}

// below gives a longer path without changing the shorter one.
func below(path manifest.Path, steps ...manifest.Step) manifest.Path {
	return append(path[:len(path):len(path)], steps...)
}
