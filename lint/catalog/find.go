package catalog

import (
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
)

// FindCase gives the case of an id, whose letters may be upper or lower case.
func (c Catalog) FindCase(id string) (lint.Case, bool) {
	i := slices.IndexFunc(c.Cases, func(k lint.Case) bool { return strings.EqualFold(k.ID, id) })
	if i < 0 {
		return lint.Case{}, false
	}
	return c.Cases[i], true
}

// FindRule gives the rule of an id, whose letters may be upper or lower case.
func (c Catalog) FindRule(id string) (lint.Rule, bool) {
	return c.firstRule(func(r lint.Rule) bool { return strings.EqualFold(r.ID, id) })
}

// FindRuleNamed gives the first rule of an id without its case, whose letters may be
// upper or lower case.
func (c Catalog) FindRuleNamed(name string) (lint.Rule, bool) {
	return c.firstRule(func(r lint.Rule) bool {
		_, own, _ := strings.Cut(r.ID, "/")
		return strings.EqualFold(own, name)
	})
}

func (c Catalog) firstRule(match func(lint.Rule) bool) (lint.Rule, bool) {
	i := slices.IndexFunc(c.Rules, match)
	if i < 0 {
		return lint.Rule{}, false
	}
	return c.Rules[i], true
}
