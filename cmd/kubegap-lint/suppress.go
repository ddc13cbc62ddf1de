package main

import (
	"context"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint/suppress"
	"github.com/kubegap/kubegap-lint/render"
)

// suppressor reads the suppressions of the repository.
func (a App) suppressor(ctx context.Context, r *repository, f lintFlags) suppress.Suppressor {
	return suppress.Suppressor{Options: suppress.Options{
		Marked:    r.tree.Watched,
		ReadFile:  r.tree.ReadFile,
		Ignores:   ignores(r.config),
		Today:     a.Now(),
		Confined:  len(f.only) > 0,
		Asked:     r.wasAskedWithUsers,
		Whole:     r.whole && r.scope == nil,
		WouldRead: func(accept func(string) bool) func(render.Target) bool { return r.wouldRead(ctx, accept) },
	}}
}

// wouldRead gives a test of charts and kustomizations: whether one would read a file
// that accept accepts, by what it names, holds and depends on. A run that is stopped
// knows nothing, so that any may.
func (r *repository) wouldRead(ctx context.Context, accept func(file string) bool) func(render.Target) bool {
	uses, err := r.uses.Complete(ctx)
	if err != nil {
		return func(render.Target) bool { return true }
	}
	files := slices.DeleteFunc(slices.Clone(uses.Files()), func(file string) bool { return !accept(file) })
	return uses.Of(files).Has
}

// wasAskedWithUsers tells whether a file was asked for together with what uses
// it. A base or a chart that is named by itself is rendered alone, while overlays
// and releases elsewhere may need what is written in it. Where only what changed
// files touch is reported, all that use a file are if it is one of them.
func (r *repository) wasAskedWithUsers(file string) bool {
	alone := func(t render.Target) bool {
		return t.Kind != render.KindPlain && t.Path != "." && slices.Contains(r.asked, t.Path) && strings.HasPrefix(file, t.Path+"/")
	}
	if r.scope != nil && !r.scope.Changed(file) {
		return false
	}
	return r.wasAsked(file) && (r.whole || !slices.ContainsFunc(r.plan.Targets, alone))
}

// wasAsked tells whether a file or directory is among what was asked for, or
// lies in it.
func (r *repository) wasAsked(name string) bool {
	for _, asked := range r.asked {
		if asked == "." || name == asked || strings.HasPrefix(name, asked+"/") {
			return true
		}
	}
	return false
}
