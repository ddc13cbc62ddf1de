package lint

import (
	"fmt"
	"maps"
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// maxRelated is the number of related places that a finding lists, well below
// the thousand at which code scanning refuses a whole report.
const maxRelated = 20

// reasons are the related places of findings that become one. The zero value has none.
type reasons struct {
	list []reason
	// known finds a reason by what it says of which place, and at those of one place.
	known map[clue]int
	at    map[spot][]int
}

// reason is a related place with the names of who has it.
type reason struct {
	related             Related
	units, environments map[string]bool
}

// spot is a place that reasons may say different things of.
type spot struct {
	location manifest.Location
	object   manifest.Origin
	via      bool
}

// add adds what a finding says. What says the same of one place is said once, by the first.
func (r *reasons) add(f located, clues []clue) {
	for _, c := range clues {
		related := c.Related
		c.Message = ""
		i, found := r.known[c]
		if !found {
			if r.known == nil {
				r.known, r.at = map[clue]int{}, map[spot][]int{}
			}
			i = len(r.list)
			r.list = append(r.list, reason{related, map[string]bool{}, map[string]bool{}})
			place := spot{c.Location, c.object, c.Via}
			r.known[c], r.at[place] = i, append(r.at[place], i)
		}
		r.list[i].units[f.Unit] = true
		for _, name := range f.Environments {
			r.list[i].environments[name] = true
		}
	}
}

// related gives the places in their order, and says how many are left out. The result is
// never nil.
func (r *reasons) related() []Related {
	for _, indices := range r.at {
		r.tellApart(indices)
	}
	result := []Related{}
	for _, reason := range r.list[:min(len(r.list), maxRelated)] {
		result = append(result, reason.related)
	}
	if more := len(r.list) - maxRelated; more > 0 {
		result[maxRelated-1].Message += fmt.Sprintf(" (and %d more places)", more)
	}
	return result
}

// tellApart names the clusters of those of the reasons of one place that hold in some of
// them only, such as numbers of pods that overlays set; or the units, where clusters tell
// nothing.
func (r *reasons) tellApart(indices []int) {
	clusters := func(i int) map[string]bool { return r.list[i].environments }
	if !r.nameThose(indices, clusters) {
		r.nameThose(indices, func(i int) map[string]bool { return r.list[i].units })
	}
}

// nameThose names those of the reasons whose names are not those of all, and tells whether
// there are any. It names none where one has no names.
func (r *reasons) nameThose(indices []int, names func(int) map[string]bool) bool {
	all := map[string]bool{}
	for _, i := range indices {
		if len(names(i)) == 0 {
			return false
		}
		maps.Copy(all, names(i))
	}
	named := false
	for _, i := range indices {
		own := slices.Sorted(maps.Keys(names(i)))
		if len(own) == len(all) {
			continue
		}
		named = true
		r.list[i].related.Message += " in " + own[0]
		if more := len(own) - 1; more > 0 {
			r.list[i].related.Message += fmt.Sprintf(" and %d more", more)
		}
	}
	return named
}
