package suppress

import (
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/kubegap/kubegap-lint/lint"
)

// ids are the rules and cases that exist, by their ids in lower case.
type ids struct {
	// rulesOf gives the rules that an id stands for: itself, or those of a case.
	rulesOf map[string][]string
	// known gives the ids as they are written, in order.
	known []string
}

func newIDs(rules []lint.Rule, cases []lint.Case) ids {
	x := ids{rulesOf: map[string][]string{}}
	for _, c := range cases {
		x.known = append(x.known, c.ID)
		x.rulesOf[strings.ToLower(c.ID)] = nil
	}
	for _, r := range rules {
		x.known = append(x.known, r.ID)
		of := strings.ToLower(r.Case())
		x.rulesOf[of] = append(x.rulesOf[of], r.ID)
		x.rulesOf[strings.ToLower(r.ID)] = []string{r.ID}
	}
	return x
}

// find gives the rules that the id of a rule or a case stands for, whose letters
// may be upper or lower case.
func (x ids) find(id string) ([]string, bool) {
	rules, ok := x.rulesOf[strings.ToLower(id)]
	return rules, ok
}

// nearest gives the id that may have been meant, or "".
func (x ids) nearest(id string) string {
	id = strings.ToLower(id)
	best, distance := "", 2+len(id)/5
	for _, known := range x.known {
		lower := strings.ToLower(known)
		if _, slug, isRule := strings.Cut(lower, "/"); isRule && slug == id {
			return known
		}
		if d := levenshtein.ComputeDistance(id, lower); d < distance {
			best, distance = known, d
		}
	}
	return best
}
