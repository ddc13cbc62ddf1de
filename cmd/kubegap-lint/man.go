package main

import (
	"cmp"
	"context"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
)

func (a App) manCommand() cli.Command {
	return cli.Command{
		Name:    "man",
		Usage:   "man",
		Summary: "print the manual page",
		Long: `kubegap-lint man prints kubegap-lint(1), made of what --help says, for man and for
packages.`,
		Examples: "  kubegap-lint man | man -l -\n  kubegap-lint man > /usr/local/share/man/man1/kubegap-lint.1\n",
		Setup: func(_ *pflag.FlagSet) cli.Run {
			return func(_ context.Context, args []string) (int, error) {
				if len(args) > 0 {
					return exitUsage, cli.Usagef("unexpected argument %q", args[0])
				}
				_, err := io.WriteString(a.data, a.manual(thisBuild()))
				return exitClean, err
			}
		},
	}
}

// manual is the manual page of a build, whose time is its date, or else that of the
// version.
func (a App) manual(b build) string {
	date, _, _ := strings.Cut(cmp.Or(b.Time, versionDate), "T")
	program := a.program()
	program.Version = b.Version
	return program.ManualPage(cli.Manual{
		Date:        date,
		Summary:     "find the root causes of public Kubernetes incidents in a GitOps repository",
		Files:       manualFiles(),
		Environment: manualEnvironment(),
		SeeAlso:     "git(1)",
		Home:        "https://github.com/kubegap/kubegap-lint",
	})
}

// manualFiles are the files of users that the program reads or writes.
func manualFiles() []cli.Item {
	return []cli.Item{
		{Name: ".kubegap.yaml", Text: "The configuration, looked for from PATH up to the root of the repository; 'kubegap-lint init' writes one, and 'kubegap-lint config' tells what it comes to."},
		{Name: ".kubegap/vendor", Text: "Charts and bases from elsewhere, which 'kubegap-lint vendor' fetches."},
		{Name: ".kubegap/vendor.lock.yaml", Text: "What these are, with their versions and checksums."},
	}
}

// manualEnvironment are the variables that the program reads.
func manualEnvironment() []cli.Item {
	return []cli.Item{
		{Name: "NO_COLOR, TERM", Text: "With NO_COLOR, or where TERM is dumb, --color auto writes no colours."},
		{Name: "HELM_CACHE_HOME, HELM_REPOSITORY_CACHE, XDG_CACHE_HOME", Text: "Where the cache of Helm is, in which charts from elsewhere are looked for, too."},
		{Name: "HELM_CONFIG_HOME, HELM_REPOSITORY_CONFIG, HELM_REGISTRY_CONFIG, XDG_CONFIG_HOME", Text: "Where vendor finds the repositories and credentials of Helm."},
		{Name: "GOGC", Text: "How much memory the collector trades for time, as in all programs in Go; 400 where it is not set."},
	}
}
