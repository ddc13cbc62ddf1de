// Package format writes reports. Every writer is a pure function of the report
// and the options: it reads no file, no environment and no clock, so that the
// same report gives the same bytes.
package format

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
	"github.com/kubegap/kubegap-lint/lint/docs"
)

// maxNamed is how many further units, and objects, of a finding a text names.
const maxNamed = 3

// Options are what writers need besides the report.
type Options struct {
	// Color turns on ANSI colours in the text format.
	Color bool
	// ByEnvironment groups the findings of the text format by the environments
	// that they reach.
	ByEnvironment bool
	// ShowSuppressed lists the suppressed findings in the text format, which only
	// counts them otherwise.
	ShowSuppressed bool
	// SourceURL is the address below which people see the files of the repository, to
	// which the markdown format links; "" for no links.
	SourceURL string
	// CasePage gives the address of a case's page, and "" for a case without one; nil
	// knows none.
	CasePage func(caseID string) string
	// Columns is the width of the terminal that the text format is written to: what is too
	// long for it is wrapped. 0 is no terminal, where lines are as long as they are, for
	// programs, and only prose is wrapped, at 100 columns.
	Columns int
	// Fails tells whether a finding of a level fails the run; nil is that of all levels.
	Fails func(lint.Level) bool
	// Version is the program's version, for machine formats.
	Version string
}

// Writer writes a report in one format.
type Writer func(w io.Writer, r lint.Report, o Options) error

// formats are all that there are, the default first. A new one is a line here.
func formats() []namedWriter {
	return []namedWriter{
		{name: "text", write: through(Inert, Text), sources: true},
		{name: "json", write: through(InertJSON, JSON)},
		{name: "sarif", write: through(InertJSON, SARIF)},
		{name: "github", write: GitHub},
		{name: "gitlab", write: through(InertJSON, GitLab)},
		{name: "junit", write: through(inertXML, JUnit)},
		{name: "checkstyle", write: through(inertXML, Checkstyle)},
		{name: "markdown", write: through(Inert, Markdown), sources: true},
		{name: "html", write: HTML, sources: true, context: true},
	}
}

// namedWriter is a writer under the name that users call it by. It has sources
// where it shows the lines that findings point to, from Report.Sources, and context
// where it also shows those of related places and of suppressed findings.
type namedWriter struct {
	name             string
	write            Writer
	sources, context bool
}

// through gives a writer whose report passes through what filter makes of the stream:
// reports are often printed to the log of a build.
func through(filter func(io.Writer) io.Writer, write Writer) Writer {
	return func(w io.Writer, r lint.Report, o Options) error { return write(filter(w), r, o) }
}

// Names lists the formats, the default first.
func Names() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// ByName gives the writer of a format.
func ByName(name string) (Writer, error) {
	for _, f := range formats() {
		if f.name == name {
			return f.write, nil
		}
	}
	return nil, fmt.Errorf("unknown format %q: want %s", name, strings.Join(Names(), ", "))
}

// ShowsSources tells whether a format shows lines of Report.Sources.
func ShowsSources(name string) bool {
	return slices.ContainsFunc(formats(), func(f namedWriter) bool { return f.name == name && f.sources })
}

// ShowsContext tells whether a format also shows the lines of related places and of
// suppressed findings.
func ShowsContext(name string) bool {
	return slices.ContainsFunc(formats(), func(f namedWriter) bool { return f.name == name && f.context })
}

// index finds the rules and cases that findings name.
type index struct {
	rules map[string]int
	cases map[string]lint.Case
	docs  docs.Pages
}

func indexOf(r lint.Report) index {
	x := index{rules: make(map[string]int, len(r.Rules)), cases: make(map[string]lint.Case, len(r.Cases)), docs: docs.Pages{Catalog: catalog.Catalog{Cases: r.Cases, Rules: r.Rules}}}
	for i, rule := range r.Rules {
		x.rules[rule.ID] = i
	}
	for _, c := range r.Cases {
		x.cases[c.ID] = c
	}
	return x
}

// rule finds a rule by its id; the zero value is an unknown one.
func (x index) rule(id string) lint.Rule {
	if i, ok := x.rules[id]; ok {
		return x.docs.Catalog.Rules[i]
	}
	return lint.Rule{}
}

// incident tells in one line what happened to whom; "" for an unknown case.
func (x index) incident(id string) string {
	c, ok := x.cases[id]
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s, %s (%d): %s", c.ID, c.Organisation, c.Year, c.Summary)
}

// fix tells in one line what to do; "" for an unknown rule.
func (x index) fix(id string) string {
	return firstParagraph(x.rule(id).Remediation)
}

// firstParagraph gives the text before the first blank line on one line. A
// colon at its end, which announced an example, becomes a full stop.
func firstParagraph(markdown string) string {
	paragraph, _, _ := strings.Cut(strings.TrimSpace(markdown), "\n\n")
	text := strings.Join(strings.Fields(paragraph), " ")
	if announced, ok := strings.CutSuffix(text, ":"); ok {
		return announced + "."
	}
	return text
}

// enumerate lists the first few of the names, and says how many more there are,
// those included that are not even among the names.
func enumerate(names []string, omitted int) string {
	shown := names[:min(len(names), maxNamed)]
	text := strings.Join(shown, ", ")
	if more := len(names) - len(shown) + omitted; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// namesOf writes the names of objects.
func namesOf(objects []lint.ObjectRef) []string {
	names := make([]string, len(objects))
	for i, o := range objects {
		names[i] = o.String()
	}
	return names
}

// byLevel gives the findings with the gravest first, and in their order otherwise.
func byLevel(findings []lint.Finding) []lint.Finding {
	return slices.SortedStableFunc(slices.Values(findings), func(a, b lint.Finding) int { return int(b.Level) - int(a.Level) })
}
