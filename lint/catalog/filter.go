package catalog

import (
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
)

// Filter says which cases to keep: those that have all the words of every
// facet, and hold all the texts. The zero value keeps every case.
type Filter struct {
	// Words are the wanted words by the Flag of their facet.
	Words map[string][]string
	// Texts must all occur somewhere in what the case tells, in any language;
	// upper and lower case are the same.
	Texts []string
}

// Match gives the cases that a filter keeps, sorted by id.
func (c Catalog) Match(f Filter) []lint.Case {
	facets := c.Facets()
	return slices.DeleteFunc(slices.Clone(c.Cases), func(k lint.Case) bool {
		for _, facet := range facets {
			has := facet.Of(k.Classification)
			for _, word := range f.Words[facet.Flag] {
				if !slices.Contains(has, word) {
					return true
				}
			}
		}
		return !c.tells(k, f.Texts)
	})
}

// tells whether all texts occur in a case, its rules' titles or the labels of
// its words.
func (c Catalog) tells(k lint.Case, texts []string) bool {
	if len(texts) == 0 {
		return true
	}
	all := []string{k.ID, k.Title, k.Organisation, k.Summary, k.Symptom, k.Trigger, k.RootCause, k.Korean.Title, k.Korean.Symptom}
	for _, list := range [][]string{k.ContributingFactors, k.Remediation, k.Lessons, k.Korean.Remediation} {
		all = append(all, list...)
	}
	for _, facet := range c.Facets() {
		for _, word := range facet.Of(k.Classification) {
			all = append(all, word, facet.Label(word, English), facet.Label(word, Korean))
		}
	}
	own, also := c.RulesOf(k.ID)
	for _, r := range slices.Concat(own, also) {
		all = append(all, r.ID, r.Title)
	}
	story := strings.ToLower(strings.Join(all, "\n"))
	return !slices.ContainsFunc(texts, func(text string) bool {
		return !strings.Contains(story, strings.ToLower(text))
	})
}
