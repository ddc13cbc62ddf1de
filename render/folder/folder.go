// Package folder renders a file or a folder as if it were the whole of a
// repository, for those who test what rules make of it.
package folder

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/plain"
	"github.com/kubegap/kubegap-lint/render/wire"
)

// Render renders what is at a path: a file of manifests, a file that holds others
// (see split), or a folder, with all that objects of Flux and Argo CD in it deploy.
// It also gives the problems that belong to no unit. The units find places in their
// files until done is called, which is not nil where the error is.
func Render(ctx context.Context, path string) (units []render.Unit, failures []render.Problem, done func(), err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("read fixture: %w", fsys.Cause(err))
	}
	if info.IsDir() {
		return renderFolder(ctx, path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("read fixture: %w", fsys.Cause(err))
	}
	if files := split(string(data)); len(files) > 0 {
		return renderSplit(ctx, files)
	}
	return []render.Unit{plain.FromBytes(filepath.Base(path), data)}, nil, func() {}, nil
}

func renderFolder(ctx context.Context, folder string) ([]render.Unit, []render.Problem, func(), error) {
	tree, err := fsys.Open(folder)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("open fixture: %w", fsys.Cause(err))
	}
	plan, err := render.Discover(ctx, tree, []string{"."})
	if err != nil {
		tree.Close()
		return nil, nil, nil, fmt.Errorf("look through fixture: %w", err)
	}
	result := deploy(ctx, tree, plan.Targets)
	return slices.Concat(result.Bare, result.Units), slices.Concat(plan.Failures, result.Failures), func() { tree.Close() }, nil
}

// deploy renders targets and what the objects of Flux and Argo CD among them deploy:
// plain manifests first, since these mostly hold such objects, and charts last.
func deploy(ctx context.Context, tree *fsys.Tree, targets []render.Target) gitops.Result {
	charts := helm.New(tree, helm.Options{})
	overlays := kustomize.New(tree, kustomize.Options{Charts: wire.Charts{Renderer: charts}})
	renderers := map[render.Kind]render.Renderer{
		render.KindPlain: plain.New(tree), render.KindHelm: charts, render.KindKustomize: overlays,
	}
	x := gitops.New(wire.Controllers(tree, charts, overlays, wire.Options{})...)
	for _, kind := range []render.Kind{render.KindPlain, render.KindKustomize, render.KindHelm} {
		stage := slices.DeleteFunc(slices.Clone(targets), func(t render.Target) bool { return t.Kind != kind || x.Covers(t) })
		x.Add(ctx, render.Render(ctx, stage, renderers))
	}
	return x.Result()
}
