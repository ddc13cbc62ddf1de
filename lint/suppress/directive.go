package suppress

import (
	"fmt"
	"strings"
)

// directive is what a comment or an annotation says: RULE[, RULE] -- reason.
type directive struct {
	ids    []string
	reason string
}

// parse reads a directive. The fault tells what is wrong with one that holds
// for nothing, as a clause; "" for nothing.
func parse(text string) (d directive, fault string) {
	ids, reason := cutReason(text)
	for id := range strings.SplitSeq(ids, ",") {
		if id = strings.TrimSpace(id); id != "" {
			d.ids = append(d.ids, id)
		}
	}
	d.reason = reason
	switch {
	case len(d.ids) == 0:
		return d, "names no rule"
	case reason == "" && strings.Contains(d.ids[len(d.ids)-1], " "):
		return d, fmt.Sprintf("has no -- between rules and reason in %q; write RULE -- REASON", ids)
	case reason == "":
		return d, fmt.Sprintf("gives no reason; write %s -- REASON", strings.Join(d.ids, ", "))
	}
	return d, ""
}

// cutReason divides a directive at the first -- that stands by itself.
func cutReason(text string) (ids, reason string) {
	words := strings.Fields(text)
	for i, word := range words {
		if word == "--" {
			return strings.Join(words[:i], " "), strings.Join(words[i+1:], " ")
		}
	}
	return strings.Join(words, " "), ""
}
