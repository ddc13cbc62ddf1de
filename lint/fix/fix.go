// Package fix turns what rules offer into edits of the files of a repository, and
// proves each by a second run: the finding is gone, there is no new one, and all
// else is rendered as before.
package fix

import (
	"context"
	"slices"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/edit"
)

// Trial is the outcome of a run: what was judged, and what the rules say of it. Of
// the report, no more is needed than lint.Glance gives.
type Trial struct {
	Units []render.Unit
	// Context are the units that were not judged.
	Context []render.Unit
	Report  lint.Report
}

// Options are what fixing needs of the repository.
type Options struct {
	// Findings are what to fix.
	Findings []lint.Finding
	// Runs are those by which fixes are proved: of what was asked for, which has the
	// findings, and of all that must not break beside it.
	Runs []Run
	// ReadFile reads a file of the repository.
	ReadFile func(name string) ([]byte, error)
	// Editable tells why a file must not be edited; nil where it may.
	Editable func(name string) error
}

// Run renders and judges a repository, or a part of it. An error stops all.
type Run interface {
	// Before gives the outcome without an edit. It is asked for when it is needed,
	// and once.
	Before(ctx context.Context) (Trial, error)
	// With gives the outcome with other texts of some files.
	With(ctx context.Context, before Trial, texts map[string][]byte) (Trial, error)
	// Again gives the outcome without an edit once more, with all rendered anew.
	Again(ctx context.Context, before Trial) (Trial, error)
}

// Result is what became of the findings.
type Result struct {
	// Fixed are the findings whose fix was proved, each with its Fix, and Left
	// those whose fix was not, both in the order of the report.
	Fixed []lint.Finding
	Left  []Left
	// Unoffered counts the findings for which the rule offers no fix.
	Unoffered int
	// Files are the edited files, sorted by name.
	Files []File
}

// Left is a finding that stays, though its rule offers a fix.
type Left struct {
	Finding lint.Finding
	// Reason is a clause without a full stop.
	Reason string
}

// File is an edited file.
type File struct {
	Name          string
	Before, After []byte
	// Diff is a unified diff.
	Diff string
}

// Fix fixes as many of the findings as it can. It writes nothing.
func Fix(ctx context.Context, o Options) (Result, error) {
	p := &planner{options: o, files: map[string]*edit.File{}, refused: map[string]error{}}
	var plans []*plan
	var result Result
	for _, finding := range o.Findings {
		if !Offers(finding) {
			result.Unoffered++
			continue
		}
		plans = append(plans, p.plan(finding))
	}
	t := &trials{runs: o.Runs, files: p.files, before: make([]*Trial, len(o.Runs)), again: make([]*Trial, len(o.Runs))}
	if err := t.try(ctx, slices.DeleteFunc(slices.Clone(plans), func(p *plan) bool { return p.reason != "" })); err != nil {
		return Result{}, err
	}
	for _, plan := range plans {
		if plan.reason != "" {
			result.Left = append(result.Left, Left{plan.finding, plan.reason})
			continue
		}
		f := plan.finding
		f.Fix = p.fixOf(plan)
		result.Fixed = append(result.Fixed, f)
	}
	result.Files = p.edited(t.kept)
	return result, nil
}

// Offers tells whether the rule offers a fix for one of the objects of a finding.
func Offers(f lint.Finding) bool {
	return slices.ContainsFunc(f.Defects, func(d lint.Defect) bool { return len(d.Repairs) > 0 })
}
