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
	options := fix.Options{Before: []fix.Trial{outcome}, ReadFile: repo.tree.ReadFile, Editable: repo.editable}
	if !fix.Offered(outcome.Report) {
		return fix.Fix(ctx, options)
	}
	f.only, f.wanted = nil, f.only
	asked := proof{App: a, flags: f, paths: paths, policies: policies}
	proofs := []proof{asked}
	if len(f.wanted) > 0 {
		all, err := asked.run(ctx, nil, outcome, lint.Glance)
		if err != nil {
			return fix.Result{}, err
		}
		options.Before[0].Report.Marks = all.Report.Marks
	}
	if !repo.whole || f.changedSince != "" {
		whole := asked
		whole.flags.root, whole.flags.changedSince, whole.paths = repo.tree.Dir(), "", []string{repo.tree.Dir()}
		before, err := whole.run(ctx, nil, fix.Trial{}, lint.Glance)
		if err != nil {
			return fix.Result{}, err
		}
		proofs, options.Before = append(proofs, whole), append(options.Before, before)
	}
	options.Run = func(ctx context.Context, i int, texts map[string][]byte) (fix.Trial, error) {
		return proofs[i].run(ctx, texts, options.Before[i], lint.Glance)
	}
	options.Repeat = func(ctx context.Context, i int) (fix.Trial, error) { return proofs[i].repeat(ctx, options.Before[i]) }
	return fix.Fix(ctx, options)
}

// proof is a run by which fixes are proved: over what was asked for, or over the
// whole repository.
type proof struct {
	App
	flags    lintFlags
	paths    []string
	policies policyLoader
}

// run renders and judges with other texts of some files. What an earlier run rendered
// without them is taken from there, as far as it reads none of these files.
func (p proof) run(ctx context.Context, texts map[string][]byte, before fix.Trial, judge judging) (fix.Trial, error) {
	repo, err := p.openWith(ctx, p.flags.renderFlags, p.paths, texts)
	if err != nil {
		return fix.Trial{}, err
	}
	defer repo.close()
	repo.reuse(slices.Concat(before.Units, before.Context), texts)
	return p.judge(ctx, p.flags, baseline.Baseline{}, repo, p.policies, judge)
}

// repeat renders all anew. Where that gives the same as before, the rules say the
// same.
func (p proof) repeat(ctx context.Context, before fix.Trial) (fix.Trial, error) {
	return p.run(ctx, nil, fix.Trial{}, func(ctx context.Context, units, context []render.Unit, judge lint.Judge, o lint.Options) (lint.Report, error) {
		if before.Renders(units, context) {
			return before.Report, nil
		}
		return lint.Glance(ctx, units, context, judge, o)
	})
}
