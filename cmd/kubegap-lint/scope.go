package main

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/git"
	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// scope confines a run to what changed files touch. The nil value is a run over
// everything.
//
// A unit is touched when it reads a file that changed, or would read one that is
// gone. What it reads is known once it is rendered; so all that may be touched is
// rendered, and all that others may need.
type scope struct {
	changes
	tree *fsys.Tree
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

// narrowSince confines the run to what files touch that changed since a commit; ""
// is none.
func (r *repository) narrowSince(ctx context.Context, revision string, policies []policyDir) error {
	if revision == "" {
		return nil
	}
	changed, err := git.ChangedSince(ctx, r.tree.Dir(), revision, git.Reading{Wants: mayBePart, MaxBytes: render.MaxTextBytes})
	if err != nil {
		return fmt.Errorf("--changed-since %s: %w", revision, err)
	}
	return r.narrow(ctx, changesOf(changed), policies)
}

// narrow confines the run to what changed files touch, unless they are such that
// everything may be.
func (r *repository) narrow(ctx context.Context, c changes, policies []policyDir) error {
	if r.affectsAll(c, policies) {
		return nil
	}
	uses, err := r.uses.Complete(ctx)
	if err != nil {
		return err
	}
	s := &scope{changes: c, tree: r.tree, users: uses.Of(c.sorted()), marked: findMarks(r.tree, uses.Files()), orphans: findOrphans(r.tree, c)}
	r.tree.Lose(c.texts)
	s.lost = uses.Of(slices.DeleteFunc(c.sorted(), func(name string) bool { return !c.gone[name] && path.Base(name) != ".helmignore" }))
	s.needed = uses.Of(sortedKeys(s.wide))
	s.unsure = c.below(fsys.OwnDir) || r.vendorsDeployers(ctx) || s.sets && len(c.gone) > 0
	for _, t := range r.plan.Targets {
		if t.Kind == render.KindPlain && c.has(t.Path) {
			s.plain = append(s.plain, t)
		}
	}
	s.nothing = !s.unsure && len(s.plain) == 0 && s.users.None() && s.orphans.none() && !slices.ContainsFunc(c.sorted(), s.mayBeDeployed)
	r.scope = s
	return nil
}

// affectsAll tells whether something changed that every unit depends on: the
// configuration, the policies, values given on the command line, or which copies
// of charts and bases are used.
func (r *repository) affectsAll(c changes, policies []policyDir) bool {
	shared := slices.Clone(r.values)
	if !r.config.File.Elsewhere && r.config.File.Name != "" {
		shared = append(shared, r.config.File.Name)
	}
	for name := range c.names {
		if path.Base(name) == config.Name {
			return true
		}
	}
	for _, dir := range policies {
		if name, ok := r.tree.Rel(dir.abs); ok && c.below(name) {
			return true
		}
		if name, ok := r.tree.Rel(dir.named); ok {
			shared = append(shared, name)
		}
	}
	for _, name := range shared {
		shared = append(shared, r.tree.Links(name)...)
		if target, err := r.tree.Resolve(name); err == nil {
			shared = append(shared, target)
		}
	}
	return c.has(vendoredLock) || slices.ContainsFunc(shared, c.has)
}

// mayBeDeployed tells whether an object of Flux or Argo CD may deploy a file that
// belongs to no chart and no kustomization: they take directories of manifests, and
// what they name.
func (s *scope) mayBeDeployed(name string) bool {
	if len(s.deployers) == 0 {
		return false
	}
	return s.gone[name] || mayBePart(name) || s.tree.IsDir(name) || slices.ContainsFunc(s.deployers, func(file string) bool {
		text, err := textOf(s.tree, file)
		return err != nil || names(text, name)
	})
}

// needs tells whether a target is to be rendered; covers tells of one whether
// something deploys it.
func (s *scope) needs(t render.Target, covers func(render.Target) bool) bool {
	if s != nil && s.nothing {
		return false
	}
	if s == nil || s.unsure || t.Kind == render.KindPlain || s.users.Has(t) || s.needed.Has(t) || s.orphans.have(t.Path, true) {
		return true
	}
	// Rules may report a plain manifest for what they find in one that sees it.
	return slices.ContainsFunc(s.plain, func(p render.Target) bool { return !covers(p) })
}

// rendered gives those of the targets that are to be rendered.
func (s *scope) rendered(targets []render.Target, covers func(render.Target) bool) []render.Target {
	before := len(targets)
	targets = slices.DeleteFunc(targets, func(t render.Target) bool { return !s.needs(t, covers) })
	if s != nil {
		s.leftOut += before - len(targets)
	}
	return targets
}

// noteMissed takes in the objects that might deploy something else if nothing were
// gone: what an ApplicationSet deployed may be left with nothing that does.
func (s *scope) noteMissed(missed []render.Deployer) {
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

// touched tells whether a unit, as it was rendered, reads what changed, or might be
// another one if nothing were gone.
func (s *scope) touched(u render.Unit) bool {
	if s == nil {
		return true
	}
	for _, file := range u.Files {
		if s.has(file) || s.lost.Definitions[file] {
			return true
		}
	}
	bare := u.Deployer.Kind == ""
	if u.Missed || s.orphans.have(u.Target.Path, bare) {
		return true
	}
	if bare {
		return s.left.have(u.Target.Path, bare)
	}
	return s.heldGone(u.Target.Path) || s.orphans.have(u.Deployer.Location.File, bare)
}

// heldGone tells whether something that is gone lay in a directory.
func (s *scope) heldGone(dir string) bool {
	for name := range s.gone {
		if dir == "." || strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}

// reported gives what lint.Options tells of units; nil where all are.
func (s *scope) reported() func(render.Unit) bool {
	if s == nil {
		return nil
	}
	return s.touched
}

// matters gives what lint.Options tells of units; nil where it does not matter.
func (s *scope) matters() func(render.Unit) bool {
	if s == nil {
		return nil
	}
	return func(u render.Unit) bool {
		return slices.ContainsFunc(u.Files, func(file string) bool { return s.wide[file] })
	}
}

// notRendered is the number of targets that were left out.
func (s *scope) notRendered() int {
	if s == nil {
		return 0
	}
	return s.leftOut
}

// removed tells whether a file, a kustomization or a chart is no more.
func (s *scope) removed(name string) bool {
	if s.gone[name] {
		return true
	}
	for gone := range s.gone {
		base := path.Base(gone)
		if path.Dir(gone) == name && (base == "Chart.yaml" || render.IsKustomizationName(base)) {
			return true
		}
	}
	return false
}

// about gives those of the problems that lie in what changed, or in what touched
// units read, and copies that are not what was fetched.
func (s *scope) about(problems []render.Problem, units []render.Unit) []render.Problem {
	if s == nil {
		return problems
	}
	read := map[string]bool{}
	for _, u := range units {
		if s.touched(u) {
			for _, file := range u.Files {
				read[file] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(problems), func(p render.Problem) bool {
		return !s.has(p.Location.File) && !read[p.Location.File] && p.Location.File != vendoredLock
	})
}
