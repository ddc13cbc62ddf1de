// Package docs writes what people read of rules and cases, in Markdown, from
// the METADATA of the policies and the case files: the explain command, the
// help in SARIF, the pages in policies/ and the table in the README are all
// made here.
package docs

import (
	"fmt"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
)

// Library finds cases and their rules.
type Library struct {
	cases map[string]lint.Case
	rules []lint.Rule
}

// New makes a library of cases and rules. Both keep their order.
func New(cases []lint.Case, rules []lint.Rule) Library {
	l := Library{cases: make(map[string]lint.Case, len(cases)), rules: rules}
	for _, c := range cases {
		l.cases[c.ID] = c
	}
	return l
}

// RulesOf gives the rules that belong to a case, and then those of other cases
// that name it as a further one.
func (l Library) RulesOf(id string) (own, also []lint.Rule) {
	for _, r := range l.rules {
		if r.Case() == id {
			own = append(own, r)
			continue
		}
		for _, a := range r.Also {
			if a == id {
				also = append(also, r)
			}
		}
	}
	return own, also
}

// Rule writes the page of a rule, whose first heading has the given depth.
func (l Library) Rule(r lint.Rule, depth int) string {
	p := page{depth: depth}
	p.heading(0, r.Title)
	p.text("`%s`, %s", r.ID, r.Level)
	p.text("%s", r.Description)
	for _, id := range append([]string{r.Case()}, r.Also...) {
		if c, ok := l.cases[id]; ok {
			p.heading(1, "What happened: "+whoAndWhen(c))
			p.text("%s", c.Summary)
			p.text("%s", c.RootCause)
		}
	}
	l.ruleBody(&p, r)
	var sources []string
	if c, ok := l.cases[r.Case()]; ok {
		sources = sourceItems(c)
	}
	for _, ref := range r.References {
		sources = append(sources, link(ref.Title, ref.URL))
	}
	p.list("Sources", sources)
	return p.String()
}

// ruleBody writes what is the rule's own: fix, level and example.
func (l Library) ruleBody(p *page, r lint.Rule) {
	p.heading(1, "How to fix")
	p.text("%s", r.Remediation)
	p.heading(1, "Level")
	p.text("%s. %s", r.Level, r.LevelReason)
	if r.Bad != "" && r.Good != "" {
		p.heading(1, "Example")
		p.text("Reported:")
		p.yaml(r.Bad)
		p.text("Not reported:")
		p.yaml(r.Good)
	}
}

// Case writes the page of a case with its rules, whose first heading has the
// given depth.
func (l Library) Case(c lint.Case, depth int) string {
	p := page{depth: depth}
	p.heading(0, c.ID+": "+c.Title)
	p.text("%s, %d. %s", c.Organisation, c.Year, c.Summary)
	for _, part := range []struct{ title, text string }{
		{"Symptom", c.Symptom}, {"Trigger", c.Trigger}, {"Root cause", c.RootCause},
	} {
		p.heading(1, part.title)
		p.text("%s", part.text)
	}
	p.list("What made it worse", c.ContributingFactors)
	p.list("What helped", c.Remediation)
	own, also := l.RulesOf(c.ID)
	for _, r := range own {
		rule := page{depth: depth + 1}
		rule.heading(0, r.Title)
		rule.text("`%s`, %s", r.ID, r.Level)
		rule.text("%s", r.Description)
		l.ruleBody(&rule, r)
		var refs []string
		for _, ref := range r.References {
			refs = append(refs, link(ref.Title, ref.URL))
		}
		rule.list("References", refs)
		p.b.WriteString("\n" + rule.String())
	}
	var others []string
	for _, r := range also {
		others = append(others, fmt.Sprintf("`%s`: %s", r.ID, r.Title))
	}
	p.list("Rules of other cases with the same cause", others)
	p.list("What the rules do not see", c.Limits)
	p.list("Sources", sourceItems(c))
	p.text("%s", sentence("How well the facts are known: "+c.Confidence))
	p.list("Related cases", c.Related)
	return p.String()
}

// Table writes all rules as a Markdown table; link gives the address of a
// case's page.
func (l Library) Table(linkTo func(caseID string) string) string {
	var b strings.Builder
	b.WriteString("| Rule | Level | Finds | Happened to |\n| --- | --- | --- | --- |\n")
	for _, r := range l.rules {
		c := l.cases[r.Case()]
		fmt.Fprintf(&b, "| [%s](%s) | %s | %s | %s, %d |\n", r.ID, linkTo(c.ID), r.Level, r.Title, c.Organisation, c.Year)
	}
	return b.String()
}

func whoAndWhen(c lint.Case) string {
	return fmt.Sprintf("%s, %s (%d)", c.ID, c.Organisation, c.Year)
}

func sourceItems(c lint.Case) []string {
	items := make([]string, 0, len(c.Sources))
	for _, s := range c.Sources {
		items = append(items, fmt.Sprintf("%s (%s)", link(s.Title, s.URL), s.Kind))
	}
	return items
}

func link(title, url string) string { return fmt.Sprintf("[%s](%s)", title, url) }

func sentence(s string) string {
	if s = strings.TrimSpace(s); strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}
