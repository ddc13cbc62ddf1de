package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/lint/format"
)

func (a App) configCommand() cli.Command {
	return cli.Command{
		Name:    "config",
		Usage:   "config [flags] [PATH...]",
		Summary: "print the configuration for PATH and where it comes from",
		Long: `kubegap-lint config prints the configuration that a run on PATH (default .) has:
the nearest .kubegap.yaml from PATH up to the root of the repository, with what the
flags put in the place of its values. Each value has its line in a comment. What
is wrong with the file is told on standard error.`,
		Examples: `  kubegap-lint config
  kubegap-lint config --kube-version 1.33 clusters/production
  kubegap-lint config --schema > schema.json

Exit codes:
  0  the configuration holds
  2  usage or configuration
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f renderFlags
			schema := flags.Bool("schema", false, "print the JSON Schema of the file instead")
			flags.StringVar(&f.kubeVersion, "kube-version", "", "`VERSION` of Kubernetes, in the place of kubeVersion")
			f.registerRoot(flags)
			return func(ctx context.Context, args []string) (int, error) {
				if *schema {
					_, err := io.WriteString(a.data, config.Schema())
					return exitClean, err
				}
				return a.printConfig(ctx, f, args)
			}
		},
	}
}

func (a App) printConfig(ctx context.Context, f renderFlags, paths []string) (int, error) {
	policies := loadPolicies()
	repo, err := a.open(ctx, f, paths)
	if err != nil {
		return exitUsage, err
	}
	defer repo.close()
	dirs, err := a.policyDirs(a.configuredPolicies(repo.tree, repo.config))
	if err != nil {
		return exitUsage, err
	}
	library, err := policies(dirs...)
	if err != nil {
		return exitUsage, err
	}
	if err := repo.config.CheckIDs(library.Rules(), library.Cases()); err != nil {
		return exitUsage, err
	}
	if _, err := a.readBaseline(&lintFlags{renderFlags: f}, repo, nil); err != nil {
		return exitUsage, err
	}
	for _, w := range repo.config.Unmatched(repo.plan.Seen) {
		place := ""
		if w.Location.File != "" {
			place = withoutColumn(w.Location) + ": "
		}
		fmt.Fprintln(a.Stderr, format.Printable(fmt.Sprintf("%swarning: %s", place, w.Message)))
	}
	text, err := repo.config.Effective(f.overrides()...)
	if err != nil {
		return exitUsage, err
	}
	source := "# No " + config.Name + " is used."
	if name := repo.config.File.Name; name != "" {
		source = "# Read from " + format.Printable(name) + "."
	}
	_, err = fmt.Fprintf(a.Stdout, "%s\n%s", source, text)
	return exitClean, err
}

// overrides gives what the flags put in the place of keys.
func (f renderFlags) overrides() []config.Override {
	if f.kubeVersion == "" {
		return nil
	}
	return []config.Override{{Key: "kubeVersion", Value: f.kubeVersion, Flag: "--kube-version"}}
}
