package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// remark is a finding, or a problem of the run, for formats in which all that
// there is to say is a list of messages at places.
type remark struct {
	// check is the id of the rule, or the reason of the problem, and title the
	// same in words.
	check, title string
	level        lint.Level
	// message is one line.
	message string
	// incident and fix tell one line each of a finding; "" for a problem.
	incident, fix string
	// location has no File where the place is not known, and no Line where only
	// the file is.
	location manifest.Location
	// fingerprint is that of the finding; "" for a problem.
	fingerprint string
}

// remarks lists what a report has to say: what failed, as errors; the findings,
// each at its level; then what was left out and the warnings, as notes.
// Suppressed findings are not in it: they are accepted.
func remarks(r lint.Report) []remark {
	x := indexOf(r)
	list := make([]remark, 0, len(r.Failures)+len(r.Findings)+len(r.Skipped)+len(r.Warnings))
	add := func(title string, level lint.Level, problems []render.Problem) {
		for _, p := range problems {
			list = append(list, remark{check: string(p.Reason), title: title, level: level, message: Printable(title + ": " + p.Message), location: p.Location})
		}
	}
	add("not judged", lint.LevelError, r.FailedRules())
	add("not rendered", lint.LevelError, notRendered(r))
	for _, f := range r.Findings {
		list = append(list, remark{
			check: f.Rule, title: x.rule(f.Rule).Title, level: f.Level,
			message: describeFinding(f), incident: Printable(x.incident(f.Case)), fix: Printable(x.fix(f.Rule)),
			location: known(f.Location), fingerprint: f.Fingerprint,
		})
	}
	add("left out", lint.LevelNote, r.Skipped)
	add("warning", lint.LevelNote, r.Warnings)
	return list
}

// gravestFirst sorts remarks by level, and keeps their order otherwise.
func gravestFirst(list []remark) {
	slices.SortStableFunc(list, func(a, b remark) int { return int(b.level) - int(a.level) })
}

// describeFinding tells in one line what is wrong with what, and what else has
// the same defect.
func describeFinding(f lint.Finding) string {
	text := f.Object.String() + ": " + f.Message + "."
	if len(f.AlsoObjects) > 0 {
		text += " The same holds for " + enumerate(namesOf(f.AlsoObjects), f.MoreObjects) + "."
	}
	if len(f.AlsoIn) > 0 {
		text += fmt.Sprintf(" Rendered by %s, also by %s.", f.Unit, enumerate(f.AlsoIn, f.MoreUnits))
	}
	if uncertain := f.Location.Precision.Reservation(); uncertain != "" {
		text += " The place is " + uncertain + "."
	}
	return Printable(text)
}

// known leaves out of the place of a finding what is not known. Where that is
// the line of the field, the line is that of the object, or the first, which
// says nothing.
func known(l manifest.Location) manifest.Location {
	if l.Precision != manifest.PrecisionFile {
		return l
	}
	place := manifest.Location{File: l.File}
	if l.Line > 1 {
		place.Line = l.Line
	}
	return place
}

// sentences joins texts that are not empty.
func sentences(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), " ")
}
