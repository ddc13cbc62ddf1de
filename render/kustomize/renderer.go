// Package kustomize renders kustomizations in process, with the code of
// kustomize itself, and without what kustomize would do beyond reading the
// repository: no network, no helm binary, no plugins.
//
// krusty fetches remote entries and nothing can be set to stop it. So a unit
// is rendered in two steps: a walk decodes each kustomization that krusty would
// read, takes out what is remote, missing, outside the repository or would run
// a program, and lists it; then krusty runs on a file system that serves only
// kustomizations which passed the walk.
//
// krusty warns about the deprecated fields vars and patchesJson6902 on
// os.Stderr, and about unused vars through package log. A program that does not
// want to show this replaces both once, before the first Render; all other
// deprecated fields are rewritten before krusty sees them.
package kustomize

import (
	"context"
	"fmt"
	"path"
	"slices"
	"sync"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/provider"
	"sigs.k8s.io/kustomize/api/resource"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Options are the settings of a Renderer.
type Options struct {
	// Charts renders the charts that kustomizations name. Where it is nil, each
	// of these charts is a failure.
	Charts Charts
	// Elsewhere finds copies of what is remote; nil finds none.
	Elsewhere Elsewhere
}

// Renderer renders the kustomizations of one tree. Files are read once for all
// units.
type Renderer struct {
	cache     *fsys.Cache
	charts    Charts
	elsewhere Elsewhere
	factory   *resource.Factory
	decoded   sync.Map // directory → *kustomization
	parsed    sync.Map // file → []*manifest.Document
	// changes and generated are what the layers do to objects, which is read only
	// for those that are to be traced.
	changes   sync.Map // kustomization file → []setting
	generated sync.Map // kustomization file → []*generator
}

var _ render.Renderer = (*Renderer)(nil)

// New gives a renderer for the kustomizations in tree.
func New(tree *fsys.Tree, o Options) *Renderer {
	return &Renderer{
		cache:     fsys.NewCache(tree),
		charts:    o.Charts,
		elsewhere: o.Elsewhere,
		factory:   provider.NewDefaultDepProvider().GetResourceFactory(),
	}
}

// Render implements render.Renderer: t.Path is the directory of a
// kustomization, and the objects are those of `kustomize build` in its order.
func (r *Renderer) Render(ctx context.Context, t render.Target) render.Unit {
	return r.render(ctx, t, nil)
}

// render renders a target, or what a request for it asks for.
func (r *Renderer) render(ctx context.Context, t render.Target, req *Request) render.Unit {
	w := &walk{
		ctx:     ctx,
		r:       r,
		request: req,
		unit:    render.Unit{Target: t},
		files:   fsys.NewOverlay(r.cache, isKustomizationFile),
		layers:  map[string]*layer{},
		beside:  map[string]bool{},
	}
	w.render()
	u := w.unit
	u.Files, u.Apart = w.files.Files(), w.apart()
	for _, problems := range []*[]render.Problem{&u.Failures, &u.Skipped, &u.Warnings} {
		*problems = render.TidyUnit(*problems, t.Name())
	}
	return u
}

func (w *walk) render() {
	// The walk reads YAML with the code of kustomize, too.
	defer func() {
		if r := recover(); r != nil {
			w.lose(render.ReasonRender, fmt.Sprintf("kustomize panics: %v", r), manifest.Location{File: w.unit.Target.Path})
		}
	}()
	if err := w.ctx.Err(); err != nil {
		w.fail(render.ReasonRender, err.Error(), manifest.Location{File: w.unit.Target.Path})
		return
	}
	p := w.r.cache.Place(w.unit.Target.Path)
	if w.request != nil && w.request.Objects != nil {
		p = fsys.Place{Name: w.unit.Target.Path, IsDir: true}
	}
	if p.Err != nil || !p.IsDir {
		w.fail(render.ReasonUnreadable, "it is not a directory", manifest.Location{File: w.unit.Target.Path})
		return
	}
	top := w.visit(p.Name, "", func() manifest.Location { return manifest.Location{File: p.Name} })
	if top == nil || w.tooLarge {
		return
	}
	w.build(top)
}

func isKustomizationFile(name string) bool {
	return slices.Contains(konfig.RecognizedKustomizationFileNames(), path.Base(name))
}
