package contract

import (
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/policy"
)

// firstYear is the year in which Kubernetes was published.
const firstYear = 2014

// checkCase checks of a case what reading it does not.
func (s *suite) checkCase(f Folder, c lint.Case) policy.Mistakes {
	file := path.Join("cases", c.ID, "case.yaml")
	n := notes{line: func(keys ...string) (string, int) { return f.File(file), f.Line(file, keys...) }}
	n.heading(c.Title, "title")
	for _, field := range []struct{ key, text string }{
		{"summary", c.Summary}, {"confidence", c.Confidence}, {"symptom", c.Symptom}, {"trigger", c.Trigger}, {"rootCause", c.RootCause},
	} {
		n.sentences(field.text, field.key)
	}
	if strings.Contains(strings.TrimSpace(c.Summary), "\n") {
		n.add("has more than one line", nil, "summary")
	}
	if c.Organisation == "" {
		n.add("is not set", nil, "organisation")
	}
	if c.Year < firstYear {
		n.add("is %d, want %d or later", []any{c.Year, firstYear}, "year")
	}
	for _, list := range []struct {
		key   string
		items []string
	}{{"remediation", c.Remediation}, {"lessons", c.Lessons}} {
		if len(list.items) == 0 {
			n.add("is empty", nil, list.key)
		}
	}
	s.checkClassification(&n, c.Classification)
	for _, source := range c.Sources {
		n.reference(source.Title, source.URL, "sources")
		if kinds := []string{"primary", "secondary", "reference"}; !slices.Contains(kinds, source.Kind) {
			n.add("has the kind %q, want primary, secondary or reference", []any{source.Kind}, "sources")
		}
	}
	for _, related := range c.Related {
		n.otherCase(related, c.ID, "related")
	}
	if s.Base == nil {
		s.checkOwnCase(&n, c)
	}
	return n.mistakes
}

// checkOwnCase checks what is demanded of the embedded cases only.
func (s *suite) checkOwnCase(n *notes, c lint.Case) {
	if len(c.Sources) == 0 {
		n.add("is empty", nil, "sources")
	}
	n.heading(c.Korean.Title, "ko", "title")
	n.sentences(c.Korean.Symptom, "ko", "symptom")
	if len(c.Korean.Remediation) == 0 {
		n.add("is empty", nil, "ko", "remediation")
	}
}

// checkClassification demands of every kind of words at least one, each once.
// The embedded cases only use the vocabulary; others may have slugs of their own.
func (s *suite) checkClassification(n *notes, c lint.Classification) {
	for _, list := range []struct {
		key   string
		words []string
		known map[string]lint.Label
	}{
		{"components", c.Components, s.Vocabulary.Components},
		{"symptoms", c.Symptoms, s.Vocabulary.Symptoms},
		{"triggers", c.Triggers, s.Vocabulary.Triggers},
		{"rootCauses", c.RootCauses, s.Vocabulary.RootCauses},
	} {
		keys := []string{"classification", list.key}
		if len(list.words) == 0 {
			n.add("is empty", nil, keys...)
		}
		for i, word := range list.words {
			switch _, known := list.known[word]; {
			case slices.Contains(list.words[:i], word):
				n.add("has %q twice", []any{word}, keys...)
			case s.Base == nil && !known:
				n.add("has %q, which is not in vocabulary.yaml", []any{word}, keys...)
			case !policy.IsSlug(word):
				n.add("has %q, want small letters and digits, words with hyphens", []any{word}, keys...)
			}
		}
	}
}
