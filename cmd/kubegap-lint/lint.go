package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/place"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/lint/format/words"
	"github.com/kubegap/kubegap-lint/render"
)

// lintFlags are the flags of the lint command.
type lintFlags struct {
	renderFlags
	policyFlags
	outputFlags
	baselineFlags
	failOn, color, groupBy string
	only                   []string
	// wanted are the ids of rules and cases that run though they are off.
	wanted                    []string
	pedantic, requireComplete bool
	showSuppressed, fixes     bool
	writeBaseline             string
	changedSince, sourceURL   string
}

func (a App) lintCommand() cli.Command {
	return cli.Command{
		Name:    "lint",
		Usage:   "[lint] [flags] [PATH...]",
		Summary: "lint the charts, overlays and manifests under PATH (default .)",
		Long: `kubegap-lint renders the Helm charts, kustomize overlays and plain manifests under
PATH offline, and what Flux and Argo CD deploy from there, and reports the root
causes of public Kubernetes incidents in what would reach the clusters.`,
		Examples: `  kubegap-lint                                   lint the working directory
  kubegap-lint ./deploy                          lint a directory
  kubegap-lint -f values-prod.yaml charts/web    lint a chart with its own values
  kubegap-lint --format sarif --output out.sarif write SARIF for code scanning
  kubegap-lint --format junit=out.xml --format text     write test results, and show the findings
  kubegap-lint --fail-on error --pedantic        show all, fail on errors only
  kubegap-lint --group-by environment            list the findings of each cluster
  kubegap-lint --only IL-0178                    look for the root causes of one incident
  kubegap-lint --policy policies                 judge by your own policies too
  kubegap-lint --write-baseline .kubegap-baseline.json  accept what is there today
  kubegap-lint --baseline .kubegap-baseline.json        fail on new findings only
  kubegap-lint explain IL-0178                   read what happened, and how to fix it
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f lintFlags
			f.outputFlags.register(flags)
			flags.StringVar(&f.failOn, "fail-on", "warning", "lowest `LEVEL` that makes the exit code 1: error, warning, note or never")
			flags.StringVar(&f.groupBy, "group-by", "", "`WHAT` the text format groups findings by: environment, which is a cluster that Flux or Argo CD deploys to")
			flags.StringArrayVar(&f.only, "only", nil, "`ID` of a rule or case to which the run is confined; may be repeated")
			flags.BoolVar(&f.pedantic, "pedantic", false, "report notes too")
			f.baselineFlags.register(flags, "keep quiet about the findings in `FILE`, and fail on new ones only")
			flags.StringVar(&f.writeBaseline, "write-baseline", "", "write the findings to `FILE`; with --baseline, write that without what is fixed")
			flags.StringVar(&f.changedSince, "changed-since", "", "report only what is touched by files that changed since `REV`: a commit, a branch or a tag")
			flags.BoolVar(&f.showSuppressed, "show-suppressed", false, "list the suppressed findings in text")
			flags.BoolVar(&f.fixes, "fixes", false, "prove what 'kubegap-lint fix' would edit, and add it to json and sarif")
			flags.BoolVar(&f.requireComplete, "require-complete", false, "exit with 3 when something was left out because it cannot be had offline")
			flags.StringVar(&f.color, "color", "auto", "`WHEN` to colour text: auto, always or never")
			flags.StringVar(&f.sourceURL, "source-url", "", "`URL` below which people see the files of the repository, for links in markdown")
			cli.Choices(flags, "format", format.Names()...)
			cli.Choices(flags, "fail-on", "error", "warning", "note", "never")
			cli.Choices(flags, "group-by", "environment")
			cli.Choices(flags, "color", "auto", "always", "never")
			f.policyFlags.register(flags)
			f.renderFlags.register(flags)
			return func(ctx context.Context, args []string) (int, error) {
				if err := a.checkFirst(args); err != nil {
					return exitUsage, err
				}
				code, err := a.lint(ctx, f, args)
				return code, a.explainPathError(err, args)
			}
		},
	}
}

// checkFirst fails for a path that does not exist and has the name of a command, which
// stands behind a flag.
func (a App) checkFirst(paths []string) error {
	for _, c := range a.commands() {
		if slices.Contains(paths, c.Name) && !place.Exists(a.Dir, c.Name) {
			return cli.Usagef("%s: no such file or directory; a command comes before its flags: kubegap-lint %s [flags]", c.Name, c.Name)
		}
	}
	return nil
}

// explainPathError adds the nearest command to an error about a path that is not there,
// where the first argument may have been meant for one.
func (a App) explainPathError(err error, args []string) error {
	if !errors.Is(err, fs.ErrNotExist) || len(args) == 0 || !strings.HasPrefix(err.Error(), args[0]+": ") {
		return err
	}
	if meant := a.program().Meant(args[0]); meant != "" {
		return cli.Usagef("%w; did you mean 'kubegap-lint %s'?", err, meant)
	}
	return err
}

func (f lintFlags) validate() error {
	if err := checkSourceURL(f.sourceURL); err != nil {
		return err
	}
	if f.baseline != "" && f.noBaseline {
		return cli.Usagef("--baseline and --no-baseline exclude each other")
	}
	if f.changedSince != "" && f.writeBaseline != "" && f.baseline == "" {
		return cli.Usagef("--write-baseline needs a run over everything; with --changed-since it only goes together with --baseline")
	}
	return nil
}

func (a App) lint(ctx context.Context, f lintFlags, paths []string) (int, error) {
	if err := f.validate(); err != nil {
		return exitUsage, err
	}
	outputs, err := a.outputs(f.outputFlags)
	if err != nil {
		return exitUsage, err
	}
	report, before, err := a.report(ctx, f, outputs, paths)
	if err != nil {
		return exitUsage, err
	}
	failed := report.FailedRules()
	if len(failed) == 0 {
		if err := a.writeBaseline(before, report, f); err != nil {
			return exitUsage, err
		}
	}
	if err := a.write(report, f, outputs); err != nil {
		return exitUsage, err
	}
	if len(failed) > 0 {
		return exitUsage, explainFailed(failed)
	}
	return exitCode(report, f), nil
}

// explainFailed tells of rules that could not be evaluated; the report has the rest.
func explainFailed(failed []render.Problem) error {
	if more := len(failed) - 1; more > 0 {
		return fmt.Errorf("%s (and %s more)", failed[0].Message, words.Counted(more, "rule"))
	}
	return errors.New(failed[0].Message)
}

// color decides on colours: by the flag, else by NO_COLOR
// (https://no-color.org) and by who reads.
func (a App) color(flag string, terminal bool) bool {
	switch flag {
	case "always":
		return true
	case "never":
		return false
	default:
		return terminal && a.Getenv("NO_COLOR") == "" && a.Getenv("TERM") != "dumb"
	}
}

// exitCode is the program's answer to the report.
func exitCode(r lint.Report, f lintFlags) int {
	if len(r.Failures) > 0 {
		return exitIncomplete
	}
	if f.requireComplete {
		for _, s := range r.Skipped {
			if s.Reason.Incomplete() {
				return exitIncomplete
			}
		}
	}
	if slices.ContainsFunc(r.Findings, func(finding lint.Finding) bool { return f.fails(finding.Level) }) {
		return exitFindings
	}
	return exitClean
}

// fails tells whether a finding of a level fails the run.
func (f lintFlags) fails(level lint.Level) bool {
	var threshold lint.Level
	return f.failOn != "never" && threshold.UnmarshalText([]byte(f.failOn)) == nil && level >= threshold
}
