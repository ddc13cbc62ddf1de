package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/vendored"
	"github.com/kubegap/kubegap-lint/render/vendored/fetch"
	"github.com/kubegap/kubegap-lint/render/vendored/wanted"
)

// vendorFlags are the flags of the vendor command.
type vendorFlags struct {
	renderFlags
	dryRun, update, plainHTTP bool
}

func (a App) vendorCommand() cli.Command {
	return cli.Command{
		Name:    "vendor",
		Usage:   "vendor [flags] [PATH...]",
		Summary: "fetch the charts and bases that PATH refers to and does not hold",
		Long: `kubegap-lint vendor fetches the charts and the kustomize bases outside of the
repository that the charts, overlays and objects of Flux and Argo CD under PATH
refer to. It puts them into .kubegap/vendor and writes .kubegap/vendor.lock.yaml,
from which all other commands read. It is the only command that uses the network:
with the repositories and credentials of Helm for charts, and git for bases.

What is there is not fetched again. What the lock file lists and is not there is
fetched as it is listed. Where PATH is the whole repository, what nothing refers to
any more is taken out.`,
		Examples: `  kubegap-lint vendor               fetch what is missing
  kubegap-lint vendor --dry-run     list it
  kubegap-lint vendor --update      take the newest versions that the ranges give

Exit codes:
  0  everything that can be resolved is there
  2  usage or configuration
  3  something could not be fetched
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f vendorFlags
			flags.BoolVar(&f.dryRun, "dry-run", false, "fetch nothing, and list what is missing and what is there")
			flags.BoolVar(&f.update, "update", false, "fetch what is there again, in the newest version that its range or branch gives")
			flags.BoolVar(&f.plainHTTP, "plain-http", false, "ask OCI registries by HTTP instead of HTTPS")
			f.registerRoot(flags)
			return func(ctx context.Context, args []string) (int, error) { return a.vendor(ctx, f, args) }
		},
	}
}

// maxRounds bounds how far what was fetched may lead to more to fetch.
const maxRounds = 10

func (a App) vendor(ctx context.Context, f vendorFlags, paths []string) (int, error) {
	var outcomes []fetch.Outcome
	seen := map[string]bool{}
	for range maxRounds {
		needs, err := a.needs(ctx, f, paths)
		if err != nil {
			return exitUsage, err
		}
		if f.dryRun {
			outcomes, err = fetch.Plan(needs.tree, needs.references, vendored.DefaultDir)
			needs.close()
			a.listFailures(needs.failures)
			return a.tell(outcomes), err
		}
		// What has been fetched may refer to more.
		fresh := slices.DeleteFunc(slices.Clone(needs.references), func(r wanted.Reference) bool { return seen[r.What()] })
		for _, r := range fresh {
			seen[r.What()] = true
		}
		if len(fresh) == 0 {
			var removed []fetch.Outcome
			if needs.complete && !slices.ContainsFunc(outcomes, isFailed) {
				removed, err = fetch.Prune(needs.tree, needs.references, vendored.DefaultDir)
			}
			needs.close()
			a.listFailures(needs.failures)
			return a.tell(append(outcomes, removed...)), err
		}
		more, err := fetch.Run(ctx, needs.tree, fresh, a.fetchOptions(f))
		needs.close()
		if err != nil {
			return exitUsage, err
		}
		outcomes = append(outcomes, more...)
	}
	a.tell(outcomes)
	return exitIncomplete, fmt.Errorf("what is fetched refers to more, and that to more again, %d times over", maxRounds)
}

func isFailed(o fetch.Outcome) bool { return o.Status == fetch.Failed }

func (a App) fetchOptions(f vendorFlags) fetch.Options {
	return fetch.Options{
		Dir:              vendored.DefaultDir,
		RepositoryConfig: a.HelmRepositoryConfig(),
		RegistryConfig:   a.HelmRegistryConfig(),
		PlainHTTP:        f.plainHTTP,
		Update:           f.update,
	}
}

// needs is what a part of a repository refers to.
type needs struct {
	tree       *fsys.Tree
	close      func()
	references []wanted.Reference
	// failures tell what could not be rendered, and may refer to more.
	failures []render.Problem
	// complete tells that nothing else in the repository refers to anything.
	complete bool
}

// needs renders what is under the paths: what it reads and what comes out of it
// refers to what it needs.
func (a App) needs(ctx context.Context, f vendorFlags, paths []string) (needs, error) {
	repo, err := a.open(ctx, f.renderFlags, paths)
	if err != nil {
		return needs{}, err
	}
	progress := a.startProgress(len(repo.plan.Targets))
	deployed := repo.deploy(ctx, repo.plan.Targets, progress)
	progress.stop()
	n := needs{tree: repo.tree, close: repo.close, failures: deployed.Failures}
	var files []string
	var objects []manifest.Object
	for _, u := range slices.Concat(deployed.Bare, deployed.Units) {
		files = append(files, u.Files...)
		objects = append(objects, u.Objects...)
		n.failures = append(n.failures, u.Failures...)
	}
	slices.Sort(files)
	n.references = append(wanted.InFiles(repo.tree, slices.Compact(files)), wanted.InObjects(objects)...)
	n.complete = repo.whole && len(repo.discovered) == 0 && len(n.failures) == 0
	return n, nil
}

// tell prints what became of everything and gives the exit code. What is not
// there is told at each place that refers to it.
func (a App) tell(outcomes []fetch.Outcome) int {
	slices.SortStableFunc(outcomes, func(x, y fetch.Outcome) int { return strings.Compare(x.What, y.What) })
	code := exitClean
	for _, o := range outcomes {
		switch o.Status {
		case fetch.Failed:
			code = exitIncomplete
			a.tellEach(o, "not fetched")
		case fetch.Unknown:
			a.tellEach(o, "left out")
		default:
			line := fmt.Sprintf("%-8s %s", o.Status, o.What)
			if o.Version != "" {
				line += " (" + o.Version + ")"
			}
			fmt.Fprintln(a.Stdout, format.Printable(line))
			for _, place := range places(o) {
				fmt.Fprintf(a.Stdout, "         %s\n", format.Printable(place.String()))
			}
		}
	}
	if len(outcomes) == 0 {
		fmt.Fprintln(a.Stdout, "nothing outside of the repository is referred to")
	}
	return code
}

func (a App) tellEach(o fetch.Outcome, what string) {
	for _, place := range places(o) {
		fmt.Fprintln(a.Stderr, format.Printable(fmt.Sprintf("%s: %s: %s: %v", place, what, o.What, o.Err)))
	}
}

// places gives the places that refer to something.
func places(o fetch.Outcome) []manifest.Location {
	var all []manifest.Location
	for _, r := range o.References {
		all = append(all, r.Location)
	}
	slices.SortFunc(all, manifest.Location.Compare)
	return slices.Compact(all)
}
