package html

import (
	"slices"
	"testing"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
)

func TestHeadline(t *testing.T) {
	t.Parallel()
	findings := func(levels ...lint.Level) (list []lint.Finding) {
		for _, level := range levels {
			list = append(list, lint.Finding{Level: level})
		}
		return list
	}
	failures := []render.Problem{{Reason: render.ReasonInvalidYAML}}
	for want, r := range map[string]lint.Report{
		"No findings":                                             {Rules: make([]lint.Rule, 2), AllRules: 2},
		"No findings by 1 of 2 rules":                             {Rules: make([]lint.Rule, 1), AllRules: 2},
		"1 error":                                                 {Findings: findings(lint.LevelError), Rules: make([]lint.Rule, 1), AllRules: 2},
		"2 warnings and 1 note":                                   {Findings: findings(lint.LevelNote, lint.LevelWarning, lint.LevelWarning)},
		"1 error, 1 warning and 1 note":                           {Findings: findings(lint.LevelError, lint.LevelWarning, lint.LevelNote)},
		"1 note, but not all could be judged":                     {Findings: findings(lint.LevelNote), Failures: failures},
		"No findings, but not all could be judged":                {Failures: failures},
		"No findings by 0 of 1 rule, but not all could be judged": {Failures: failures, AllRules: 1},
	} {
		if got := headline(r); got != want {
			t.Errorf("the headline is %q, want %q", got, want)
		}
	}
}

func TestJudges(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]lint.Report{
		"":                {},
		"by 1 rule":       {Rules: make([]lint.Rule, 1), AllRules: 1},
		"by 3 rules":      {Rules: make([]lint.Rule, 3)},
		"by 1 of 3 rules": {Rules: make([]lint.Rule, 1), AllRules: 3},
	} {
		if got := judges(r); got != want {
			t.Errorf("%d of %d rules are told as %q, want %q", len(r.Rules), r.AllRules, got, want)
		}
	}
}

// The gravest rule of a case comes first, and in it the gravest finding.
func TestRulesComeByGravity(t *testing.T) {
	t.Parallel()
	r := lint.Report{Findings: []lint.Finding{
		{Case: "C", Rule: "C/a", Level: lint.LevelNote, Fingerprint: "1"},
		{Case: "C", Rule: "C/b", Level: lint.LevelWarning, Fingerprint: "2"},
		{Case: "C", Rule: "C/c", Level: lint.LevelNote, Fingerprint: "3"},
		{Case: "C", Rule: "C/c", Level: lint.LevelError, Fingerprint: "4"},
		{Case: "C", Rule: "C/d", Level: lint.LevelNote, Fingerprint: "5"},
	}}
	var got []string
	for _, rule := range viewOf(r).Groups[0].Rules {
		for _, f := range rule.Findings {
			got = append(got, f.Anchor)
		}
	}
	if want := []string{"4", "3", "2", "1", "5"}; !slices.Equal(got, want) {
		t.Errorf("the findings come as %v, want %v", got, want)
	}
}
