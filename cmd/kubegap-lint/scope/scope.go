// Package scope tells what changed files touch of a repository, so that a run over what
// changed need not render all of it, and reports no more than that.
package scope

import (
	"context"
	"maps"
	"path"
	"slices"

	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// Scope confines a run to what changed files touch. The nil value is a run over
// everything: of that, Removed and Changed tell nothing.
//
// A unit is touched when it reads a file that changed, or would read one that is
// gone. What it reads is known once it is rendered; so all that may be touched is
// rendered, and all that others may need.
type Scope struct {
	changes Changes
	tree    *fsys.Tree
	// users are the charts and kustomizations that what changed belongs to, and
	// lost those of what is gone, and of files by which charts are told what to
	// leave out.
	users, lost render.Users
	// needed are the charts and kustomizations that the marked files belong to.
	marked
	needed render.Users
	// unsure is set where no telling is possible before all is rendered.
	unsure bool
	// nothing is set where nothing can be touched.
	nothing bool
	// plain are the plain manifests among the targets that changed.
	plain []render.Target
	// leftOut counts the targets that were not rendered.
	leftOut int
	// orphans were a part of what is gone, and left may be what is there still
	// deployed with what is gone.
	orphans, left orphans
}

// Repository is what a Scope needs to know of a repository.
type Repository struct {
	// Tree holds its files. New tells it what those held that are gone (Tree.Lose).
	Tree *fsys.Tree
	// Uses tells which charts and kustomizations files belong to.
	Uses *render.Uses
	// Targets are what was asked for.
	Targets []render.Target
	// Files are those that every unit depends on, and Folders those of which it depends
	// on all that is in them, by their names from the root.
	Files, Folders []string
}

// New confines a run to what changed files touch, unless they are such that everything
// may be: then it gives nil. It fails only where the context is cancelled.
func New(ctx context.Context, r Repository, c Changes) (*Scope, error) {
	if r.affectsAll(c) {
		return nil, nil
	}
	uses, err := r.Uses.Complete(ctx)
	if err != nil {
		return nil, err
	}
	s := &Scope{changes: c, tree: r.Tree, users: uses.Of(c.sorted()), marked: findMarks(r.Tree, uses.Files()), orphans: findOrphans(r.Tree, c)}
	r.Tree.Lose(c.texts)
	s.lost = uses.Of(slices.DeleteFunc(c.sorted(), func(name string) bool { return !c.gone[name] && path.Base(name) != ".helmignore" }))
	s.needed = uses.Of(slices.Sorted(maps.Keys(s.wide)))
	s.unsure = c.below(fsys.OwnDir) || vendorsDeployers(ctx, r.Tree) || s.sets && len(c.gone) > 0
	for _, t := range r.Targets {
		if t.Kind == render.KindPlain && c.has(t.Path) {
			s.plain = append(s.plain, t)
		}
	}
	s.nothing = !s.unsure && len(s.plain) == 0 && s.users.None() && s.orphans.none() && !slices.ContainsFunc(c.sorted(), s.mayBeDeployed)
	return s, nil
}

// affectsAll tells whether something changed that every unit depends on: a
// configuration, what the repository says, or which copies of charts and bases are used.
func (r Repository) affectsAll(c Changes) bool {
	for name := range c.names {
		if path.Base(name) == config.Name {
			return true
		}
	}
	files := slices.Clone(r.Files)
	for _, name := range r.Files {
		files = append(files, r.Tree.Links(name)...)
		if target, err := r.Tree.Resolve(name); err == nil {
			files = append(files, target)
		}
	}
	return c.has(vendoredLock) || slices.ContainsFunc(r.Folders, c.below) || slices.ContainsFunc(files, c.has)
}

// mayBeDeployed tells whether an object of Flux or Argo CD may deploy a file that
// belongs to no chart and no kustomization: they take directories of manifests, and
// what they name.
func (s *Scope) mayBeDeployed(name string) bool {
	if len(s.deployers) == 0 {
		return false
	}
	return s.changes.gone[name] || LooksInto(name) || s.tree.IsDir(name) || slices.ContainsFunc(s.deployers, func(file string) bool {
		text, err := textOf(s.tree, file)
		return err != nil || names(text, name)
	})
}

// needs tells whether a target is to be rendered; covers tells of one whether
// something deploys it.
func (s *Scope) needs(t render.Target, covers func(render.Target) bool) bool {
	if s.Nothing() {
		return false
	}
	if s == nil || s.unsure || t.Kind == render.KindPlain || s.users.Has(t) || s.needed.Has(t) || s.orphans.have(t.Path, true) {
		return true
	}
	// Rules may report a plain manifest for what they find in one that sees it.
	return slices.ContainsFunc(s.plain, func(p render.Target) bool { return !covers(p) })
}

// Nothing tells that nothing can be touched, so that nothing is to be rendered.
func (s *Scope) Nothing() bool { return s != nil && s.nothing }

// Changed tells whether a file changed.
func (s *Scope) Changed(file string) bool { return s.changes.has(file) }

// Rendered gives those of the targets that are to be rendered, and counts the others;
// covers tells of one whether something deploys it. It changes the slice.
func (s *Scope) Rendered(targets []render.Target, covers func(render.Target) bool) []render.Target {
	before := len(targets)
	targets = slices.DeleteFunc(targets, func(t render.Target) bool { return !s.needs(t, covers) })
	if s != nil {
		s.leftOut += before - len(targets)
	}
	return targets
}

// NoteMissed takes in the objects that might deploy something else if nothing were
// gone: what an ApplicationSet deployed may be left with nothing that does.
func (s *Scope) NoteMissed(missed []render.Deployer) {
	if s == nil {
		return
	}
	for _, d := range missed {
		if d.Kind != "ApplicationSet" {
			continue
		}
		text, err := textOf(s.tree, d.Location.File)
		s.left.all = s.left.all || err != nil
		s.left.deployer(text)
	}
}
