package catalog

import (
	"slices"

	"github.com/kubegap/kubegap-lint/lint"
)

// Document is what commands print of a catalog as JSON: whole cases, and the
// rules that look for their root causes.
type Document struct {
	Cases []lint.Case `json:"cases"`
	Rules []lint.Rule `json:"rules"`
	// Similar ranks the cases, where that was asked.
	Similar []Rank `json:"similar,omitempty"`
}

// Rank is the place of a case among those that are similar to another.
type Rank struct {
	ID     string              `json:"id"`
	Score  float64             `json:"score"`
	Shared lint.Classification `json:"shared"`
}

// Document gives cases with the rules that belong to them or name them as a
// further one. The cases keep their order; the rules are sorted by id.
func (c Catalog) Document(cases []lint.Case) Document {
	d := Document{Cases: append([]lint.Case{}, cases...), Rules: []lint.Rule{}}
	for _, r := range c.Rules {
		if slices.ContainsFunc(cases, func(k lint.Case) bool { return r.Case() == k.ID || slices.Contains(r.Also, k.ID) }) {
			d.Rules = append(d.Rules, r)
		}
	}
	return d
}

// With gives the cases and rules of both documents, each once: those of d, and
// then those that only the other has.
func (d Document) With(other Document) Document {
	for _, k := range other.Cases {
		if !slices.ContainsFunc(d.Cases, func(known lint.Case) bool { return known.ID == k.ID }) {
			d.Cases = append(slices.Clip(d.Cases), k)
		}
	}
	for _, r := range other.Rules {
		if !slices.ContainsFunc(d.Rules, func(known lint.Rule) bool { return known.ID == r.ID }) {
			d.Rules = append(slices.Clip(d.Rules), r)
		}
	}
	return d
}

// Ranking gives neighbours with the rules of their cases, the nearest first.
func (c Catalog) Ranking(neighbours []Neighbour) Document {
	cases := make([]lint.Case, len(neighbours))
	ranks := make([]Rank, len(neighbours))
	for i, n := range neighbours {
		cases[i], ranks[i] = n.Case, Rank{n.Case.ID, n.Score, n.Shared}
	}
	d := c.Document(cases)
	d.Similar = ranks
	return d
}
