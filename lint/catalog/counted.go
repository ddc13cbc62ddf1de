package catalog

import "github.com/kubegap/kubegap-lint/lint"

// CountedVocabulary is a Vocabulary with the number of cases that have each word.
type CountedVocabulary struct {
	Components map[string]CountedLabel `json:"components"`
	Symptoms   map[string]CountedLabel `json:"symptoms"`
	Triggers   map[string]CountedLabel `json:"triggers"`
	RootCauses map[string]CountedLabel `json:"rootCauses"`
}

// CountedLabel is a label with the number of cases that have its word.
type CountedLabel struct {
	lint.Label
	Cases int `json:"cases"`
}

// Counted gives the vocabulary with the number of cases that have each word.
func (c Catalog) Counted() CountedVocabulary {
	var v CountedVocabulary
	lists := []*map[string]CountedLabel{&v.Components, &v.Symptoms, &v.Triggers, &v.RootCauses}
	for i, facet := range c.Facets() {
		list := make(map[string]CountedLabel, len(facet.Known))
		for word, label := range facet.Known {
			list[word] = CountedLabel{label, c.Count(facet, word)}
		}
		*lists[i] = list
	}
	return v
}

// Count gives the number of cases that have a word of a facet.
func (c Catalog) Count(facet Facet, word string) int {
	return len(c.Match(Filter{Words: map[string][]string{facet.Flag: {word}}}))
}
