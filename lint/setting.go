package lint

import (
	"fmt"
	"slices"
	"strings"
)

// Setting is what a user has decided about a rule, or about all rules of a case.
type Setting struct {
	// ID is that of the rule or the case, in upper or lower case.
	ID string
	// Off turns the rule off; else Level takes the place of all levels that its
	// findings have.
	Off   bool
	Level Level
}

// settingOf gives the setting for a rule: its own or that of its case.
func settingOf(settings []Setting, r Rule) (Setting, bool) {
	for _, id := range []string{r.ID, r.Case()} {
		if i := slices.IndexFunc(settings, func(s Setting) bool { return strings.EqualFold(s.ID, id) }); i >= 0 {
			return settings[i], true
		}
	}
	return Setting{}, false
}

// choose gives the rules to run, sorted by id, with the levels that are set for
// them: those that Only names, or all. Of these a rule that is off runs only
// where Only names it as precisely as the setting does: by its own id, or by its
// case where the whole case is off.
func (o Options) choose(judge Judge) ([]Rule, error) {
	all := judge.Rules()
	ids := NewIDs(all, judge.Cases())
	for _, id := range o.Only {
		if rules, _ := ids.Find(id); len(rules) == 0 {
			return nil, fmt.Errorf("there is no rule or case %q; %s", id, ids.Suggest(id))
		}
	}
	only := func(id string) bool {
		return slices.ContainsFunc(o.Only, func(wanted string) bool { return strings.EqualFold(wanted, id) })
	}
	var rules []Rule
	for _, r := range all {
		if len(o.Only) > 0 && !only(r.ID) && !only(r.Case()) {
			continue
		}
		setting, ok := settingOf(o.Rules, r)
		switch {
		case !ok:
		case !setting.Off:
			r.Level = setting.Level
		case !only(r.ID) && !only(setting.ID):
			continue
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// setLevels gives violations the levels that are set for their rules.
func setLevels(violations []Violation, rules []Rule, settings []Setting) {
	levels := map[string]Level{}
	for _, r := range rules {
		if setting, ok := settingOf(settings, r); ok && !setting.Off {
			levels[r.ID] = setting.Level
		}
	}
	for i := range violations {
		if level, ok := levels[violations[i].Rule]; ok {
			violations[i].Level = level
		}
	}
}
