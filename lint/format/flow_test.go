package format_test

import (
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/lint/layout"
)

// TestTextFitsTheTerminal holds all lines of a report to the width of a terminal. What is
// said stays the same.
func TestTextFitsTheTerminal(t *testing.T) {
	t.Parallel()
	r := report()
	r.Skipped, r.Warnings, r.Failures = nil, nil, nil
	wide := write(t, "text", r, format.Options{})
	for _, columns := range []int{50, 72, 300} {
		text := write(t, "text", r, format.Options{Columns: columns})
		for line := range strings.Lines(text) {
			if n := layout.Columns(strings.TrimRight(line, "\n")); n > columns && len(strings.Fields(line)) > 1 {
				t.Errorf("%d columns in a terminal of %d: %s", n, columns, line)
			}
		}
		for _, word := range strings.Fields(wide) {
			if !strings.Contains(text, word) {
				t.Errorf("%d columns: %q is missing:\n%s", columns, word, text)
			}
		}
	}
	if narrow, least := write(t, "text", r, format.Options{Columns: 10}), write(t, "text", r, format.Options{Columns: 40}); narrow != least {
		t.Error("a terminal of 10 columns is not taken for one of 40")
	}
}

func TestCaretsStandUnderWideCharacters(t *testing.T) {
	t.Parallel()
	r := clean()
	r.Findings = report().Findings[:1]
	l := &r.Findings[0].Location
	l.Line, l.EndLine, l.Column, l.EndColumn = 1, 1, 8, 11
	r.Sources = map[string]string{l.File: "a: 🚀한국 x🚀y z"}
	out := write(t, "text", r, format.Options{})
	if want := "  1 | a: 🚀한국 x🚀y z\n    |           ^^^^\n"; !strings.Contains(out, want) {
		t.Errorf("want\n%s\ngot\n%s", want, out)
	}
}
