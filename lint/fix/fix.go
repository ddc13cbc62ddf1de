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
// the report, no more is needed than lint.Glance gives, save for the first one,
// whose findings are fixed.
type Trial struct {
	Units []render.Unit
	// Context are the units that were not judged.
	Context []render.Unit
	Report  lint.Report
}

// Options are what fixing needs of the repository.
type Options struct {
	// Before are the outcomes without an edit: of what was asked for, whose
	// findings are fixed, and of all that must not break beside it.
	Before []Trial
	// ReadFile reads a file of the repository.
	ReadFile func(name string) ([]byte, error)
	// Editable tells why a file must not be edited; nil where it may.
	Editable func(name string) error
	// Run gives the outcome of the run with an index in Before, with other texts of
	// some files. An error stops all.
	Run func(ctx context.Context, run int, texts map[string][]byte) (Trial, error)
	// Repeat gives the outcome of the run as it is once more, with all rendered anew.
	Repeat func(ctx context.Context, run int) (Trial, error)
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

// Fix fixes as many findings of the first outcome as it can. It writes nothing.
func Fix(ctx context.Context, o Options) (Result, error) {
	p := &planner{options: o, files: map[string]*edit.File{}, refused: map[string]error{}}
	var plans []*plan
	var result Result
	for _, finding := range o.Before[0].Report.Findings {
		if !Offers(finding) {
			result.Unoffered++
			continue
		}
		plans = append(plans, p.plan(finding))
	}
	t := &trials{options: o, files: p.files, again: make([]*Trial, len(o.Before))}
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

// Offered tells whether there is anything to try.
func Offered(r lint.Report) bool { return slices.ContainsFunc(r.Findings, Offers) }

// Offers tells whether the rule offers a fix for one of the objects of a finding.
func Offers(f lint.Finding) bool {
	return slices.ContainsFunc(f.Defects, func(d lint.Defect) bool { return len(d.Repairs) > 0 })
}
