package format

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format/source"
	"github.com/kubegap/kubegap-lint/lint/format/words"
	"github.com/kubegap/kubegap-lint/lint/layout"
	"github.com/kubegap/kubegap-lint/render"
)

const (
	// textWidth is how many columns prose has at most, and minTextWidth how many it takes
	// of a terminal that has less.
	textWidth, minTextWidth = 100, 40
	// maxReasons is how many of the places that a rule names are shown, and
	// maxSteps how many of those that had a part in the field.
	maxReasons, maxSteps = 6, 3
)

// Text writes the report for people: every finding with its source line, the
// incident behind it and the remedy; then, if asked for, what is suppressed; then
// what failed and what was left out; then a summary line.
func Text(w io.Writer, r lint.Report, o Options) error {
	t := textWriter{w: bufio.NewWriter(w), palette: palette{on: o.Color}, report: r, sources: source.New(r.Sources), index: indexOf(r), told: map[string]bool{}, width: textWidth}
	if o.Columns > 0 {
		t.columns = max(minTextWidth, o.Columns)
		t.width = min(textWidth, t.columns)
	}
	for _, g := range groups(r.Findings, o) {
		if g.name != "" {
			t.line("%s", t.bold(Printable(g.name)))
			t.line("")
		}
		for _, f := range g.findings {
			t.finding(f)
		}
	}
	if o.ShowSuppressed {
		t.suppressed(r.Suppressed)
	}
	t.problems("not judged", "these rules could not be evaluated", r.FailedRules())
	t.problems("not rendered", "these should have rendered", notRendered(r))
	t.leftOut(r.Skipped)
	t.problems("warnings", "rendered, but look at them", r.Warnings)
	t.fixed()
	t.flow("", "  ", span{summaryLine(r, o), t.bold})
	return t.w.Flush()
}

// group is a part of the findings with its heading; "" for none.
type group struct {
	name     string
	findings []lint.Finding
}

// groups divides the findings by the environments that they reach, if that is
// asked for. What reaches two is told in both.
func groups(findings []lint.Finding, o Options) []group {
	if !o.ByEnvironment {
		return []group{{findings: findings}}
	}
	var bare []lint.Finding
	byName := map[string][]lint.Finding{}
	for _, f := range findings {
		for _, name := range f.Environments {
			byName[name] = append(byName[name], f)
		}
		if len(f.Environments) == 0 {
			bare = append(bare, f)
		}
	}
	var all []group
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		all = append(all, group{name, byName[name]})
	}
	if len(bare) > 0 {
		all = append(all, group{"not deployed by Flux or Argo CD", bare})
	}
	return all
}

type textWriter struct {
	palette
	w       *bufio.Writer
	report  lint.Report
	sources source.Texts
	index   index
	// told are the rules whose incident and remedy stand above already.
	told map[string]bool
	// width is that of prose, and columns that of all lines; 0 does not confine them.
	width, columns int
}

func (t textWriter) line(format string, args ...any) {
	fmt.Fprintf(t.w, format+"\n", args...)
}

func (t textWriter) finding(f lint.Finding) {
	t.flow("", "    ", span{f.Location.String() + ":", t.place}, span{f.Level.String() + ":", t.levelled(f.Level)}, span{f.Message, t.bold}, span{"[" + f.Rule + "]", t.dim})
	for _, row := range snippet(t.sources.Lines(f.Location.File), f.Location, t.palette, t.columns) {
		t.line("%s", row)
	}
	t.field("object", subject(f))
	t.field("reaches", enumerate(f.Environments, 0))
	t.field("also", enumerate(namesOf(f.AlsoObjects), f.MoreObjects))
	t.field("where", f.Location.Precision.Reservation())
	reasons := slices.DeleteFunc(slices.Clone(f.Related), func(r lint.Related) bool { return r.Via })
	steps := slices.DeleteFunc(slices.Clone(f.Related), func(r lint.Related) bool { return !r.Via })
	t.places("because", reasons, maxReasons)
	t.places("via", steps, maxSteps)
	t.story(f)
	t.line("")
}

// places writes related places, one a line, as far as the limit.
func (t textWriter) places(name string, places []lint.Related, limit int) {
	for _, related := range places[:min(len(places), limit)] {
		t.flow("  ", strings.Repeat(" ", len(name)+4), span{name + ":", t.dim}, span{related.Message, Printable}, span{"(" + related.Location.String() + ")", t.place})
	}
	if more := len(places) - limit; more > 0 {
		t.line("  %s %s", t.dim(name+":"), words.Counted(more, "more place"))
	}
}

// story tells what happened to whom, and what to do. A rule that was told above
// is only referred to, so that many findings of one rule stay readable.
func (t textWriter) story(f lint.Finding) {
	if t.told[f.Rule] {
		t.field("incident", f.Case+", and the fix: as above")
		return
	}
	t.told[f.Rule] = true
	t.field("incident", t.index.incident(f.Case))
	t.field("fix", t.index.fix(f.Rule))
}

// field writes a named text, wrapped and indented; nothing where it is empty.
func (t textWriter) field(name, text string) {
	if text == "" {
		return
	}
	indent := strings.Repeat(" ", len(name)+4)
	for i, row := range layout.Wrap(Printable(text), t.width-len(indent)) {
		if i == 0 {
			t.line("  %s %s", t.dim(name+":"), row)
			continue
		}
		t.line("%s%s", indent, row)
	}
}

// subject names the object, the field and the units of a finding.
func subject(f lint.Finding) string {
	s := f.Object.String()
	if len(f.Path) > 0 {
		s += " at " + f.Path.String()
	}
	if f.Unit != f.Location.File {
		s += ", rendered by " + f.Unit
	}
	if len(f.AlsoIn) > 0 {
		s += ", also by " + enumerate(f.AlsoIn, f.MoreUnits)
	}
	return s
}

// heading introduces a list of so many entries.
func (t textWriter) heading(title, meaning string, count int) {
	t.line("%s %s", t.bold(fmt.Sprintf("%s (%d)", title, count)), t.dim("- "+meaning))
}

func (t textWriter) problems(title, meaning string, problems []render.Problem) {
	if len(problems) == 0 {
		return
	}
	t.heading(title, meaning, len(problems))
	for _, p := range problems {
		t.problem(p)
	}
	t.line("")
}

func (t textWriter) problem(p render.Problem) {
	place := ""
	if p.Location.File != "" {
		place = t.place(p.Location.String()) + ": "
	}
	t.line("  %s%s %s", place, Printable(p.Message), t.dim("["+string(p.Reason)+"]"))
}

// notRendered gives the failures that are about files, and not about rules.
func notRendered(r lint.Report) []render.Problem {
	return slices.DeleteFunc(slices.Clone(r.Failures), func(p render.Problem) bool { return p.Reason == lint.ReasonRule })
}

// summaryLine counts what a run saw and found.
func summaryLine(r lint.Report, o Options) string {
	s := r.Summary
	counts := fmt.Sprintf("%s, %s, %s in %s of %s",
		words.Counted(s.Error, "error"), words.Counted(s.Warning, "warning"), words.Counted(s.Note, "note"),
		words.Counted(s.Objects, "object"), words.Counted(s.Units, "unit"))
	if n := len(r.FailedRules()); n > 0 {
		counts += fmt.Sprintf("; %s not judged", words.Counted(n, "rule"))
	}
	if n := len(notRendered(r)); n > 0 {
		counts += fmt.Sprintf("; %d not rendered", n)
	}
	if n := len(r.Skipped); n > 0 {
		counts += fmt.Sprintf("; %d left out", n)
	}
	if s.Untouched > 0 {
		counts += fmt.Sprintf("; %s untouched", words.Counted(s.Untouched, "unit"))
	}
	if n := len(r.Suppressed); n > 0 {
		counts += fmt.Sprintf("; %d suppressed", n)
		if !o.ShowSuppressed {
			counts += " (--show-suppressed lists them)"
		}
	}
	if b := r.Baseline; b != nil && len(b.Fixed) > 0 {
		counts += fmt.Sprintf("; %d fixed", len(b.Fixed))
	}
	if n := r.Hidden; n > 0 {
		counts += fmt.Sprintf("; %s hidden (--pedantic shows them)", words.Counted(n, "note"))
	}
	return counts
}
