package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/place"
	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/lint/format/words"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
)

func (a App) initCommand() cli.Command {
	return cli.Command{
		Name:    "init",
		Usage:   "init [DIR]",
		Summary: "write a configuration file to start with",
		Long: `kubegap-lint init looks at the repository and writes .kubegap.yaml into DIR (default:
the root of the repository that holds the working directory). All in it is commented
out, with what was found in the repository as examples: a run finds the same before
and after. A file that is there is left as it is.`,
		Examples: `  kubegap-lint init
  kubegap-lint init ./deploy

Exit codes:
  0  the file was written
  2  it was not
`,
		Setup: func(_ *pflag.FlagSet) cli.Run {
			return func(ctx context.Context, args []string) (int, error) { return a.init(ctx, args) }
		},
	}
}

func (a App) init(ctx context.Context, args []string) (int, error) {
	if len(args) > 1 {
		return exitUsage, cli.Usagef("init takes one directory")
	}
	dir, _ := a.Root([]string{a.Dir})
	if len(args) == 1 && args[0] == "" {
		return exitUsage, cli.Usagef("the name of the directory is empty")
	}
	if len(args) == 1 {
		dir = a.Abs(args[0])
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return exitUsage, cli.Usagef("%s: there is no such directory", a.shown(dir))
	}
	for _, name := range []string{config.Name, config.Misnamed} {
		if place.Exists(dir, name) {
			return exitUsage, fmt.Errorf("%s is there already; it is left as it is", a.shown(filepath.Join(dir, name)))
		}
	}
	facts, summary, err := a.look(ctx, dir)
	if err != nil {
		return exitUsage, err
	}
	file := filepath.Join(dir, config.Name)
	if err := writeNew(file, config.Start(facts)); err != nil {
		return exitUsage, fmt.Errorf("write %s: %w", a.shown(file), fsys.Cause(err))
	}
	_, err = fmt.Fprintf(a.Stdout, "wrote %s; found %s\n\n%s", a.shown(file), summary, a.nextSteps(dir))
	return exitClean, err
}

// shown gives an absolute path as people name it in the working directory, with slashes.
func (a App) shown(abs string) string { return filepath.ToSlash(a.Relative(abs)) }

// writeNew writes a file that does not exist.
func writeNew(name string, data []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

// look gathers what a configuration in dir may say.
func (a App) look(ctx context.Context, dir string) (config.Facts, string, error) {
	policies := loadPolicies()
	repo, err := a.open(ctx, renderFlags{root: dir, configFlags: configFlags{none: true}}, []string{dir})
	if err != nil {
		return config.Facts{}, "", err
	}
	defer repo.close()
	progress := a.startProgress(len(repo.plan.Targets))
	deployed := repo.deploy(ctx, repo.plan.Targets, progress)
	progress.stop()
	library, err := policies()
	if err != nil {
		return config.Facts{}, "", err
	}
	clouds, err := library.Clouds(ctx, graph.Build(slices.Concat(deployed.Bare, deployed.Units), nil))
	if err != nil {
		return config.Facts{}, "", err
	}
	facts := config.Facts{Exclude: foreign(repo.plan.Seen), Charts: valueSetsBeside(repo.tree, deployed.Bare), Clouds: clouds}
	for _, u := range deployed.Units {
		if len(u.Objects) > 0 {
			facts.Clusters = append(facts.Clusters, u.Environment)
		}
	}
	slices.Sort(facts.Clusters)
	facts.Clusters = slices.Compact(facts.Clusters)
	for _, u := range deployed.Bare {
		if u.Target.Kind == render.KindKustomize && u.Target.Path != "." {
			facts.Overlays = append(facts.Overlays, u.Target.Path)
		}
	}
	return facts, found(facts, deployed), nil
}

// found tells what was found.
func found(f config.Facts, r gitops.Result) string {
	charts, objects := map[string]bool{}, 0
	for _, u := range slices.Concat(r.Bare, r.Units) {
		objects += len(u.Objects)
		if u.Target.Kind == render.KindHelm {
			charts[u.Target.Path] = true
		}
	}
	parts := []string{
		words.Counted(len(charts), "chart"), words.Counted(len(f.Overlays), "overlay"),
		words.Counted(len(f.Clusters), "cluster") + " of Flux or Argo CD", words.Counted(objects, "object"),
	}
	return strings.Join(parts, ", ")
}

// foreign gives the directories whose names say that others wrote what they hold,
// or that only tests use it, without those within each other.
func foreign(seen fsys.Listing) []string {
	var dirs []string
	for _, dir := range seen.Dirs {
		inside := slices.ContainsFunc(dirs, func(d string) bool { return strings.HasPrefix(dir, d+"/") })
		if !inside && slices.Contains([]string{"third_party", "third-party", "thirdparty", "vendor", "testdata"}, path.Base(dir)) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// valueSetsBeside gives the charts among the units that have values files beside
// their Chart.yaml, with a set for each of these.
func valueSetsBeside(tree *fsys.Tree, units []render.Unit) []config.Chart {
	var charts []config.Chart
	for _, u := range units {
		if u.Target.Kind != render.KindHelm || u.Target.Variant != "" {
			continue
		}
		chart := config.Chart{Path: config.Path{Name: u.Target.Path}}
		entries, err := tree.ReadDir(u.Target.Path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			continue // It is a package.
		}
		for _, entry := range entries {
			if name := config.SetName(entry.Name()); name != "" && entry.Type().IsRegular() {
				file := config.Path{Name: path.Join(u.Target.Path, entry.Name())}
				chart.Values = append(chart.Values, config.ValueSet{Name: name, Files: []config.Path{file}})
			}
		}
		if len(chart.Values) > 0 {
			charts = append(charts, chart)
		}
	}
	return charts
}
