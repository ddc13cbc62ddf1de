package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/save"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/fix"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/lint/format/words"
)

func (a App) fixCommand() cli.Command {
	return cli.Command{
		Name:    "fix",
		Usage:   "fix [flags] [PATH...]",
		Summary: "edit the files where a finding has one right answer",
		Long: `kubegap-lint fix edits the lines that lead to findings under PATH (default .) where
the rule has one right answer: in a manifest, a base, a patch, a file of values or
a literal line of a template. It prints what it changes as a unified diff.

Each edit is proved before it is written: the repository is rendered and judged
once more, and an edit is kept only if its finding is gone, no new finding comes
up, and nothing else that is rendered changes but the same field of the same object
in other overlays of a base. What cannot be fixed is listed with the reason.
Comments, order and style of the files stay as they are.`,
		Examples: `  kubegap-lint fix --dry-run                    show what would change
  kubegap-lint fix --only IL-0188 clusters/     fix one kind of finding in a directory
  kubegap-lint fix --changed-since origin/main  fix what this branch touches
  kubegap-lint fix --kube-version 1.34          also use what Kubernetes 1.34 has
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f lintFlags
			dryRun := flags.Bool("dry-run", false, "print the diff and write nothing")
			flags.StringArrayVar(&f.only, "only", nil, "`ID` of a rule or case to which the run is confined; may be repeated")
			flags.BoolVar(&f.pedantic, "pedantic", false, "fix notes too")
			flags.StringVar(&f.failOn, "fail-on", "warning", "lowest `LEVEL` of the findings that are left that makes the exit code 1: error, warning, note or never")
			cli.Choices(flags, "fail-on", "error", "warning", "note", "never")
			f.baselineFlags.register(flags, "leave the findings in `FILE` alone, and fix new ones only")
			flags.StringVar(&f.changedSince, "changed-since", "", "fix only what is touched by files that changed since `REV`: a commit, a branch or a tag")
			flags.BoolVar(&f.requireComplete, "require-complete", false, "exit with 3 when something was left out because it cannot be had offline")
			f.policyFlags.register(flags)
			f.renderFlags.register(flags)
			return func(ctx context.Context, args []string) (int, error) {
				f.color = "never"
				if err := f.validate(); err != nil {
					return exitUsage, err
				}
				return a.fix(ctx, f, *dryRun, args)
			}
		},
	}
}

// fixing is what can be fixed.
type fixing struct {
	// root is the root of the repository on this machine.
	root string
	// report has the findings before any is fixed.
	report lint.Report
	result fix.Result
}

// fixes proves fixes for those of the findings that choose gives. It writes nothing.
func (a App) fixes(ctx context.Context, f lintFlags, paths []string, choose func([]lint.Finding) ([]lint.Finding, error)) (fixing, error) {
	repo, err := a.open(ctx, f.renderFlags, paths)
	if err != nil {
		return fixing{}, err
	}
	defer repo.close()
	before, err := a.readBaseline(&f, repo, nil)
	if err != nil {
		return fixing{}, err
	}
	a.listBarren(repo.plan.Barren)
	policies := loadPolicies()
	outcome, err := a.judge(ctx, f, before, repo, policies, lint.Run)
	if err != nil {
		return fixing{}, err
	}
	if outcome.Report.Findings, err = choose(outcome.Report.Findings); err != nil {
		return fixing{}, err
	}
	result, err := a.proveFixes(ctx, f, repo, paths, policies, outcome)
	return fixing{repo.tree.Dir(), outcome.Report, result}, err
}

// fix fixes what it can. The exit code tells of the files as they are then.
func (a App) fix(ctx context.Context, f lintFlags, dryRun bool, paths []string) (int, error) {
	all := func(findings []lint.Finding) ([]lint.Finding, error) { return findings, nil }
	fixing, err := a.fixes(ctx, f, paths, all)
	if err != nil {
		return exitUsage, err
	}
	result, report := fixing.result, fixing.report
	for _, file := range result.Files {
		if _, err := fmt.Fprint(a.Stdout, file.Diff); err != nil {
			return exitUsage, err
		}
	}
	if !dryRun {
		if err := save.Edited(fixing.root, result.Files); err != nil {
			return exitUsage, err
		}
		report.Findings = notIn(report.Findings, result.Fixed)
	}
	a.listFixes(result, dryRun)
	a.listFailures(report.Failures)
	return exitCode(report, f), nil
}

// withFixes gives findings the fixes that were proved.
func withFixes(findings, fixed []lint.Finding) {
	fixes := map[string]*lint.Fix{}
	for _, f := range fixed {
		fixes[f.Fingerprint] = f.Fix
	}
	for i, f := range findings {
		findings[i].Fix = fixes[f.Fingerprint]
	}
}

// notIn gives the findings that are not among those that are fixed.
func notIn(findings, fixed []lint.Finding) []lint.Finding {
	done := map[string]bool{}
	for _, f := range fixed {
		done[f.Fingerprint] = true
	}
	return slices.DeleteFunc(slices.Clone(findings), func(f lint.Finding) bool { return done[f.Fingerprint] })
}

// listFixes tells people on standard error what was fixed, and what was not.
func (a App) listFixes(r fix.Result, dryRun bool) {
	tell := func(text string, args ...any) { fmt.Fprintln(a.Stderr, format.Printable(fmt.Sprintf(text, args...))) }
	done := "fixed"
	if dryRun {
		done = "would fix"
	}
	for _, f := range r.Fixed {
		tell("%s: %s: %s: %s [%s]", f.Location, done, f.Object, f.Message, f.Rule)
	}
	for _, left := range r.Left {
		tell("%s: cannot fix: %s: %s [%s]", left.Finding.Location, left.Finding.Object, left.Reason, left.Finding.Rule)
	}
	last := fmt.Sprintf("kubegap-lint: %s %s in %s", done, words.Counted(len(r.Fixed), "finding"), words.Counted(len(r.Files), "file"))
	if len(r.Left) > 0 {
		last += fmt.Sprintf("; %d cannot be fixed", len(r.Left))
	}
	if r.Unoffered > 0 {
		last += fmt.Sprintf("; for %d there is no fix", r.Unoffered)
	}
	tell("%s", last)
}
