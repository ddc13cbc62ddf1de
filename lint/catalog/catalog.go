// Package catalog finds cases and rules: by id, by the words that classify
// them, by text, and by what they have in common.
package catalog

import (
	"slices"

	"github.com/kubegap/kubegap-lint/lint"
)

// Catalog is a set of cases with their rules, and the words that classify the
// cases. The zero value is empty.
type Catalog struct {
	// Cases and Rules are sorted by id.
	Cases []lint.Case
	Rules []lint.Rule
	// Vocabulary may lack words that cases use; they have no label then.
	Vocabulary lint.Vocabulary
}

// Case gives the case of that id, and whether there is one.
func (c Catalog) Case(id string) (lint.Case, bool) {
	i := slices.IndexFunc(c.Cases, func(k lint.Case) bool { return k.ID == id })
	if i < 0 {
		return lint.Case{}, false
	}
	return c.Cases[i], true
}

// RulesOf gives the rules that belong to a case, and then those of other cases
// that name it as a further one. Both are sorted by id.
func (c Catalog) RulesOf(id string) (own, also []lint.Rule) {
	for _, r := range c.Rules {
		switch {
		case r.Case() == id:
			own = append(own, r)
		case slices.Contains(r.Also, id):
			also = append(also, r)
		}
	}
	return own, also
}

// Facet is one of the ways in which a Classification places a case.
type Facet struct {
	// Name is what people call a word of the facet, in the singular.
	Name Text
	// Plural is what they call several.
	Plural Text
	// Flag is the name of a word of the facet in command lines and messages.
	Flag string
	// Known are the words that the vocabulary has, with their labels.
	Known map[string]lint.Label
	// Of gives the words of the facet that a case has.
	Of func(lint.Classification) []string
}

// Facets gives the facets of the catalog: components, symptoms, triggers and
// root causes.
func (c Catalog) Facets() []Facet {
	return []Facet{
		{Text{"component", "구성 요소"}, Text{"Components", "구성 요소"}, "component", c.Vocabulary.Components, func(k lint.Classification) []string { return k.Components }},
		{Text{"symptom", "증상"}, Text{"Symptoms", "증상"}, "symptom", c.Vocabulary.Symptoms, func(k lint.Classification) []string { return k.Symptoms }},
		{Text{"trigger", "촉발"}, Text{"Triggers", "촉발"}, "trigger", c.Vocabulary.Triggers, func(k lint.Classification) []string { return k.Triggers }},
		{Text{"root cause", "원인"}, Text{"Root causes", "원인"}, "root-cause", c.Vocabulary.RootCauses, func(k lint.Classification) []string { return k.RootCauses }},
	}
}

// Label gives the label of a word in a language, and the word itself where the
// vocabulary does not know it.
func (f Facet) Label(word string, l Language) string {
	label, ok := f.Known[word]
	if !ok {
		return word
	}
	return Text{label.English, label.Korean}.In(l)
}
