package suppress

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// entry is a suppression as somebody has written it.
type entry struct {
	lint.Suppression
	// named are the ids of rules and cases as they are written.
	named []name
}

// name is an id that an entry names.
type name struct {
	id    string
	rules []string
	used  bool
}

// covers tells whether the entry names the rule, or its case, and notes that it
// was of use.
func (e *entry) covers(rule string) bool {
	found := false
	for i := range e.named {
		if slices.Contains(e.named[i].rules, rule) {
			e.named[i].used, found = true, true
		}
	}
	return found
}

// newEntry makes an entry of a directive. Names of what does not exist are left
// out, and reported.
func (s *session) newEntry(kind lint.SuppressionKind, d directive, at manifest.Location) *entry {
	e := &entry{Suppression: lint.Suppression{Kind: kind, Reason: d.reason, Location: at}}
	for _, id := range d.ids {
		rules, ok := s.ids.Find(id)
		if !ok {
			s.invalid(at, unknown(id, s.ids.IDs))
			continue
		}
		e.named = append(e.named, name{id: id, rules: rules})
	}
	return e
}

func unknown(id string, x lint.IDs) string {
	text := fmt.Sprintf("names %q, which is no rule or case", id)
	if strings.Contains(id, " ") {
		return text + "; several are divided by commas"
	}
	return text + "; " + x.Suggest(id)
}

func (s *session) invalid(at manifest.Location, fault string) {
	s.warn(lint.ReasonInvalidSuppression, at, "the suppression "+fault)
}

func (s *session) warn(reason render.Reason, at manifest.Location, message string) {
	s.problems = append(s.problems, render.Problem{Reason: reason, Message: message, Location: at})
}

// unused warns of what an entry names without need, as far as the rules that
// are meant have run.
func (s *session) unused(e *entry) {
	for _, n := range e.named {
		if !n.used && s.ran(n.rules) {
			s.warn(lint.ReasonUnusedSuppression, e.Location, "nothing is suppressed here: there is no finding of "+n.id)
		}
	}
}

// ran tells whether all of the rules have run.
func (s *session) ran(rules []string) bool {
	for _, rule := range rules {
		if !s.Ran[rule] {
			return false
		}
	}
	return true
}
