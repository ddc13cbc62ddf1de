package format

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
)

const (
	// maxListed is how many problems are listed one by one.
	maxListed = 10
	// maxAlike is how many groups of problems have lines of their own, and maxPlaces
	// how many places of a group are named.
	maxAlike, maxPlaces = 12, 3
)

// leftOut lists what was left out: where that is much, what is alike in one entry,
// the most frequent first. The other formats have all of it.
func (t textWriter) leftOut(problems []render.Problem) {
	const title, meaning = "left out", "nothing is known of what they hold"
	if len(problems) <= maxListed {
		t.problems(title, meaning, problems)
		return
	}
	t.heading(title, meaning, len(problems))
	groups := groupAlike(problems)
	shown := groups[:min(len(groups), maxAlike)]
	for _, alike := range shown {
		t.problem(alike[0])
		if len(alike) > 1 {
			t.line("    %s", t.dim("and "+others(alike[1:])))
		}
	}
	for _, rest := range byReason(slices.Concat(groups[len(shown):]...)) {
		t.line("  %s %s", "and "+others(rest), t.dim("["+string(rest[0].Reason)+"]"))
	}
	hint := "all of them: --format json"
	if slices.ContainsFunc(problems, canBeFetched) {
		hint += "; what is remote: 'kubegap-lint vendor' gets it once"
	}
	t.line("  %s", t.dim(hint))
	t.line("")
}

// canBeFetched tells of a problem that a copy in the vendor folder may solve.
func canBeFetched(p render.Problem) bool {
	return p.Reason == render.ReasonRemote || p.Reason == render.ReasonMissingDependency
}

// others counts problems, and names the first places of them.
func others(problems []render.Problem) string {
	var places []string
	for _, p := range problems {
		if p.Location.File != "" && len(places) < maxPlaces {
			places = append(places, Printable(p.Location.String()))
		}
	}
	text := fmt.Sprintf("%d more", len(problems))
	if len(places) > 0 {
		text += ": " + enumerate(places, len(problems)-len(places))
	}
	return text
}

// groupAlike divides problems into those that are alike, the largest group first.
func groupAlike(problems []render.Problem) [][]render.Problem {
	return grouped(problems, func(p render.Problem) string { return string(p.Reason) + " " + gist(p.Message) })
}

// byReason divides problems by their reasons.
func byReason(problems []render.Problem) [][]render.Problem {
	return grouped(problems, func(p render.Problem) string { return string(p.Reason) })
}

// grouped divides problems by a key, in their order. The largest group comes first,
// and of equal ones that whose first problem does.
func grouped(problems []render.Problem, key func(render.Problem) string) [][]render.Problem {
	var groups [][]render.Problem
	index := map[string]int{}
	for _, p := range problems {
		k := key(p)
		i, known := index[k]
		if !known {
			i = len(groups)
			index[k], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	slices.SortStableFunc(groups, func(a, b []render.Problem) int { return cmp.Compare(len(b), len(a)) })
	return groups
}

var (
	// remoteAddress is where something remote is, without what selects a part of it.
	remoteAddress = regexp.MustCompile(`\b(?:[a-z+]+://|git@)[^\s"',?]+`)
	// quotedName is a name that a message quotes.
	quotedName = regexp.MustCompile(`"[^"]*"`)
)

// gist is what messages about the same thing share: the address that is their source,
// or else their words without names, which are quoted, or hold a capital
// letter, a digit or a sign.
func gist(message string) string {
	if found := remoteAddress.FindString(message); found != "" {
		return found
	}
	words := strings.Fields(quotedName.ReplaceAllString(message, "…"))
	for i, word := range words {
		if strings.ContainsAny(word, "0123456789/<>_$={}ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			words[i] = "…"
		}
	}
	return strings.Join(words, " ")
}
