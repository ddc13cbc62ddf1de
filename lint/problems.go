package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
)

const (
	// ReasonDoubt marks the warning that a function failed in a rule, so that the
	// rule may have missed something.
	ReasonDoubt render.Reason = "rule-in-doubt"
	// ReasonRule marks the failure of a rule that could not be evaluated.
	ReasonRule render.Reason = "rule-failed"
)

// troubles makes a problem of each trouble. It has no location: that would be one
// in the repository, where the policy need not lie.
func troubles(list []Trouble, reason render.Reason, meaning string) []render.Problem {
	problems := make([]render.Problem, len(list))
	for i, t := range list {
		problems[i] = render.Problem{Reason: reason, Message: fmt.Sprintf("%s %s at %s: %s", t.Rule, meaning, t.Place, strings.ReplaceAll(t.Message, "\n", " "))}
	}
	return problems
}

// FailedRules gives the failures of the report that are about rules.
func (r Report) FailedRules() []render.Problem {
	return slices.DeleteFunc(slices.Clone(r.Failures), func(p render.Problem) bool { return p.Reason != ReasonRule })
}

// addProblems collects what was not rendered as it stands, what came up in rules,
// and further warnings. What several units say of one place is said once, by the
// first of them.
func (r *Report) addProblems(units []render.Unit, o Options, v Verdict, warnings []render.Problem) {
	failures := slices.Concat(o.Failures, troubles(v.Failed, ReasonRule, "could not be evaluated"))
	skipped := slices.Clone(o.Skipped)
	warnings = slices.Concat(o.Warnings, warnings, troubles(v.Doubts, ReasonDoubt, "may have missed something, since a function failed"))
	for _, unit := range units {
		failures = append(failures, unit.Failures...)
		skipped = append(skipped, unit.Skipped...)
		warnings = append(warnings, unit.Warnings...)
	}
	for _, t := range v.Failed {
		r.Unjudged = append(r.Unjudged, t.Rule)
	}
	slices.Sort(r.Unjudged)
	r.Unjudged = slices.Compact(r.Unjudged)
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
