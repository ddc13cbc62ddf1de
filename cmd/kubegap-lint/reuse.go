package main

import (
	"context"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
)

// reuse has the repository take over units that were rendered before, with other
// texts of some files, as far as they read none of these. What objects of Flux and
// Argo CD deploy is rendered again.
func (r *repository) reuse(units []render.Unit, texts map[string][]byte) {
	known := map[string]render.Unit{}
	for _, u := range units {
		if u.Deployer.Kind == "" && len(u.Files) > 0 && !slices.ContainsFunc(u.Files, func(name string) bool { return r.isIn(name, texts) }) {
			known[targetKey(u.Target)] = u
		}
	}
	for kind, renderer := range r.renderers {
		r.renderers[kind] = reusing{renderer, known}
	}
}

// isIn tells whether a file, through links, is one of those with other texts.
func (r *repository) isIn(name string, texts map[string][]byte) bool {
	resolved, err := r.tree.Resolve(name)
	_, found := texts[resolved]
	return err == nil && found
}

// reusing is a renderer that has the units of some targets already.
type reusing struct {
	render.Renderer
	known map[string]render.Unit
}

// Render implements render.Renderer.
func (r reusing) Render(ctx context.Context, t render.Target) render.Unit {
	if u, ok := r.known[targetKey(t)]; ok {
		u.Target = t
		return u
	}
	return r.Renderer.Render(ctx, t)
}

// targetKey tells targets apart.
func targetKey(t render.Target) string {
	return strings.Join(append([]string{string(t.Kind), t.Path, t.Variant, t.KubeVersion}, t.ValueFiles...), "\x00")
}
