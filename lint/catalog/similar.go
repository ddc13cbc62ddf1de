package catalog

import (
	"cmp"
	"math"
	"slices"

	"github.com/kubegap/kubegap-lint/lint"
)

// Neighbour is a case that has something in common with another.
type Neighbour struct {
	Case lint.Case
	// Score is how much of what classifies the two they share, from 0 (nothing)
	// to 1 (all of it).
	Score float64
	// Shared are the words that both have.
	Shared lint.Classification
}

// The weights of a shared word. A shared root cause counts most, then a shared
// component; how it began and what people saw decide among equals.
var weights = map[string]float64{"root-cause": 4, "component": 2, "trigger": 0.5, "symptom": 0.5}

// The scores below which a shared root cause, and a shared component alone, say
// nothing: many incidents have a common one, such as a network failure or a
// deployment.
const leastWithCause, leastScore = 0.1, 0.15

// Similar ranks the other cases by what they share with a case, the nearest
// first and equals by id. A case that shares neither a root cause nor a
// component is none of them, nor is one that shares too little. A word counts the
// more, the fewer cases have it.
func (c Catalog) Similar(of lint.Case) []Neighbour {
	rarity := c.rarity()
	var all []Neighbour
	for _, other := range c.Cases {
		if other.ID == of.ID {
			continue
		}
		shared := Shared(of, other)
		if len(shared.RootCauses)+len(shared.Components) == 0 {
			continue
		}
		common := c.weigh(shared, rarity)
		either := c.weigh(of.Classification, rarity) + c.weigh(other.Classification, rarity) - common
		score := math.Round(100*common/either) / 100
		if score >= leastScore || score >= leastWithCause && len(shared.RootCauses) > 0 {
			all = append(all, Neighbour{Case: other, Score: score, Shared: shared})
		}
	}
	slices.SortFunc(all, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Case.ID, b.Case.ID))
	})
	return all
}

// Shared gives the words that two cases have in common, in the order of the
// first.
func Shared(a, b lint.Case) lint.Classification {
	common := func(x, y []string) []string {
		var words []string
		for _, word := range x {
			if slices.Contains(y, word) {
				words = append(words, word)
			}
		}
		return words
	}
	return lint.Classification{
		Components: common(a.Classification.Components, b.Classification.Components),
		Symptoms:   common(a.Classification.Symptoms, b.Classification.Symptoms),
		Triggers:   common(a.Classification.Triggers, b.Classification.Triggers),
		RootCauses: common(a.Classification.RootCauses, b.Classification.RootCauses),
	}
}

// rarity gives for each word, by the Flag of its facet, how telling it is: the
// inverse document frequency of text retrieval.
func (c Catalog) rarity() map[string]map[string]float64 {
	rarity := map[string]map[string]float64{}
	for _, facet := range c.Facets() {
		count := map[string]float64{}
		for _, k := range c.Cases {
			for _, word := range facet.Of(k.Classification) {
				count[word]++
			}
		}
		for word, n := range count {
			count[word] = math.Log(1 + float64(len(c.Cases))/n)
		}
		rarity[facet.Flag] = count
	}
	return rarity
}

func (c Catalog) weigh(k lint.Classification, rarity map[string]map[string]float64) float64 {
	sum := 0.0
	for _, facet := range c.Facets() {
		for _, word := range facet.Of(k) {
			sum += weights[facet.Flag] * rarity[facet.Flag][word]
		}
	}
	return sum
}
