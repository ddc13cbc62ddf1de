package config

import (
	"fmt"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// ReasonConfiguration marks a warning about the configuration file.
const ReasonConfiguration render.Reason = "configuration"

// warning gives a warning that stands in a line of the file.
func (c Config) warning(p Place, format string, args ...any) render.Problem {
	message := fmt.Sprintf(format, args...)
	if c.File.Elsewhere {
		message = fmt.Sprintf("%s:%d: %s", c.File.Name, p.Line, message)
	}
	return render.Problem{Reason: ReasonConfiguration, Message: message, Location: c.File.At(p)}
}

// Unmatched gives a warning for each pattern that matches nothing of what a walk
// through the whole repository saw, which left out what Exclude says.
func (c Config) Unmatched(seen fsys.Listing) []render.Problem {
	var warnings []render.Problem
	for i, used := range seen.Excluded {
		if !used {
			warnings = append(warnings, c.warning(c.Exclude.Places[i], "exclude: %q matches nothing", c.Exclude.Texts[i]))
		}
	}
	for i, e := range c.Environments {
		for _, k := range e.Paths.unmatched(seen) {
			warnings = append(warnings, c.warning(e.Paths.Places[k], "environments[%d].paths: %q matches nothing", i, e.Paths.Texts[k]))
		}
	}
	for i, ignore := range c.Ignore {
		for _, k := range ignore.Path.unmatched(seen) {
			warnings = append(warnings, c.warning(ignore.Path.Places[k], "ignore[%d].path: %q matches nothing", i, ignore.Path.Texts[k]))
		}
	}
	return warnings
}

// unmatched gives the indices of the patterns that match nothing.
func (p Patterns) unmatched(seen fsys.Listing) []int {
	if p.Len() == 0 {
		return nil
	}
	used := make([]bool, p.Len())
	note := func(i int) { used[i] = true }
	for _, dir := range seen.Dirs {
		p.Uses(dir, true, note)
	}
	for _, file := range seen.Files {
		p.Uses(file, false, note)
	}
	for _, link := range seen.Links {
		p.Uses(link.Name, false, note)
	}
	var list []int
	for i := range used {
		if !used[i] {
			list = append(list, i)
		}
	}
	return list
}

// Unrendered gives a warning for each chart with value sets that is not rendered
// by itself.
func (c Config) Unrendered(rendered func(chart string) bool) []render.Problem {
	var warnings []render.Problem
	for _, chart := range c.Charts {
		if !rendered(chart.Name) {
			warnings = append(warnings, c.warning(chart.Place,
				"charts: %s is rendered as a part of something else, or not at all, so that its value sets are not used", chart.Name))
		}
	}
	return warnings
}

// Unmet gives a warning for each environment without paths whose name is neither
// that of a cluster nor that of a value set of the units.
func (c Config) Unmet(units []render.Unit) []render.Problem {
	names := map[string]bool{}
	for _, u := range units {
		names[u.Environment], names[u.Target.Variant] = true, true
	}
	var warnings []render.Problem
	for i, e := range c.Environments {
		if e.Paths.Len() == 0 && !names[e.Name] {
			warnings = append(warnings, c.warning(e.Place,
				"environments[%d]: no cluster of Flux or Argo CD and no value set has the name %s; give paths", i, e.Name))
		}
	}
	return warnings
}
