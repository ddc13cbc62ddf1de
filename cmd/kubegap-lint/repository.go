package main

import (
	"context"
	"slices"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/scope"
	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/vendored"
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
	flags.StringVar(&f.root, "root", "", "root `DIR` of the repository, also the PATH where none is given and the working directory lies outside of it (default: the git top level, else the nearest directory from PATH upwards with a .kubegap.yaml, else PATH)")
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
	scope *scope.Scope
	// discovered are the failures of the plan; those of the vendor folder, which
	// come up as it is used, follow them there.
	discovered []render.Problem
	copies     vendored.Finder
	renderers  map[render.Kind]render.Renderer
	// late gives the warnings of the renderers that come up after rendering.
	late func() []render.Problem
	// controllers follow the objects of Flux and Argo CD.
	controllers []gitops.Controller
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

// close releases the files of the repository.
func (r *repository) close() {
	r.tree.Close()
	r.copies.Cache.Close()
}
