package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/git"
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
		paths = []string{"."}
	}
	absolute, err := a.existing(paths)
	if err != nil {
		return nil, err
	}
	root, known := a.abs(f.root), true
	if f.root == "" {
		var by rootMark
		root, by = a.findRoot(absolute)
		known = by == markedByGit
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

// survey reads the configuration of a repository whose tree is open, finds its
// targets, and makes what renders them.
func (a App) survey(ctx context.Context, r *repository, f renderFlags, paths, absolute []string) (err error) {
	if r.asked, err = namesIn(r.tree, paths, absolute); err != nil {
		return err
	}
	r.whole = slices.Contains(r.asked, ".")
	settings, err := a.configuration(r.tree, f.configFlags, common(directory(absolute[0]), absolute))
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
	dir := a.helmRepositoryCache()
	if dir == "" {
		return vendored.Finder{Folder: folder}, nil
	}
	return vendored.Finder{Folder: folder, Cache: vendored.OpenCache(a.abs(dir))}, nil
}

// abs makes a path absolute, relative to the working directory of the program.
func (a App) abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(a.Dir, path)
}

// absFromReal is abs for a path whose own links count: those of the working directory
// are resolved.
func (a App) absFromReal(path string) string {
	if dir, err := filepath.EvalSymlinks(a.Dir); err == nil {
		a.Dir = dir
	}
	return a.abs(path)
}

// relative gives an absolute path as a user in the working directory writes it.
func (a App) relative(abs string) string {
	if name, err := filepath.Rel(a.Dir, abs); err == nil {
		return name
	}
	return abs
}

// existing gives the absolute paths, links to the directory resolved, and fails
// for one that does not exist.
func (a App) existing(paths []string) ([]string, error) {
	absolute := make([]string, len(paths))
	for i, p := range paths {
		abs := a.abs(p)
		if p == "" {
			return nil, cli.Usagef(`"": an empty path names nothing; the working directory is .`)
		}
		_, err := os.Lstat(abs)
		if err != nil {
			return nil, cli.Usagef("%s: %w", p, fsys.Cause(err))
		}
		if absolute[i], err = resolved(abs); err != nil {
			return nil, cli.Usagef("%s: %w", p, fsys.Cause(err))
		}
	}
	return absolute, nil
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
	absolute, err := a.existing(files)
	if err != nil {
		return nil, fmt.Errorf("--values %w", err)
	}
	return namesIn(tree, files, absolute)
}
