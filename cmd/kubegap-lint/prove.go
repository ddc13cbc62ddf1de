package main

import (
	"context"
	"slices"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/baseline"
	"github.com/kubegap/kubegap-lint/lint/fix"
	"github.com/kubegap/kubegap-lint/render"
)

// proveFixes proves fixes for the findings in what was asked for, against all rules
// and against the whole repository.
func (a App) proveFixes(ctx context.Context, f lintFlags, repo *repository, paths []string, policies policyLoader, outcome fix.Trial) (fix.Result, error) {
	f.only, f.wanted = nil, f.only
	asked := proof{App: a, flags: f, paths: paths, policies: policies, outcome: outcome}
	options := fix.Options{
		Findings: outcome.Report.Findings, Runs: []fix.Run{asked},
		ReadFile: repo.tree.ReadFile, Editable: repo.editable,
	}
	if !repo.whole || f.changedSince != "" {
		whole := proof{App: a, flags: f, paths: []string{repo.tree.Dir()}, policies: policies}
		whole.flags.root, whole.flags.changedSince = repo.tree.Dir(), ""
		options.Runs = append(options.Runs, whole)
	}
	return fix.Fix(ctx, options)
}

// proof is a run by which fixes are proved: over what was asked for, or over the
// whole repository. It has all rules.
type proof struct {
	App
	flags    lintFlags
	paths    []string
	policies policyLoader
	// outcome is that of the run of the user, which may have fewer rules; the zero
	// value stands for none.
	outcome fix.Trial
}

// Before implements fix.Run. The units stay those of the run of the user: the
// findings name their objects.
func (p proof) Before(ctx context.Context) (fix.Trial, error) {
	if p.outcome.Units == nil {
		return p.run(ctx, nil, fix.Trial{}, lint.Glance)
	}
	before := p.outcome
	if len(p.flags.wanted) > 0 {
		all, err := p.run(ctx, nil, before, lint.Glance)
		if err != nil {
			return fix.Trial{}, err
		}
		before.Report.Marks = all.Report.Marks
	}
	return before, nil
}

// With implements fix.Run. What reads none of the files is not rendered again.
func (p proof) With(ctx context.Context, before fix.Trial, texts map[string][]byte) (fix.Trial, error) {
	return p.run(ctx, texts, before, lint.Glance)
}

// Again implements fix.Run. Where all is rendered as before, the rules say the same.
func (p proof) Again(ctx context.Context, before fix.Trial) (fix.Trial, error) {
	return p.run(ctx, nil, fix.Trial{}, func(ctx context.Context, units, context []render.Unit, judge lint.Judge, o lint.Options) (lint.Report, error) {
		if before.Renders(units, context) {
			return before.Report, nil
		}
		return lint.Glance(ctx, units, context, judge, o)
	})
}

// run renders and judges with other texts of some files. What is known is taken over,
// as far as it reads none of these.
func (p proof) run(ctx context.Context, texts map[string][]byte, known fix.Trial, judge judging) (fix.Trial, error) {
	repo, err := p.openWith(ctx, p.flags.renderFlags, p.paths, texts)
	if err != nil {
		return fix.Trial{}, err
	}
	defer repo.close()
	repo.reuse(slices.Concat(known.Units, known.Context), texts)
	return p.judge(ctx, p.flags, baseline.Baseline{}, repo, p.policies, judge)
}
