package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kubegap/kubegap-lint/render"
)

// ReasonDoubt marks the warning that a rule met a value which it cannot read, so
// that it may have missed something. Such a warning has no place.
const ReasonDoubt render.Reason = "rule-in-doubt"

// addProblems collects what was not rendered as it stands, the doubts of rules,
// and further warnings. What several units say of one place is said once, by the first of them.
func (r *Report) addProblems(units []render.Unit, o Options, doubts []Doubt, warnings []render.Problem) {
	failures, skipped := slices.Clone(o.Failures), slices.Clone(o.Skipped)
	warnings = append(slices.Clone(o.Warnings), warnings...)
	for _, d := range doubts {
		message := fmt.Sprintf("%s met a value that it cannot read and may have missed something: %s", d.Rule, d.Message)
		warnings = append(warnings, render.Problem{Reason: ReasonDoubt, Message: message})
	}
	for _, unit := range units {
		failures = append(failures, unit.Failures...)
		skipped = append(skipped, unit.Skipped...)
		warnings = append(warnings, unit.Warnings...)
	}
	r.Failures, r.Skipped, r.Warnings = tidy(failures), tidy(skipped), tidy(warnings)
}

// tidy sorts problems by place, reason and message, and drops those that
// differ from another in the unit only. The result is never nil.
func tidy(problems []render.Problem) []render.Problem {
	slices.SortStableFunc(problems, func(a, b render.Problem) int {
		return cmp.Or(a.Compare(b), cmp.Compare(a.Unit, b.Unit))
	})
	problems = slices.CompactFunc(problems, func(a, b render.Problem) bool { return a.Compare(b) == 0 })
	return append([]render.Problem{}, problems...)
}
