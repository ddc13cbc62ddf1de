package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/policies"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// policyFlags name the policies of the user.
type policyFlags struct{ dirs []string }

func (f *policyFlags) register(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.dirs, "policy", nil, "`DIR` with further policies, laid out as policies/WRITING.md tells; may be repeated")
}

// policyDir is a folder of policies.
type policyDir struct {
	policy.Tree
	// abs is the absolute path of the folder, without links, and named that by which
	// it was named, with its own links.
	abs, named string
}

// policyDirs opens folders of policies, each of which may be named once.
func (a App) policyDirs(names []string) ([]policyDir, error) {
	dirs := make([]policyDir, 0, len(names))
	for _, name := range names {
		dir, err := a.policyDir(name)
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(dirs, func(other policyDir) bool { return other.abs == dir.abs }); i >= 0 {
			return nil, cli.Usagef("%s and %s are the same folder of policies", names[i], name)
		}
		dirs = append(dirs, dir)
	}
	return dirs, nil
}

// configuredPolicies gives the folders of policies that the configuration names, as
// a user in the working directory would.
func (a App) configuredPolicies(tree *fsys.Tree, c config.Config) []string {
	var names []string
	for _, p := range c.Policies {
		names = append(names, a.Relative(filepath.Join(tree.Dir(), filepath.FromSlash(p.Name))))
	}
	return names
}

func (a App) policyDir(name string) (policyDir, error) {
	if name == "" {
		return policyDir{}, cli.Usagef("the name of a folder of policies is empty")
	}
	abs, err := filepath.EvalSymlinks(a.Abs(name))
	if err != nil {
		return policyDir{}, cli.Usagef("policies in %s: %w", name, fsys.Cause(err))
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return policyDir{}, cli.Usagef("policies in %s: not a folder", name)
	}
	return policyDir{policy.Tree{Name: filepath.ToSlash(filepath.Clean(name)), FS: os.DirFS(abs)}, abs, a.AbsFromReal(name)}, nil
}

// standsAlone tells whether a folder holds a library with a schema of its own,
// as that of this program, and not policies to add to it.
func (d policyDir) standsAlone() bool {
	_, err := fs.Stat(d.FS, "schemas/input.json")
	return err == nil
}

// withPolicies adds the policies in folders to a library. Nobody has checked them
// before, so that is done here.
func withPolicies(base *policy.Library, dirs []policyDir) (*policy.Library, error) {
	if len(dirs) == 0 {
		return base, nil
	}
	trees := make([]policy.Tree, len(dirs))
	for i, dir := range dirs {
		if dir.standsAlone() {
			return nil, policyMistakes{mistake.List{{File: dir.File("schemas/input.json"), Message: "belongs to a library that stands on its own, and cannot be added to that of kubegap-lint"}}}
		}
		trees[i] = dir.Tree
	}
	schema, err := policy.ReadInputSchema(policies.FS())
	if err != nil {
		return nil, err
	}
	library, mistakes := policy.Read(base, trees...)
	if len(mistakes) == 0 {
		mistakes = append(library.Check(schema), library.CheckTexts()...).Sorted()
	}
	if len(mistakes) > 0 {
		return nil, policyMistakes{mistakes}
	}
	return library, nil
}

// policyMistakes are mistakes in the policies of a user; others are in the
// configuration.
type policyMistakes struct{ mistake.List }

func (m policyMistakes) Unwrap() error { return m.List }

// leaveOut takes out of the plan what lies among policies: their fixtures are no
// part of what a repository deploys.
func (r *repository) leaveOut(dirs []policyDir) {
	for _, dir := range dirs {
		name, ok := r.tree.Rel(dir.abs)
		if !ok {
			continue
		}
		cases := path.Join(name, "cases") + "/"
		target := func(t render.Target) bool { return strings.HasPrefix(t.Path, cases) }
		problem := func(p render.Problem) bool { return strings.HasPrefix(p.Location.File, cases) }
		r.plan.Targets, r.plan.Context = slices.DeleteFunc(r.plan.Targets, target), slices.DeleteFunc(r.plan.Context, target)
		r.plan.Skipped, r.plan.Failures = slices.DeleteFunc(r.plan.Skipped, problem), slices.DeleteFunc(r.plan.Failures, problem)
	}
	r.discovered = r.plan.Failures
}
