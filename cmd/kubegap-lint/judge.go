package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/baseline"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// ruleLimit is how long the evaluation of one rule may take: far longer than any
// rule needs, so that it only ends what would never end.
const ruleLimit = time.Minute

// report opens the repository, renders and judges. The policies are read while the
// units render. Where the context is cancelled, there is no report.
func (a App) report(ctx context.Context, f lintFlags, before baseline.Baseline, paths []string) (lint.Report, error) {
	policies := loadPolicies()
	repo, err := a.open(ctx, f.renderFlags, paths)
	if err != nil {
		return lint.Report{}, err
	}
	defer repo.close()
	dirs, err := a.policyDirs(slices.Concat(a.configuredPolicies(repo), f.dirs))
	if err != nil {
		return lint.Report{}, err
	}
	repo.leaveOut(dirs)
	if f.changedSince != "" {
		changed, err := git{repo.tree.Dir()}.changedSince(ctx, f.changedSince)
		if err != nil {
			return lint.Report{}, fmt.Errorf("--changed-since %s: %w", f.changedSince, err)
		}
		if err := repo.narrow(ctx, changed, dirs); err != nil {
			return lint.Report{}, err
		}
	}
	units := a.renderAll(ctx, repo)
	library, err := policies(dirs...)
	if err != nil {
		return lint.Report{}, err
	}
	if err := repo.config.CheckIDs(library.Rules(), library.Cases()); err != nil {
		return lint.Report{}, err
	}
	return a.judge(ctx, repo, units, library, f, before)
}

// toJudge is what there is to judge.
type toJudge struct {
	judged, context []render.Unit
	failures        []render.Problem
}

// renderAll renders what is asked for and what it meets.
func (a App) renderAll(ctx context.Context, repo *repository) toJudge {
	progress := a.startProgress(len(repo.plan.Targets) + len(repo.plan.Context))
	defer progress.stop()
	deployed := repo.deploy(ctx, repo.plan.Targets, progress)
	units := slices.Concat(deployed.Bare, deployed.Units)
	var contextUnits []render.Unit
	if repo.scope == nil || !repo.scope.nothing {
		contextUnits = repo.context(ctx, progress)
	}
	return toJudge{units, contextUnits, slices.Concat(repo.plan.Failures, deployed.Failures)}
}

// judge judges what was rendered.
func (a App) judge(ctx context.Context, repo *repository, r toJudge, library *policy.Library, f lintFlags, before baseline.Baseline) (lint.Report, error) {
	report, err := lint.Run(ctx, r.judged, r.context, library, lint.Options{
		KubeVersion: repo.config.KubeVersion,
		Only:        f.only,
		Rules:       ruleSettings(repo.config),
		Platform:    repo.config.Platform,
		Pedantic:    f.pedantic || f.failOn == "note",
		Suppressor:  a.suppressor(repo, f),
		Baseline:    known(before, repo, f),
		Failures:    repo.scope.about(r.failures, r.judged),
		Skipped:     repo.scope.about(repo.plan.Skipped, r.judged),
		Warnings:    append(repo.doubtful(r.judged), repo.copies.Cache.Problems()...),
		RuleLimit:   ruleLimit,
		Reported:    repo.scope.reported(),
		Matters:     repo.scope.matters(),
		LeftOut:     repo.scope.notRendered(),
	})
	if err != nil {
		return lint.Report{}, err
	}
	if f.format == "text" {
		report.Sources = sources(repo.tree, report.Findings)
	}
	return report, ctx.Err()
}

// sources reads the files that the findings point into, for the snippets that
// people see.
func sources(tree *fsys.Tree, findings []lint.Finding) map[string]string {
	texts := map[string]string{}
	for _, finding := range findings {
		file := finding.Location.File
		if _, ok := texts[file]; !ok {
			data, _ := tree.ReadFile(file) // A file that is gone has no snippet.
			texts[file], _ = manifest.Text(data)
		}
	}
	return texts
}
