package lint

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// IDs are the ids of the rules and cases that there are. Wherever one is named, its
// letters may be upper or lower case. The zero value knows none.
type IDs struct {
	// rulesOf gives the rules that an id in lower case stands for.
	rulesOf map[string][]string
	// known gives the ids as they are written: the cases, and then the rules.
	known []string
}

// NewIDs gives the ids of rules and cases. A case that only rules name is one, too.
func NewIDs(rules []Rule, cases []Case) IDs {
	x := IDs{rulesOf: map[string][]string{}}
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

// Find gives the rules that an id stands for, itself or those of a case, and whether
// there is such an id.
func (x IDs) Find(id string) ([]string, bool) {
	rules, ok := x.rulesOf[strings.ToLower(id)]
	return rules, ok
}

// Suggest tells, for an id that there is not, which one may have been meant: a
// question, or where to look.
func (x IDs) Suggest(id string) string {
	if near := x.nearest(strings.ToLower(id)); near != "" {
		return "did you mean " + near + "?"
	}
	return "'kubegap-lint rules' and 'kubegap-lint cases' list them"
}

// nearest gives the id that has the same rule, be it under another case, or else the
// one that is the fewest edits away, or else the first that goes on where this one
// ends; "" where none is near.
func (x IDs) nearest(id string) string {
	slug := id[strings.LastIndexByte(id, '/')+1:]
	best, distance, longer := "", 1+max(2, len(id)/3), ""
	for _, known := range x.known {
		lower := strings.ToLower(known)
		if strings.HasSuffix(lower, "/"+slug) {
			return known
		}
		if d := levenshtein.ComputeDistance(id, lower); d < distance {
			best, distance = known, d
		}
		if longer == "" && strings.HasPrefix(lower, id) {
			longer = known
		}
	}
	if best == "" {
		return longer
	}
	return best
}
