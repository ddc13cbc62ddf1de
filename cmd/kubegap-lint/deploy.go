package main

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/konfig"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
)

// deploy renders targets, and what the objects of Flux and Argo CD among them
// deploy. What is deployed is not rendered by itself, too: so the targets that
// may hold such objects come first, and charts, which rarely do, last. Components
// that only such an object uses are no longer listed as left out.
func (r *repository) deploy(ctx context.Context, targets []render.Target, p *progress) gitops.Result {
	x := gitops.New(r.controllers...)
	for _, stage := range r.stages(targets) {
		stage = r.scope.Rendered(slices.DeleteFunc(stage, x.Covers), x.Covers)
		x.Add(ctx, r.render(ctx, stage, p))
	}
	result := x.Result()
	r.scope.NoteMissed(result.Missed)
	r.plan.Skipped = slices.DeleteFunc(slices.Clone(r.plan.Skipped), func(p render.Problem) bool {
		return p.Reason == render.ReasonEmpty && x.Covers(render.Target{Kind: render.KindKustomize, Path: p.Unit})
	})
	r.noteCopies()
	result.Units = r.withFacts(r.outside(result.Units))
	for i := range result.Units {
		t := &result.Units[i].Target
		t.Within = r.within(t.Path)
	}
	return result
}

// within gives the directory among those asked for that holds a path, as a Target
// has it.
func (r *repository) within(name string) string {
	best := ""
	for _, dir := range r.asked {
		if (name == dir || strings.HasPrefix(name, dir+"/")) && len(dir) > len(best) {
			best = dir
		}
	}
	return best
}

// stages sorts targets into those that are rendered together.
func (r *repository) stages(targets []render.Target) [3][]render.Target {
	var stages [3][]render.Target
	for _, t := range targets {
		stage := 0
		switch t.Kind {
		case render.KindKustomize:
			if !holdsFlux(r.tree, t.Path) {
				stage = 1
			}
		case render.KindHelm:
			stage = 2
		}
		stages[stage] = append(stages[stage], t)
	}
	return stages
}

// fluxMark is in each manifest of Flux that deploys something.
const fluxMark = ".toolkit.fluxcd.io/"

// holdsFlux tells whether a file beside a kustomization mentions Flux, as those
// that bootstrap a cluster do.
func holdsFlux(tree *fsys.Tree, dir string) bool {
	entries, err := tree.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, entry := range entries {
		name := entry.Name()
		isYAML := path.Ext(name) == ".yaml" || path.Ext(name) == ".yml"
		if !isYAML || entry.IsDir() || slices.Contains(konfig.RecognizedKustomizationFileNames(), name) {
			continue
		}
		if data, err := tree.ReadFile(path.Join(dir, name)); err == nil && bytes.Contains(data, []byte(fluxMark)) {
			return true
		}
	}
	return false
}
