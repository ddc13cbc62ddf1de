package contract

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/render"
)

// fixture is a file or a folder that a rule is tried on.
type fixture struct {
	folder Folder
	rule   lint.Rule
	// name is its name in the folder.
	name string
}

// file gives the name that mistakes have for a file of the fixture, from the one
// that findings have. A fixture of one file may hold others, whose lines have the
// numbers that they have in it.
func (x fixture) file(name string) string {
	if path.Ext(x.name) == ".yaml" {
		return x.folder.File(x.name)
	}
	return x.folder.File(path.Join(x.name, name))
}

// texts gives the text of the files of the fixture, by the names that mistakes have
// for them.
func (x fixture) texts() (map[string]string, error) {
	texts := map[string]string{}
	err := fs.WalkDir(x.folder.FS, x.name, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(x.folder.FS, name)
		texts[x.folder.File(name)] = string(data)
		return err
	})
	return texts, err
}

// checkFixture runs the rule over a fixture and compares its findings with the
// expectations in the fixture's comments.
func (s *suite) checkFixture(ctx context.Context, x fixture) mistake.List {
	texts, err := x.texts()
	if err != nil {
		return policy.MistakesOf(err, x.file(""))
	}
	units, failures, done, err := s.Render(ctx, filepath.Join(x.folder.Dir, filepath.FromSlash(x.name)))
	if err != nil {
		return policy.MistakesOf(err, x.file(""))
	}
	defer done()
	report, err := s.judge(ctx, x.rule, units, failures)
	if err != nil {
		return policy.MistakesOf(err, x.file(""))
	}
	var mistakes mistake.List
	for _, failure := range report.Failures {
		mistakes = append(mistakes, mistake.Mistake{File: x.file(failure.Location.File), Line: failure.Location.Line, Message: failure.Message})
	}
	for _, warning := range report.Warnings {
		if warning.Reason == lint.ReasonDoubt {
			mistakes = append(mistakes, mistake.Mistake{File: x.file(""), Message: warning.Message})
		}
	}
	mistakes = append(mistakes, x.empty(units, report.Skipped)...)
	wants, unread := expectations(texts, x.rule.Level)
	mistakes = append(mistakes, unread...)
	if len(unread) == 0 {
		mistakes = append(mistakes, x.compare(report.Findings, wants)...)
	}
	return append(mistakes, s.checkReversed(ctx, x, units, report)...)
}

// compare demands that the findings are those that are wanted.
func (x fixture) compare(findings []lint.Finding, wants []want) mistake.List {
	var mistakes mistake.List
	if bad := strings.HasPrefix(path.Base(x.name), "bad"); bad && len(wants) == 0 {
		mistakes = append(mistakes, mistake.Mistake{File: x.file(""), Message: `expects nothing: a bad fixture says # want "part of the message" on each line that is to be reported`})
	} else if !bad && len(wants) > 0 {
		mistakes = append(mistakes, mistake.Mistake{File: wants[0].file, Line: wants[0].line, Message: "expects a finding: a good fixture has none"})
	}
	for _, f := range findings {
		if i := slices.IndexFunc(wants, func(w want) bool { return w.file == x.file(f.Location.File) && w.matches(f) }); i >= 0 {
			wants = slices.Delete(wants, i, i+1)
			continue
		}
		mistakes = append(mistakes, mistake.Mistake{
			File: x.file(f.Location.File), Line: f.Location.Line,
			Message: fmt.Sprintf("unwanted %s on %s at %s: %s", f.Level, f.Object, f.Path, f.Message),
		})
	}
	for _, w := range wants {
		mistakes = append(mistakes, mistake.Mistake{File: w.file, Line: w.line, Message: fmt.Sprintf("missing %s: %q", w.level, w.part)})
	}
	return mistakes
}

func (s *suite) judge(ctx context.Context, rule lint.Rule, units []render.Unit, failures []render.Problem) (lint.Report, error) {
	return lint.Run(ctx, units, nil, s.library, lint.Options{Pedantic: true, Only: []string{rule.ID}, Failures: failures, RuleLimit: s.Limit})
}

// checkReversed demands the same findings when the objects come in the opposite
// order.
func (s *suite) checkReversed(ctx context.Context, x fixture, units []render.Unit, report lint.Report) mistake.List {
	again, err := s.judge(ctx, x.rule, reversed(units), nil)
	if err != nil {
		return policy.MistakesOf(err, x.file(""))
	}
	here, there := places(report), places(again)
	var mistakes mistake.List
	for _, place := range slices.Concat(here, there) {
		if !slices.Contains(here, place) || !slices.Contains(there, place) {
			mistakes = append(mistakes, mistake.Mistake{File: x.file(""), Message: "the findings depend on the order of the objects: " + place})
		}
	}
	return mistakes
}

func reversed(units []render.Unit) []render.Unit {
	units = slices.Clone(units)
	for i := range units {
		units[i].Objects = slices.Clone(units[i].Objects)
		slices.Reverse(units[i].Objects)
	}
	return units
}

// places writes findings without their messages, which may name the first of
// several objects.
func places(report lint.Report) []string {
	var list []string
	for _, f := range report.Findings {
		list = append(list, fmt.Sprintf("%s %s %s %s", f.Location, f.Level, f.Object, f.Path))
	}
	return list
}
