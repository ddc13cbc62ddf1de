package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/lint/suppress"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/plain"
	"github.com/kubegap/kubegap-lint/render/vendored"
	"github.com/kubegap/kubegap-lint/render/wire"
)

// renderFlags are the flags of the commands that render.
type renderFlags struct {
	configFlags
	root, kubeVersion      string
	values, set, setString []string
}

func (f *renderFlags) register(flags *pflag.FlagSet) {
	flags.StringArrayVarP(&f.values, "values", "f", nil, "values `FILE` for the charts, as helm has it; may be repeated")
	flags.StringArrayVar(&f.set, "set", nil, "`KEY=VALUE` for the charts, as helm has it; may be repeated")
	flags.StringArrayVar(&f.setString, "set-string", nil, "`KEY=VALUE` for the charts, always a string; may be repeated")
	flags.StringVar(&f.kubeVersion, "kube-version", "", "`VERSION` of Kubernetes that charts see and rules judge by (default: charts see the newest one known, rules what the repository declares)")
	f.registerRoot(flags)
}

func (f *renderFlags) registerRoot(flags *pflag.FlagSet) {
	f.configFlags.register(flags)
	flags.StringVar(&f.root, "root", "", "root `DIR` of the repository (default: the git top level, else the nearest directory from PATH upwards with a .kubegap.yaml, else PATH)")
}

// repository is an opened repository with the targets that were asked for.
type repository struct {
	tree *fsys.Tree
	// config is the configuration, with what the flags override.
	config config.Config
	// knownRoot is false where neither the user nor git told the root.
	knownRoot bool
	// asked are the names of what was asked for, and whole tells that all of the
	// repository was.
	asked []string
	whole bool
	plan  render.Plan
	uses  *render.Uses
	// values are the values files given on the command line.
	values []string
	// ownValues tells whether the command line gives values, in files or not.
	ownValues bool
	// scope confines the run to what changed files touch; nil does not.
	scope *scope
	// discovered are the failures of the plan; those of the vendor folder, which
	// come up as it is used, follow them there.
	discovered []render.Problem
	copies     vendored.Finder
	renderers  map[render.Kind]render.Renderer
	// controllers follow the objects of Flux and Argo CD.
	controllers []gitops.Controller
}

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
		return nil, usagef("open %s: %w", cmp.Or(f.root, paths[0]), fsys.Cause(err))
	}
	tree.Watch(suppress.HoldsMark)
	tree.Replace(texts)
	names, err := namesIn(tree, paths, absolute)
	if err != nil {
		return nil, err
	}
	settings, err := a.configuration(tree, f.configFlags, common(directory(absolute[0]), absolute))
	if err != nil {
		return nil, err
	}
	settings = f.overridden(settings)
	values, err := a.valueFiles(tree, f.values)
	if err != nil {
		return nil, err
	}
	copies, err := a.copies(tree)
	if err != nil {
		return nil, err
	}
	options := helm.Options{Charts: copies, Cache: copies.CacheTree(), KubeVersion: settings.KubeVersion, ValueFiles: values, Set: f.set, SetString: f.setString}
	if err := options.Validate(tree); err != nil {
		return nil, usageError{err}
	}
	charts := helm.New(tree, options)
	plan, uses, err := discovery(settings).Survey(ctx, tree, names)
	if missing := (*render.PathError)(nil); errors.As(err, &missing) {
		return nil, usageError{err}
	}
	if err != nil {
		return nil, err
	}
	for i := range plan.Targets {
		plan.Targets[i].KubeVersion = settings.KubeVersionOf(render.Unit{Target: plan.Targets[i]})
	}
	overlays := kustomize.New(tree, kustomize.Options{Charts: wire.Charts{Renderer: charts}, Elsewhere: copies})
	return &repository{
		tree:       tree,
		config:     settings,
		knownRoot:  known,
		asked:      names,
		whole:      slices.Contains(names, "."),
		values:     values,
		ownValues:  len(f.values)+len(f.set)+len(f.setString) > 0,
		plan:       plan,
		uses:       uses,
		discovered: plan.Failures,
		copies:     copies,
		renderers: map[render.Kind]render.Renderer{
			render.KindPlain:     plain.New(tree),
			render.KindHelm:      charts,
			render.KindKustomize: overlays,
		},
		controllers: wire.Controllers(tree, charts, overlays, wire.Options{Copies: copies, Remotes: gitRemotes(tree), KubeVersion: settings.KubeVersionOf}),
	}, nil
}

// render renders targets. Where the root is not known, a target that needs
// something outside of it is not rendered as it should be, and the user can help.
func (r *repository) render(ctx context.Context, targets []render.Target, p *progress) []render.Unit {
	units := render.Render(ctx, targets, p.counting(r.renderers))
	r.noteCopies()
	return r.withFacts(r.outside(units))
}

// context renders what can satisfy a join and is not judged.
func (r *repository) context(ctx context.Context, p *progress) []render.Unit {
	return append(r.render(ctx, r.plan.Context, p), outsideUnits(r.config)...)
}

// noteCopies lists the copies in the vendor folder that turned out to be others
// than they were, beside the failures of the plan.
func (r *repository) noteCopies() {
	r.plan.Failures = slices.Concat(r.discovered, r.copies.Folder.Problems())
}

// outside makes failures of what lies outside of a root that is not known.
func (r *repository) outside(units []render.Unit) []render.Unit {
	if r.knownRoot {
		return units
	}
	for i := range units {
		var skipped []render.Problem
		for _, problem := range units[i].Skipped {
			if problem.Reason != render.ReasonOutside {
				skipped = append(skipped, problem)
				continue
			}
			problem.Message += "; without git, name the root of the repository with --root"
			units[i].Failures = append(units[i].Failures, problem)
		}
		units[i].Skipped = skipped
	}
	return units
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

// close releases the files of the repository.
func (r *repository) close() {
	r.tree.Close()
	r.copies.Cache.Close()
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
			return nil, usagef(`"": an empty path names nothing; the working directory is .`)
		}
		_, err := os.Lstat(abs)
		if err != nil {
			return nil, usagef("%s: %w", p, fsys.Cause(err))
		}
		if absolute[i], err = resolved(abs); err != nil {
			return nil, usagef("%s: %w", p, fsys.Cause(err))
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
			return nil, usagef("%s lies outside the repository root; name another root with --root", paths[i])
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
