package config

import (
	"fmt"
	"path"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// Check looks for what the configuration names in the repository. The error is
// a mistake.List.
func (c Config) Check(tree *fsys.Tree) error {
	var m mistake.List
	missing := func(p Path, format string, args ...any) {
		m = append(m, c.mistake(p.Place, format, args...))
	}
	for _, p := range c.Policies {
		if p.Name != "" && !tree.IsDir(p.Name) {
			missing(p, "policies: there is no directory %s", p.Name)
		}
	}
	for _, chart := range c.Charts {
		switch {
		case chart.Name == "":
		case tree.IsFile(path.Join(chart.Name, "Chart.yaml")), tree.IsFile(chart.Name) && path.Ext(chart.Name) == ".tgz":
		case tree.IsDir(chart.Name):
			missing(chart.Path, "charts: %s has no Chart.yaml", chart.Name)
		default:
			missing(chart.Path, "charts: there is no chart %s", chart.Name)
		}
		for _, set := range chart.Values {
			for _, file := range set.Files {
				if file.Name != "" && !tree.IsFile(file.Name) {
					missing(file, "charts: there is no values file %s", file.Name)
				}
			}
		}
	}
	return m.Err()
}

// Fault gives what is wrong with what stands in a line of the file as an error, which
// is a mistake.List.
func (c Config) Fault(p Place, format string, args ...any) error {
	return mistake.List{c.mistake(p, format, args...)}
}

func (c Config) mistake(p Place, format string, args ...any) mistake.Mistake {
	return mistake.Mistake{File: c.File.Name, Line: p.Line, Message: fmt.Sprintf(format, args...)}
}

// CheckIDs looks for the rules and cases that the configuration names among
// those that there are. The error is a mistake.List.
func (c Config) CheckIDs(rules []lint.Rule, cases []lint.Case) error {
	ids := lint.NewIDs(rules, cases)
	var m mistake.List
	check := func(p Place, what, id string) {
		if _, ok := ids.Find(id); !ok {
			m = append(m, c.mistake(p, "%s: there is no rule or case %q; %s", what, id, ids.Suggest(id)))
		}
	}
	for _, r := range c.Rules {
		check(r.Place, "rules", r.ID)
	}
	for i, ignore := range c.Ignore {
		if ignore.Rule != "" {
			check(ignore.Place, fmt.Sprintf("ignore[%d].rule", i), ignore.Rule)
		}
	}
	return m.Err()
}
