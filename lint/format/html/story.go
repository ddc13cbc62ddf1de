package html

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
	"github.com/kubegap/kubegap-lint/lint/docs"
	"github.com/kubegap/kubegap-lint/lint/format/source"
)

// story is a case as the page tells it.
type story struct {
	// ID is the id of the case, and Anchor that of its place in the page.
	ID, Anchor string
	Case       lint.Case
	// Known is not set for a case of which only the id is known.
	Known bool
	// Summary is the line that tells what happened to whom.
	Summary []block
	Parts   []part
	// Related are the further cases that stand in the page.
	Related []reference
}

// part is a titled part of a story or of what is known of a rule.
type part struct {
	Title  string
	Blocks []block
}

// reference is a link to a case in the page.
type reference struct{ Anchor, Title string }

// advice is what a rule says besides its findings.
type advice struct {
	ID, Anchor string
	Rule       lint.Rule
	// First is the first paragraph of the remediation, and Rest is what follows it.
	First, Rest []block
	Parts       []part
	// Also are the further cases with the same cause.
	Also []reference
}

// caseAnchor and ruleAnchor name places in the page.
func caseAnchor(id string) string { return "case-" + id }
func ruleAnchor(id string) string { return "rule-" + id }

// tell makes the story of a case.
func (b *builder) tell(id string) story {
	c, known := b.catalog.Case(id)
	s := story{ID: id, Anchor: caseAnchor(id), Case: c, Known: known, Summary: prose(c.Summary)}
	for _, p := range []part{
		{"Symptom", prose(c.Symptom)},
		{"Trigger", prose(c.Trigger)},
		{"Root cause", prose(c.RootCause)},
		{"What made it worse", listed(c.ContributingFactors)},
		{"What helped", listed(c.Remediation)},
		{"What others can learn", listed(c.Lessons)},
		{"What the rules do not see", listed(c.Limits)},
		{"How well the facts are known", prose(c.Confidence)},
	} {
		if len(p.Blocks) > 0 {
			s.Parts = append(s.Parts, p)
		}
	}
	s.Related = b.references(c.Related)
	return s
}

// announced makes a full stop of the colon by which a paragraph announces an example that
// does not stand below it.
func announced(blocks []block) []block {
	text := blocks[0].Paragraph
	if len(text) > 0 {
		last := &text[len(text)-1]
		if before, ok := strings.CutSuffix(last.Text, ":"); ok && !last.Code {
			last.Text = before + "."
		}
	}
	return blocks
}

// listed makes a list of texts; nothing of none.
func listed(texts []string) []block {
	if len(texts) == 0 {
		return nil
	}
	return []block{itemsOf(texts)}
}

// references gives links to those of the cases that stand in the page.
func (b *builder) references(ids []string) []reference {
	var refs []reference
	for _, id := range ids {
		if b.told[id] {
			c, _ := b.catalog.Case(id)
			refs = append(refs, reference{caseAnchor(id), id + ": " + c.Title})
		}
	}
	return refs
}

// advise makes what the page says of a rule.
func (b *builder) advise(id string) advice {
	a := advice{ID: id, Anchor: ruleAnchor(id), Rule: lint.Rule{ID: id, Title: id}}
	i, known := b.rules[id]
	if !known {
		return a
	}
	r := b.catalog.Rules[i]
	a.Rule = r
	if all := prose(r.Remediation); len(all) > 0 {
		a.First, a.Rest = announced(all[:1]), all[1:]
	}
	if r.Bad != "" && r.Good != "" {
		a.Parts = append(a.Parts,
			part{"Example that is reported", []block{{Code: code(docs.Example(r.Bad))}}},
			part{"Example that is not reported", []block{{Code: code(docs.Example(r.Good))}}})
	}
	a.Parts = append(a.Parts, part{"What the rule looks for", prose(r.Description)})
	if r.LevelReason != "" {
		a.Parts = append(a.Parts, part{fmt.Sprintf("Why the level is %s", r.Level), prose(r.LevelReason)})
	}
	a.Also = b.references(r.Also)
	return a
}

// further tells the cases that no finding is of: those that rules of findings name, and
// those of suppressed findings.
func (b *builder) further(r lint.Report) []story {
	var stories []story
	for _, c := range b.catalog.Cases {
		if b.told[c.ID] && !slices.ContainsFunc(r.Findings, func(f lint.Finding) bool { return f.Case == c.ID }) {
			stories = append(stories, b.tell(c.ID))
		}
	}
	return stories
}

// builder makes the parts of the view.
type builder struct {
	catalog catalog.Catalog
	rules   map[string]int
	sources sourceTexts
	// told are the ids of the cases whose story stands in the page.
	told map[string]bool
	// anchors counts the findings of each fingerprint.
	anchors map[string]int
}

func builderOf(r lint.Report) *builder {
	b := &builder{
		catalog: catalog.Catalog{Cases: r.Cases, Rules: r.Rules},
		rules:   map[string]int{},
		sources: sourceTexts{source.New(r.Sources)},
		told:    map[string]bool{},
		anchors: map[string]int{},
	}
	for i, rule := range r.Rules {
		b.rules[rule.ID] = i
	}
	for _, f := range slices.Concat(r.Findings, r.Suppressed) {
		b.told[f.Case] = true
		if i, ok := b.rules[f.Rule]; ok {
			for _, id := range r.Rules[i].Also {
				b.told[id] = true
			}
		}
	}
	return b
}
