package main

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/git"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/place"
	"github.com/kubegap/kubegap-lint/lint/suppress"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/plain"
	"github.com/kubegap/kubegap-lint/render/vendored"
	"github.com/kubegap/kubegap-lint/render/wire"
)

// open opens the repository that holds paths and finds the targets in it.
func (a App) open(ctx context.Context, f renderFlags, paths []string) (*repository, error) {
	return a.openWith(ctx, f, paths, nil)
}

// openWith is open with other texts of some files.
func (a App) openWith(ctx context.Context, f renderFlags, paths []string, texts map[string][]byte) (*repository, error) {
	if len(paths) == 0 {
		paths = []string{a.defaultPath(f.root)}
	}
	absolute, err := a.Existing(paths)
	if err != nil {
		return nil, cli.UsageError(err)
	}
	root, known := a.Abs(f.root), true
	if f.root == "" {
		var by place.Mark
		root, by = a.Root(absolute)
		known = by == place.MarkedByGit
	}
	tree, err := fsys.Open(root)
	if err != nil {
		return nil, cli.Usagef("open %s: %w", cmp.Or(f.root, paths[0]), fsys.Cause(err))
	}
	tree.Watch(suppress.HoldsMark)
	tree.Replace(texts)
	r := &repository{tree: tree, knownRoot: known}
	if err := a.survey(ctx, r, f, paths, absolute); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// defaultPath gives what a command line asks for that names no path: the working
// directory, or the root where it names one that does not hold it.
func (a App) defaultPath(root string) string {
	top, err := place.Resolved(a.Abs(root))
	dir, dirErr := place.Resolved(a.Dir)
	if root == "" || err != nil || dirErr != nil || place.Contains(top, dir) {
		return "."
	}
	return root
}

// survey reads the configuration of a repository whose tree is open, finds its
// targets, and makes what renders them.
func (a App) survey(ctx context.Context, r *repository, f renderFlags, paths, absolute []string) (err error) {
	if r.asked, err = namesIn(r.tree, paths, absolute); err != nil {
		return err
	}
	r.whole = slices.Contains(r.asked, ".")
	settings, err := a.configuration(r.tree, f.configFlags, place.Common(absolute))
	if err != nil {
		return err
	}
	r.config = f.overridden(settings)
	if r.values, err = a.valueFiles(r.tree, f.values); err != nil {
		return err
	}
	r.ownValues = len(f.values)+len(f.set)+len(f.setString) > 0
	if r.copies, err = a.copies(r.tree); err != nil {
		return err
	}
	options := helm.Options{
		Charts: r.copies, Cache: r.copies.CacheTree(), KubeVersion: r.config.KubeVersion,
		ValueFiles: r.values, Set: f.set, SetString: f.setString,
	}
	if err := options.Validate(r.tree); err != nil {
		return cli.UsageError(err)
	}
	r.plan, r.uses, err = discovery(r.config).Survey(ctx, r.tree, r.asked)
	if missing := (*render.PathError)(nil); errors.As(err, &missing) {
		return cli.UsageError(err)
	}
	if err != nil {
		return err
	}
	r.discovered = r.plan.Failures
	for i := range r.plan.Targets {
		r.plan.Targets[i].KubeVersion = r.config.KubeVersionOf(render.Unit{Target: r.plan.Targets[i]})
	}
	charts := helm.New(r.tree, options)
	r.late = charts.Late
	overlays := kustomize.New(r.tree, kustomize.Options{Charts: wire.Charts{Renderer: charts}, Elsewhere: r.copies})
	r.renderers = map[render.Kind]render.Renderer{
		render.KindPlain:     plain.New(r.tree),
		render.KindHelm:      charts,
		render.KindKustomize: overlays,
	}
	r.controllers = wire.Controllers(r.tree, charts, overlays, wire.Options{Copies: r.copies, Remotes: git.Remotes(r.tree.Dir()), KubeVersion: r.config.KubeVersionOf})
	return nil
}

// copies finds what lies outside of the repository in its vendor folder and in
// Helm's cache.
func (a App) copies(tree *fsys.Tree) (vendored.Finder, error) {
	folder, err := vendored.Open(tree, vendored.DefaultDir)
	if err != nil {
		return vendored.Finder{}, err
	}
	dir := a.HelmRepositoryCache()
	if dir == "" {
		return vendored.Finder{Folder: folder}, nil
	}
	return vendored.Finder{Folder: folder, Cache: vendored.OpenCache(a.Abs(dir))}, nil
}

// namesIn gives the names of the paths in the tree.
func namesIn(tree *fsys.Tree, paths, absolute []string) ([]string, error) {
	names := make([]string, len(absolute))
	for i, abs := range absolute {
		name, ok := tree.Rel(abs)
		if !ok {
			return nil, cli.Usagef("%s lies outside the repository root; name another root with --root", paths[i])
		}
		names[i] = name
	}
	return names, nil
}

func (a App) valueFiles(tree *fsys.Tree, files []string) ([]string, error) {
	absolute, err := a.Existing(files)
	if err != nil {
		return nil, cli.Usagef("--values %w", err)
	}
	return namesIn(tree, files, absolute)
}
