// Package baseline keeps the findings that a repository had on the day that it
// began to be linted, so that only new ones are reported.
package baseline

import (
	"cmp"
	"slices"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
)

// maxUnits is how many units an entry names.
const maxUnits = 20

// Baseline is the content of a baseline file. The zero value is an empty one.
type Baseline struct {
	// Findings are sorted by file, object, rule and fingerprint.
	Findings []lint.KnownFinding
}

// Of gives a baseline of the findings that nothing but a baseline suppresses.
func Of(r lint.Report) Baseline {
	var b Baseline
	for _, f := range slices.Concat(r.Findings, r.Suppressed) {
		if f.Suppression == nil || f.Suppression.Kind == lint.SuppressedByBaseline {
			b.Findings = append(b.Findings, entryOf(f, r.Gaps))
		}
	}
	b.tidy()
	return b
}

// entryOf keeps what a baseline needs of a finding.
func entryOf(f lint.Finding, gaps map[string]int) lint.KnownFinding {
	units := append([]string{f.Unit}, f.AlsoIn...)
	slices.Sort(units)
	units = slices.Compact(units)
	named := units[:min(len(units), maxUnits)]
	leftOut := 0
	for _, name := range named {
		leftOut += max(0, gaps[name])
	}
	return lint.KnownFinding{
		File: f.Location.File, Object: f.Object.String(), Rule: f.Rule, Fingerprint: f.Fingerprint,
		Units: named, MoreUnits: len(units) - len(named) + f.MoreUnits, LeftOut: leftOut,
	}
}

// tidy sorts the entries and takes out repetitions, which merges of branches
// bring: a finding whose file was renamed in one of them is there twice.
func (b *Baseline) tidy() {
	slices.SortStableFunc(b.Findings, func(x, y lint.KnownFinding) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Object, y.Object), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Fingerprint, y.Fingerprint))
	})
	seen := map[string]bool{}
	b.Findings = slices.DeleteFunc(b.Findings, func(e lint.KnownFinding) bool {
		again := seen[e.Fingerprint]
		seen[e.Fingerprint] = true
		return again
	})
}

// Without gives the baseline without some of its entries.
func (b Baseline) Without(gone []lint.KnownFinding) Baseline {
	out := map[string]bool{}
	for _, e := range gone {
		out[e.Fingerprint] = true
	}
	isOut := func(e lint.KnownFinding) bool { return out[e.Fingerprint] }
	return Baseline{Findings: slices.DeleteFunc(slices.Clone(b.Findings), isOut)}
}

// Everything is the baseline that knows all findings, as a new one does that is
// about to be written.
type Everything struct{}

// Find implements lint.Baseline.
func (Everything) Find(f lint.Finding) (string, bool) { return f.Fingerprint, true }

// Gone implements lint.Baseline.
func (Everything) Gone(map[string]bool, []render.Unit, map[string]bool) []lint.KnownFinding {
	return nil
}
