package main

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/baseline"
	"github.com/kubegap/kubegap-lint/lint/fix"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// ruleLimit is how long the evaluation of one rule may take: far longer than any
// rule needs, so that it only ends what would never end.
const ruleLimit = time.Minute

// report opens the repository, renders and judges, and gives the baseline that the
// findings were compared with. The policies are read while the units render. Where the
// context is cancelled, there is no report.
func (a App) report(ctx context.Context, f lintFlags, outputs []outputFile, paths []string) (lint.Report, baseline.Baseline, error) {
	policies := loadPolicies()
	repo, err := a.open(ctx, f.renderFlags, paths)
	if err != nil {
		return lint.Report{}, baseline.Baseline{}, err
	}
	defer repo.close()
	before, err := a.readBaseline(&f, repo, outputs)
	if err != nil {
		return lint.Report{}, baseline.Baseline{}, err
	}
	outcome, err := a.judge(ctx, f, before, repo, policies, lint.Run)
	if err != nil {
		return lint.Report{}, baseline.Baseline{}, err
	}
	a.listBarren(repo.plan.Barren)
	if f.fixes {
		result, err := a.proveFixes(ctx, f, repo, paths, policies, outcome)
		if err != nil {
			return lint.Report{}, baseline.Baseline{}, err
		}
		withFixes(outcome.Report.Findings, result.Fixed)
	}
	if slices.ContainsFunc(outputs, outputFile.showsSources) {
		outcome.Report.Sources = sources(repo.tree, outcome.Report, outputs)
	}
	outcome.Report.Subject = repo.subject()
	return outcome.Report, before, ctx.Err()
}

// maxSubjects is how many of the paths that were asked for a report names.
const maxSubjects = 3

// subject names what was asked for: the directory of the repository, without where it
// lies on this machine, and the paths in it.
func (r *repository) subject() string {
	root := filepath.Base(r.tree.Dir())
	if r.whole {
		return root
	}
	var names []string
	for _, name := range r.asked[:min(len(r.asked), maxSubjects)] {
		names = append(names, path.Join(root, name))
	}
	subject := strings.Join(names, ", ")
	if more := len(r.asked) - maxSubjects; more > 0 {
		subject += fmt.Sprintf(" and %d more", more)
	}
	return subject
}

// judging is lint.Run or lint.Glance.
type judging func(ctx context.Context, units, context []render.Unit, judge lint.Judge, o lint.Options) (lint.Report, error)

// judge renders what is in an opened repository, and judges it.
func (a App) judge(ctx context.Context, f lintFlags, before baseline.Baseline, repo *repository, policies policyLoader, run judging) (fix.Trial, error) {
	dirs, err := a.policyDirs(slices.Concat(a.configuredPolicies(repo.tree, repo.config), f.dirs))
	if err != nil {
		return fix.Trial{}, err
	}
	repo.leaveOut(dirs)
	if err := repo.narrowSince(ctx, f.changedSince, dirs); err != nil {
		return fix.Trial{}, err
	}
	r := a.renderAll(ctx, repo)
	library, err := policies(dirs...)
	if err != nil {
		return fix.Trial{}, err
	}
	if err := repo.config.CheckIDs(library.Rules(), library.Cases()); err != nil {
		return fix.Trial{}, err
	}
	report, err := run(ctx, r.judged, r.context, library, lint.Options{
		KubeVersion: repo.config.KubeVersion,
		Only:        f.only,
		Rules:       on(ruleSettings(repo.config), f.wanted),
		Platform:    repo.config.Platform,
		Pedantic:    f.pedantic || f.failOn == "note",
		Suppressor:  a.suppressor(ctx, repo, f),
		Baseline:    known(before, repo, f),
		Failures:    repo.scope.About(r.failures, r.judged),
		Skipped:     repo.scope.About(repo.plan.Skipped, r.judged),
		Warnings:    append(repo.doubtful(r.judged), repo.copies.Cache.Problems()...),
		Late:        repo.late,
		RuleLimit:   ruleLimit,
		Reported:    repo.scope.Reported(),
		Matters:     repo.scope.Matters(),
		LeftOut:     repo.scope.LeftOut(),
	})
	return fix.Trial{Units: r.judged, Context: r.context, Report: report}, err
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
	if !repo.scope.Nothing() {
		contextUnits = repo.context(ctx, progress)
	}
	return toJudge{units, contextUnits, slices.Concat(repo.plan.Failures, deployed.Failures)}
}

// sources reads the files that the outputs show lines of.
func sources(tree *fsys.Tree, r lint.Report, outputs []outputFile) map[string]string {
	texts := map[string]string{}
	read := func(l manifest.Location) {
		if _, ok := texts[l.File]; !ok {
			data, _ := tree.ReadFile(l.File) // A file that is gone has no snippet.
			texts[l.File], _ = manifest.Text(data)
		}
	}
	findings, context := r.Findings, slices.ContainsFunc(outputs, outputFile.showsContext)
	if context {
		findings = slices.Concat(findings, r.Suppressed)
	}
	for _, f := range findings {
		read(f.Location)
		for _, related := range f.Related {
			if context {
				read(related.Location)
			}
		}
	}
	return texts
}
