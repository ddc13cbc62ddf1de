// Package docs writes what people read of rules and cases, in Markdown, from
// the METADATA of the policies and the case files: the explain command, the
// help in SARIF, the pages in policies/ and the table in the README are all
// made here.
package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
)

// Pages writes pages about the cases and rules of a catalog.
type Pages struct {
	Catalog catalog.Catalog
	// Language is that of headings, labels and what cases have in it. The rest
	// is in English.
	Language catalog.Language
	// Link gives the address of a case's page, for pages that link to others;
	// nil names ids alone.
	Link func(caseID string) string
}

// Rule writes the page of a rule, whose first heading has the given depth.
func (d Pages) Rule(r lint.Rule, depth int) string {
	p := page{depth: depth, language: d.Language}
	p.title(r.Title)
	p.text("`%s`, %s", r.ID, r.Level)
	p.text("%s", r.Description)
	for _, id := range append([]string{r.Case()}, r.Also...) {
		if c, ok := d.Catalog.Case(id); ok {
			p.heading(happened, ": "+whoAndWhen(c))
			p.text("%s", c.Summary)
			p.text("%s", c.RootCause)
		}
	}
	d.ruleBody(&p, r)
	var items []string
	if c, ok := d.Catalog.Case(r.Case()); ok {
		items = sourceItems(c)
	}
	p.list(sources, slices.Concat(items, referenceItems(r)))
	return p.String()
}

// ruleBody writes what is the rule's own: fix, level and example.
func (d Pages) ruleBody(p *page, r lint.Rule) {
	p.heading(fix, "")
	p.text("%s", r.Remediation)
	p.heading(level, "")
	p.text("%s. %s", r.Level, r.LevelReason)
	if r.Bad != "" && r.Good != "" {
		p.heading(example, "")
		p.text("%s", reported.In(d.Language))
		p.yaml(r.Bad)
		p.text("%s", notReported.In(d.Language))
		p.yaml(r.Good)
	}
}

// Case writes the page of a case with its rules, whose first heading has the
// given depth.
func (d Pages) Case(c lint.Case, depth int) string {
	c = catalog.Translated(c, d.Language)
	p := page{depth: depth, language: d.Language}
	p.title(c.ID + ": " + c.Title)
	p.text("%s, %d. %s", c.Organisation, c.Year, c.Summary)
	p.items(d.classification(c.Classification))
	for _, part := range []struct {
		title catalog.Text
		text  string
	}{
		{symptom, c.Symptom}, {trigger, c.Trigger}, {rootCause, c.RootCause},
	} {
		p.heading(part.title, "")
		p.text("%s", part.text)
	}
	p.list(worse, c.ContributingFactors)
	p.list(helped, c.Remediation)
	p.list(lessons, c.Lessons)
	own, also := d.Catalog.RulesOf(c.ID)
	for _, r := range own {
		rule := page{depth: depth + 1, language: d.Language}
		rule.title(r.Title)
		rule.text("`%s`, %s", r.ID, r.Level)
		rule.text("%s", r.Description)
		d.ruleBody(&rule, r)
		rule.list(references, referenceItems(r))
		p.b.WriteString("\n" + rule.String())
	}
	var others []string
	for _, r := range also {
		others = append(others, fmt.Sprintf("`%s`: %s", r.ID, r.Title))
	}
	p.list(sameCause, others)
	p.list(unseen, c.Limits)
	p.list(sources, sourceItems(c))
	p.text("%s", sentence(confidence.In(d.Language)+": "+c.Confidence))
	p.list(related, d.related(c))
	return p.String()
}

// classification lists the words that place a case, a facet an item.
func (d Pages) classification(k lint.Classification) []string {
	var items []string
	for _, facet := range d.Catalog.Facets() {
		if words := facet.Of(k); len(words) > 0 {
			items = append(items, fmt.Sprintf("%s: %s", facet.Plural.In(d.Language), strings.Join(labels(facet, words, d.Language), ", ")))
		}
	}
	return items
}

// Table writes all rules as a Markdown table.
func (d Pages) Table() string {
	var b strings.Builder
	b.WriteString("| Rule | Level | Finds | Happened to |\n| --- | --- | --- | --- |\n")
	for _, r := range d.Catalog.Rules {
		c, _ := d.Catalog.Case(r.Case())
		fmt.Fprintf(&b, "| [%s](%s) | %s | %s | %s, %d |\n", r.ID, d.Link(c.ID), r.Level, r.Title, c.Organisation, c.Year)
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

func referenceItems(r lint.Rule) []string {
	items := make([]string, 0, len(r.References))
	for _, ref := range r.References {
		items = append(items, link(ref.Title, ref.URL))
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
