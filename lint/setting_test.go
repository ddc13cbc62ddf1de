package lint_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	units := []render.Unit{unit(render.KindPlain, "a.yaml", "", configMap("x", source{"a.yaml", 1}))}
	j := judge{violations: map[string][]lint.Violation{"x": {
		{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelError},
		{Rule: "case-a/two", Path: data, Message: "m", Level: lint.LevelNote},
		{Rule: "case-b/three", Path: data, Message: "m", Level: lint.LevelWarning},
	}}}
	off := func(id string) lint.Setting { return lint.Setting{ID: id, Off: true} }
	level := func(id string, l lint.Level) lint.Setting { return lint.Setting{ID: id, Level: l} }
	for _, c := range []struct {
		name     string
		settings []lint.Setting
		only     []string
		want     []string
	}{
		{"none", nil, nil, []string{"case-a/one error", "case-a/two note", "case-b/three warning"}},
		{"a rule is off", []lint.Setting{off("case-a/one")}, nil, []string{"case-a/two note", "case-b/three warning"}},
		{"a case is off", []lint.Setting{off("case-a")}, nil, []string{"case-b/three warning"}},
		{"in upper and lower case", []lint.Setting{off("Case-A"), level("CASE-b/Three", lint.LevelError)}, []string{"CASE-A", "case-b/THREE"}, []string{"case-a/one error", "case-a/two note", "case-b/three error"}},
		{"a rule wins over its case", []lint.Setting{off("case-a"), level("case-a/two", lint.LevelWarning)}, nil, []string{"case-a/two warning", "case-b/three warning"}},
		{"in any order", []lint.Setting{off("case-a/two"), level("case-a", lint.LevelNote)}, nil, []string{"case-a/one note", "case-b/three warning"}},
		{"a level replaces all", []lint.Setting{level("case-a", lint.LevelError)}, nil, []string{"case-a/one error", "case-a/two error", "case-b/three warning"}},
		{"only a rule that is off", []lint.Setting{off("case-a/one")}, []string{"case-a/one"}, []string{"case-a/one error"}},
		{"only a rule of a case that is off", []lint.Setting{off("case-a")}, []string{"case-a/one"}, []string{"case-a/one error"}},
		{"only a case that is off", []lint.Setting{off("case-a")}, []string{"case-a"}, []string{"case-a/one error", "case-a/two note"}},
		{"only a case with a rule that is off", []lint.Setting{off("case-a/one")}, []string{"case-a"}, []string{"case-a/two note"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			report := run(t, units, nil, j, lint.Options{Pedantic: true, Only: c.only, Rules: c.settings})
			var found, ran []string
			for _, f := range report.Findings {
				found = append(found, f.Rule+" "+f.Level.String())
			}
			for _, r := range report.Rules {
				ran = append(ran, r.ID)
			}
			if diff := cmp.Diff(c.want, found); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if len(ran) != len(found) {
				t.Errorf("%v ran", ran)
			}
		})
	}
}

// TestSettingsAreTheLevelsOfRules looks at what reports say of the rules.
func TestSettingsAreTheLevelsOfRules(t *testing.T) {
	t.Parallel()
	report := run(t, nil, nil, judge{}, lint.Options{Rules: []lint.Setting{{ID: "case-a", Level: lint.LevelError}}})
	for _, r := range report.Rules {
		if want := r.Case() == "case-a"; (r.Level == lint.LevelError) != want {
			t.Errorf("%s has the level %s", r.ID, r.Level)
		}
	}
}
