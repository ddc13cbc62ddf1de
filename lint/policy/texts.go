package policy

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/mistake"
)

// The years that an incident can be of: from that in which Kubernetes was
// published.
const firstYear, lastYear = 2014, 2099

// CheckTexts checks the cases and the METADATA of the rules that were read beside a
// base: see CheckCase and CheckMetadata.
func (l *Library) CheckTexts() mistake.List {
	var mistakes mistake.List
	for _, c := range l.cases {
		mistakes = append(mistakes, l.CheckCase(c.ID, nil)...)
	}
	for _, r := range l.rules {
		if slices.Contains(l.added, r.policy) {
			mistakes = append(mistakes, l.CheckMetadata(r.ID, false)...)
		}
	}
	return mistakes.Sorted()
}

// CheckMetadata checks of a rule's METADATA what reading it does not. More is
// demanded of a library that stands on its own: references.
func (l *Library) CheckMetadata(id string, alone bool) mistake.List {
	rule, _ := l.Rule(id)
	n := notes{line: func(keys ...string) (string, int) {
		file, line, _ := l.MetadataLine(id, keys...)
		return file, line
	}}
	n.heading(rule.Title, "title")
	n.sentences(rule.Description, "description")
	n.sentences(rule.LevelReason, "custom", "level_reason")
	n.sentences(rule.Remediation, "custom", "remediation")
	if !semver.MatchString(rule.Since) {
		n.add("is %q, want a version such as 0.1.0", []any{rule.Since}, "custom", "since")
	}
	for _, other := range rule.Also {
		n.otherCase(other, rule.Case(), "custom", "also")
	}
	if len(rule.References) == 0 && alone {
		n.add("is empty", nil, "related_resources")
	}
	for _, reference := range rule.References {
		n.reference(reference.Title, reference.URL, "related_resources")
	}
	return n.mistakes
}

// CheckCase checks of a case what reading it does not; nothing where the case was
// not read beside the base. A vocabulary is given for a library that stands on its
// own, of which more is demanded: sources, words of the vocabulary, and texts in
// Korean.
func (l *Library) CheckCase(id string, vocabulary *lint.Vocabulary) mistake.List {
	tree, read := l.caseTrees[id]
	if !read {
		return nil
	}
	c, _ := l.Case(id)
	name := path.Join("cases", id, "case.yaml")
	text, _ := readText(tree.FS, name) // it has been read before
	n := caseNotes{
		notes{line: func(keys ...string) (string, int) { return tree.File(name), lineOf([]byte(text), keys...) }},
		[]byte(text),
	}
	n.heading(c.Title, "title")
	n.set(c.Organisation, "organisation")
	n.year()
	n.sentences(c.Summary, "summary")
	if strings.Contains(strings.TrimSpace(c.Summary), "\n") {
		n.add("has more than one line", nil, "summary")
	}
	for _, field := range []struct{ key, text string }{
		{"confidence", c.Confidence}, {"symptom", c.Symptom}, {"trigger", c.Trigger}, {"rootCause", c.RootCause},
	} {
		n.sentences(field.text, field.key)
	}
	n.lists(c)
	n.classification(c.Classification, vocabulary)
	if vocabulary != nil {
		n.demanding(c)
	}
	return n.mistakes
}

// caseNotes are notes on a case.yaml.
type caseNotes struct {
	notes
	text []byte
}

// year demands a whole number. The decoder takes fractions, and cuts them.
func (n *caseNotes) year() {
	node := valueOf(n.text, "year")
	if node == nil {
		n.add("is not set", nil, "year")
		return
	}
	if year, err := strconv.Atoi(node.Value); err != nil || year < firstYear || year > lastYear {
		n.add("is %s, want a year from %d to %d", []any{node.Value, firstYear, lastYear}, "year")
	}
}

// lists checks the lists of a case. Two of them may be empty, but not left out.
func (n *caseNotes) lists(c lint.Case) {
	for _, key := range []string{"sources", "contributingFactors"} {
		if node := valueOf(n.text, key); node == nil || node.Kind != yaml.SequenceNode {
			n.add("is not set: it may be an empty list, []", nil, key)
		}
	}
	for _, list := range []struct {
		key   string
		items []string
	}{{"remediation", c.Remediation}, {"lessons", c.Lessons}} {
		if len(list.items) == 0 {
			n.add("is empty", nil, list.key)
		}
	}
	for _, source := range c.Sources {
		n.reference(source.Title, source.URL, "sources")
		if kinds := []string{"primary", "secondary", "reference"}; !slices.Contains(kinds, source.Kind) {
			n.add("has the kind %q, want primary, secondary or reference", []any{source.Kind}, "sources")
		}
	}
	for _, related := range c.Related {
		n.otherCase(related, c.ID, "related")
	}
}

// demanding checks what is demanded of a library that stands on its own.
func (n *caseNotes) demanding(c lint.Case) {
	if len(c.Sources) == 0 {
		n.add("is empty", nil, "sources")
	}
	n.heading(c.Korean.Title, "ko", "title")
	n.sentences(c.Korean.Symptom, "ko", "symptom")
	if len(c.Korean.Remediation) == 0 {
		n.add("is empty", nil, "ko", "remediation")
	}
}

// classification demands of every kind of words at least one, each once. Where
// there is a vocabulary they are from it; else they may also be slugs of their own.
func (n *caseNotes) classification(c lint.Classification, vocabulary *lint.Vocabulary) {
	var v lint.Vocabulary
	if vocabulary != nil {
		v = *vocabulary
	}
	for _, list := range []struct {
		key   string
		words []string
		known map[string]lint.Label
	}{
		{"components", c.Components, v.Components},
		{"symptoms", c.Symptoms, v.Symptoms},
		{"triggers", c.Triggers, v.Triggers},
		{"rootCauses", c.RootCauses, v.RootCauses},
	} {
		keys := []string{"classification", list.key}
		if len(list.words) == 0 {
			n.add("is empty", nil, keys...)
		}
		for i, word := range list.words {
			switch _, known := list.known[word]; {
			case slices.Contains(list.words[:i], word):
				n.add("has %q twice", []any{word}, keys...)
			case vocabulary != nil && !known:
				n.add("has %q, which is not in vocabulary.yaml", []any{word}, keys...)
			case !IsSlug(word):
				n.add("has %q, want small letters and digits, words with hyphens", []any{word}, keys...)
			}
		}
	}
}
