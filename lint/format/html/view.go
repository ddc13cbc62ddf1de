package html

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
)

// view is what the page shows.
type view struct {
	Version       string
	Style, Script template.HTML
	Policy        string

	// Title counts the findings, and Scope and Judges tell among what and by which rules
	// they were found.
	Title, Scope, Judges string
	// Subject names what was linted; "" where that is not known.
	Subject  string
	Levels   []count
	Hidden   int
	Problems []problems
	// Incomplete is set where findings may be missing.
	Incomplete bool
	Baseline   *lint.Comparison

	// Total counts the findings, which stand in Groups by case, rule and place.
	Total  int
	Groups []group
	// Further are cases that rules of the findings name besides, and those of
	// suppressed findings only.
	Further      []story
	Environments []option
	Suppressed   []finding
}

// count is a number of findings of a level.
type count struct {
	Level lint.Level
	Count int
}

// option is a choice of a filter, or a row of an overview.
type option struct {
	Value, Text string
	Count       int
	// Levels counts the findings of each level, the gravest first.
	Levels []count
}

// problems are a list of what was not rendered or judged as it stands.
type problems struct {
	ID, Title, Meaning string
	// Tile is the title as the headline says it.
	Tile string
	// Grave is set where findings may be missing.
	Grave bool
	List  []problem
}

// Open tells whether the list stands open: if it is grave, and short enough not to bury
// the findings.
func (p problems) Open() bool { return p.Grave && len(p.List) <= 3 }

type problem struct {
	Place, Message, Reason, Unit string
}

// group are the findings of a case.
type group struct {
	story
	Count  int
	Levels []count
	Rules  []ruleGroup
}

func viewOf(r lint.Report) view {
	b := builderOf(r)
	v := view{
		Title:      headline(r),
		Levels:     levels(r.Findings),
		Scope:      counted(r.Summary.Objects, "object", "objects") + " of " + counted(r.Summary.Units, "unit", "units"),
		Judges:     judges(r),
		Subject:    inLine(r.Subject),
		Hidden:     r.Hidden,
		Problems:   problemsOf(r),
		Incomplete: len(r.Failures) > 0,
		Baseline:   r.Baseline,
		Total:      len(r.Findings),
		Groups:     b.groups(r.Findings),
		Suppressed: b.findings(r.Suppressed),
	}
	v.Environments = environments(r.Findings)
	v.Further = b.further(r)
	return v
}

// headline counts the findings by level: the title of the page. What they are, or that
// there are none, says little where something could not be judged, or few rules did.
func headline(r lint.Report) string {
	var counts []string
	for _, c := range levels(r.Findings) {
		if c.Count > 0 {
			counts = append(counts, counted(c.Count, c.Level.String(), c.Level.String()+"s"))
		}
	}
	text := "No findings"
	switch last := len(counts) - 1; {
	case last > 0:
		text = strings.Join(counts[:last], ", ") + " and " + counts[last]
	case last == 0:
		text = counts[0]
	case len(r.Rules) < r.AllRules:
		text += " " + judges(r)
	}
	if len(r.Failures) > 0 {
		text += ", but not all could be judged"
	}
	return text
}

// judges counts the rules that ran, among all where some did not; "" where none is known.
func judges(r lint.Report) string {
	switch n := len(r.Rules); {
	case n == 0 && r.AllRules == 0:
		return ""
	case n < r.AllRules:
		return fmt.Sprintf("by %d of %s", n, counted(r.AllRules, "rule", "rules"))
	default:
		return "by " + counted(n, "rule", "rules")
	}
}

// levels counts findings by level, the gravest first.
func levels(findings []lint.Finding) []count {
	counts := []count{{Level: lint.LevelError}, {Level: lint.LevelWarning}, {Level: lint.LevelNote}}
	for _, f := range findings {
		counts[int(lint.LevelError)-int(f.Level)].Count++
	}
	return counts
}

// nowhere names the findings that no object of Flux or Argo CD deploys.
const nowhere = "not deployed by Flux or Argo CD"

// environments counts the findings of each environment; none where nothing is deployed
// by Flux or Argo CD. What reaches two counts in both.
func environments(findings []lint.Finding) []option {
	reaching := map[string][]lint.Finding{}
	var bare []lint.Finding
	for _, f := range findings {
		for _, name := range f.Environments {
			reaching[name] = append(reaching[name], f)
		}
		if len(f.Environments) == 0 {
			bare = append(bare, f)
		}
	}
	if len(reaching) == 0 {
		return nil
	}
	var options []option
	for _, name := range slices.Sorted(maps.Keys(reaching)) {
		name, count := inLine(name), reaching[name]
		options = append(options, option{name, name, len(count), levels(count)})
	}
	if len(bare) > 0 {
		options = append(options, option{"", nowhere, len(bare), levels(bare)})
	}
	return options
}

func problemsOf(r lint.Report) []problems {
	rendered := slices.DeleteFunc(slices.Clone(r.Failures), func(p render.Problem) bool { return p.Reason == lint.ReasonRule })
	all := []problems{
		{"not-judged", "Not judged", "These rules could not be evaluated, so their findings are missing.", "rules not judged", true, listOf(r.FailedRules())},
		{"not-rendered", "Not rendered", "These should have rendered, so findings in them are missing.", "not rendered", true, listOf(rendered)},
		{"left-out", "Left out", "Nothing is known of what these hold.", "left out", false, listOf(r.Skipped)},
		{"warnings", "Warnings", "These rendered, but perhaps not as their authors expect.", "rendered with warnings", false, listOf(r.Warnings)},
	}
	return slices.DeleteFunc(all, func(p problems) bool { return len(p.List) == 0 })
}

func listOf(list []render.Problem) []problem {
	shown := make([]problem, len(list))
	for i, p := range list {
		shown[i] = problem{inLine(p.Location.String()), inLine(p.Message), string(p.Reason), inLine(p.Unit)}
	}
	return shown
}

// counted writes a number of things.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
