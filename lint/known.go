package lint

import (
	"slices"

	"github.com/kubegap/kubegap-lint/render"
)

// Baseline holds the findings that a repository had when it was written.
type Baseline interface {
	// Find gives the fingerprint that the finding has in the baseline, and whether
	// it is there.
	Find(f Finding) (fingerprint string, found bool)
	// Gone gives the findings that were there and that the run shows to be fixed,
	// sorted as the baseline is. Present are the fingerprints that Find gave,
	// units the judged units, and ran the rules that have said all they can.
	Gone(present map[string]bool, units []render.Unit, ran map[string]bool) []KnownFinding
}

// KnownFinding is a finding as a baseline keeps it: what tells people which one
// it is, without what changes from commit to commit.
type KnownFinding struct {
	File string `json:"file"`
	// Object is written as ObjectRef does.
	Object      string `json:"object"`
	Rule        string `json:"rule"`
	Fingerprint string `json:"fingerprint"`
	// Units are the names of the first units that have the finding, sorted, and
	// MoreUnits counts the others.
	Units     []string `json:"units"`
	MoreUnits int      `json:"moreUnits,omitempty"`
	// LeftOut counts what these units left out, as Gaps does.
	LeftOut int `json:"leftOut,omitempty"`
}

// broken is the number of gaps of a unit that nobody can count.
const broken = -1

// Gaps counts, by the names of units, what they left out since it cannot be had
// offline. It is negative where something failed to render, or is missing without
// a word.
func Gaps(units []render.Unit) map[string]int {
	gaps := map[string]int{}
	for _, u := range units {
		name, own := u.Target.Name(), 0
		for _, p := range u.Skipped {
			if p.Reason.Incomplete() {
				own++
			}
		}
		if gaps[name] < 0 || len(u.Failures) > 0 || u.Partial && own == 0 {
			gaps[name] = broken
			continue
		}
		gaps[name] += own
	}
	return gaps
}

// BaselineState tells whether a finding is older than the baseline.
type BaselineState string

// The states. The zero value is that of a run without a baseline.
const (
	StateNew       BaselineState = "new"
	StateUnchanged BaselineState = "unchanged"
)

// Comparison is what a run says of a baseline.
type Comparison struct {
	// Known counts the findings that are not reported since the baseline has them.
	Known int `json:"known"`
	// Fixed are the findings of the baseline that are gone.
	Fixed []KnownFinding `json:"fixed"`
}

// compare takes the findings that the baseline has out of those that are
// reported. Hidden ones are there, too: they are not fixed.
func (r *Report) compare(b Baseline, hidden []Finding, units []render.Unit, ran map[string]bool) {
	if b == nil {
		return
	}
	r.Baseline = &Comparison{Fixed: []KnownFinding{}}
	present := map[string]bool{}
	state := func(f Finding) BaselineState {
		fingerprint, found := b.Find(f)
		if !found {
			return StateNew
		}
		present[fingerprint] = true
		return StateUnchanged
	}
	for _, f := range hidden {
		state(f)
	}
	for i, f := range r.Suppressed {
		r.Suppressed[i].BaselineState = state(f)
	}
	fresh := []Finding{}
	for _, f := range r.Findings {
		if f.BaselineState = state(f); f.BaselineState == StateNew {
			fresh = append(fresh, f)
			continue
		}
		f.Suppression = &Suppression{Kind: SuppressedByBaseline}
		r.Suppressed = append(r.Suppressed, f)
		r.Baseline.Known++
	}
	r.Findings = fresh
	slices.SortStableFunc(r.Suppressed, compareSuppressed)
	r.Baseline.Fixed = append(r.Baseline.Fixed, b.Gone(present, units, ran)...)
}
