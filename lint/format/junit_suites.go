package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format/words"
	"github.com/kubegap/kubegap-lint/render"
)

// rendering names the test suite of what is done before rules are evaluated.
const rendering = "rendering"

// renderingSuite has a test case for all that did not render, and at least one.
func renderingSuite(r lint.Report) junitSuite {
	s := junitSuite{Name: rendering}
	names := map[string]int{}
	for _, p := range notRendered(r) {
		s.add(names, junitCase{Name: problemName(p), Error: problemOutcome(p)})
	}
	for _, p := range r.Skipped {
		s.add(names, junitCase{Name: problemName(p), Skipped: problemOutcome(p)})
	}
	if len(s.Cases) == 0 {
		s.add(names, junitCase{Name: "everything is rendered"})
	}
	for _, p := range r.Warnings {
		s.Output += "warning: " + problemText(p) + "\n"
	}
	return s
}

// ruleSuites has a test suite for each rule that ran, in their order, and one for
// the rules that could not be evaluated.
func ruleSuites(r lint.Report, o Options) []junitSuite {
	x := indexOf(r)
	cases := map[string][]junitCase{}
	for _, f := range byLevel(r.Findings) {
		c := junitCase{Name: findingName(f)}
		outcome := &junitOutcome{Type: f.Level.String(), Message: describeFinding(f), Text: findingText(f, x)}
		if o.Fails == nil || o.Fails(f.Level) {
			c.Failure = outcome
		} else {
			c.Skipped = outcome
		}
		cases[f.Rule] = append(cases[f.Rule], c)
	}
	for _, f := range r.Suppressed {
		reason := Printable(suppressionText(*f.Suppression))
		outcome := &junitOutcome{Type: "suppressed", Message: reason, Text: reason + "\n\n" + findingText(f, x)}
		cases[f.Rule] = append(cases[f.Rule], junitCase{Name: findingName(f), Skipped: outcome})
	}
	var suites []junitSuite
	if failed := r.FailedRules(); len(failed) > 0 {
		s, names := junitSuite{Name: "rules"}, map[string]int{}
		for _, p := range failed {
			s.add(names, junitCase{Name: p.Message, Error: problemOutcome(p)})
		}
		suites = append(suites, s)
	}
	for _, rule := range r.Rules {
		if s := ruleSuite(r, rule, cases[rule.ID]); len(s.Cases) > 0 {
			suites = append(suites, s)
		}
	}
	return suites
}

func ruleSuite(r lint.Report, rule lint.Rule, cases []junitCase) junitSuite {
	s := junitSuite{Name: rule.ID}
	names := map[string]int{}
	for _, c := range cases {
		s.add(names, c)
	}
	if len(cases) == 0 && !slices.Contains(r.Unjudged, rule.ID) {
		s.add(names, junitCase{Name: "nothing to report"})
	}
	return s
}

// findingName names a finding by what does not change when lines move.
func findingName(f lint.Finding) string {
	name := f.Object.String()
	if len(f.Path) > 0 {
		name += " at " + f.Path.String()
	}
	return name + " in " + f.Location.File
}

// findingText tells all of a finding, in paragraphs.
func findingText(f lint.Finding, x index) string {
	lines := []string{known(f.Location).String() + ": " + f.Level.String() + ": " + describeFinding(f)}
	for _, related := range f.Related[:min(len(f.Related), maxReasons)] {
		part := "because: "
		if related.Via {
			part = "via: "
		}
		lines = append(lines, part+related.Message+" ("+related.Location.String()+")")
	}
	if more := len(f.Related) - maxReasons; more > 0 {
		lines = append(lines, "and "+words.Counted(more, "more place"))
	}
	if incident := x.incident(f.Case); incident != "" {
		lines = append(lines, "incident: "+incident)
	}
	if fix := x.fix(f.Rule); fix != "" {
		lines = append(lines, "fix: "+fix)
	}
	for i, line := range lines {
		lines[i] = Printable(line)
	}
	return strings.Join(lines, "\n")
}

// suppressionText tells who has accepted a finding, why and until when.
func suppressionText(s lint.Suppression) string {
	text := suppressedBy(s.Kind) + s.Reason
	if s.Until != "" {
		text += " (until " + s.Until + ")"
	}
	if s.Location.File != "" {
		text += " (" + s.Location.String() + ")"
	}
	return text
}

// problemName names a problem by what does not change when lines move.
func problemName(p render.Problem) string {
	switch {
	case p.Location.File != "":
		return string(p.Reason) + " in " + p.Location.File
	case p.Unit != "":
		return string(p.Reason) + " in " + p.Unit
	default:
		return string(p.Reason)
	}
}

func problemOutcome(p render.Problem) *junitOutcome {
	return &junitOutcome{Type: string(p.Reason), Message: Printable(p.Message), Text: problemText(p)}
}

func problemText(p render.Problem) string {
	text := p.Message
	if p.Location.File != "" {
		text = p.Location.String() + ": " + text
	}
	return Printable(text)
}

// numbered adds a number to a name that counts has already, so that none is
// given twice.
func numbered(counts map[string]int, name string) string {
	for {
		counts[name]++
		n := counts[name]
		if n == 1 {
			return name
		}
		name = fmt.Sprintf("%s (%d)", name, n)
	}
}
