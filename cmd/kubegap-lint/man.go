package main

import (
	"cmp"
	"context"
	"io"
	"strings"

	"github.com/spf13/pflag"
)

// manCommand is for those who package the program: it is not in the help.
func manCommand() command {
	return command{
		name:    "man",
		hidden:  true,
		usage:   "man",
		summary: "print the manual page",
		long: `kubegap-lint man prints kubegap-lint(1), made of what --help says, for man and for
packages.`,
		examples: "  kubegap-lint man | man -l -\n  kubegap-lint man > /usr/local/share/man/man1/kubegap-lint.1\n",
		setup: func(a App, _ *pflag.FlagSet) func(context.Context, []string) (int, error) {
			return func(_ context.Context, args []string) (int, error) {
				if len(args) > 0 {
					return exitUsage, usagef("unexpected argument %q", args[0])
				}
				_, err := io.WriteString(a.data, a.manual(thisBuild()))
				return exitClean, err
			}
		},
	}
}

// manual is the manual page: a pure function of the commands and the build, whose
// time is its date, or else that of the version.
func (a App) manual(b build) string {
	date, _, _ := strings.Cut(cmp.Or(b.Time, versionDate), "T")
	lint := lintCommand()
	var m roff
	m.line("TH", "KUBEGAP-LINT", "1", date, "kubegap-lint "+b.Version, "User Commands")
	m.line("SH", "NAME")
	m.write("kubegap\\-lint \\- find the root causes of public Kubernetes incidents in a GitOps repository\n")
	m.line("SH", "SYNOPSIS")
	for _, c := range commands() {
		if !c.hidden {
			m.synopsis(c)
		}
	}
	m.line("SH", "DESCRIPTION")
	m.paragraph(lint.long)
	m.paragraph("Without a command, kubegap-lint lints. A path that is named like a command is written ./NAME.")
	m.line("SH", "COMMANDS")
	for _, c := range commands() {
		if !c.hidden {
			a.manualOf(&m, c)
		}
	}
	m.line("SH", "OPTIONS")
	m.paragraph("These are the options of lint, which is the command where none is named. --help and --version are options of all commands.")
	flags, _ := lint.flags(a)
	addCommonFlags(flags)
	m.options(flags)
	m.line("SH", "EXIT STATUS")
	m.statuses(exitCodes)
	m.items("FILES", manualFiles())
	m.items("ENVIRONMENT", manualEnvironment())
	m.line("SH", "EXAMPLES")
	m.verbatim(lint.examples)
	m.line("SH", "SEE ALSO")
	m.text("git(1)")
	m.paragraph("https://github.com/kubegap/kubegap-lint")
	return m.String()
}

// manualOf writes the section of a command.
func (a App) manualOf(m *roff, c command) {
	m.line("SS", c.name)
	m.synopsis(c)
	m.paragraph(c.long)
	if c.name == "lint" {
		return
	}
	flags, _ := c.flags(a)
	m.options(flags)
	examples, statuses, _ := strings.Cut(c.examples, "\nExit codes:\n")
	m.paragraph("Examples:")
	m.verbatim(examples)
	if statuses != "" {
		m.paragraph("Exit status:")
		m.statuses(statuses)
	}
}

// manualFiles are the files of users that the program reads or writes.
func manualFiles() []item {
	return []item{
		{".kubegap.yaml", "The configuration, looked for from PATH up to the root of the repository; 'kubegap-lint init' writes one, and 'kubegap-lint config' tells what it comes to."},
		{".kubegap/vendor", "Charts and bases from elsewhere, which 'kubegap-lint vendor' fetches."},
		{".kubegap/vendor.lock.yaml", "What these are, with their versions and checksums."},
	}
}

// manualEnvironment are the variables that the program reads.
func manualEnvironment() []item {
	return []item{
		{"NO_COLOR, TERM", "With NO_COLOR, or where TERM is dumb, --color auto writes no colours."},
		{"HELM_CACHE_HOME, HELM_REPOSITORY_CACHE, XDG_CACHE_HOME", "Where the cache of Helm is, in which charts from elsewhere are looked for, too."},
		{"HELM_CONFIG_HOME, HELM_REPOSITORY_CONFIG, HELM_REGISTRY_CONFIG, XDG_CONFIG_HOME", "Where vendor finds the repositories and credentials of Helm."},
		{"GOGC", "How much memory the collector trades for time, as in all programs in Go; 400 where it is not set."},
	}
}
