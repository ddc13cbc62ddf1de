package format

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format/words"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// What GitHub code scanning accepts, and how this writer stays within it
// (https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning):
//   - One run with one category: several runs of one tool are refused.
//   - At most 25,000 results a run; the gravest are kept, and a notification
//     tells how many were left out.
//   - At most 1,000 locations a result, and 20 tags a rule.
//   - At most 10 MB of compressed text: of the further units and objects of a
//     result only the first hundred are named, and the others counted.
//   - `partialFingerprints.primaryLocationLineHash` is the only one that GitHub
//     matches alerts by. It is computed on upload from a hundred characters of the
//     source (https://github.com/github/codeql-action/blob/main/src/fingerprints.ts);
//     a value of ours under that name would be reported as a mismatch, so ours has
//     a name of its own, and serves other readers.
//   - Links in messages, [text](n), lead to the related location with id n.
const (
	maxResults          = 25000
	maxRelatedLocations = 1000
	maxNames            = 100
	fingerprintName     = "kubegapLint/v2"
	sarifSchema         = "https://json.schemastore.org/sarif-2.1.0.json"
)

// InformationURI is the page of the project.
const InformationURI = "https://github.com/kubegap/kubegap-lint"

// SARIF writes the report as a SARIF 2.1.0 log with one run. The same report
// gives the same bytes.
func SARIF(w io.Writer, r lint.Report, o Options) error {
	run := sarif.NewRunWithInformationURI("kubegap-lint", InformationURI)
	run.Tool.Driver.SemanticVersion = &o.Version
	run.WithColumnKind("unicodeCodePoints")
	x := indexOf(r)
	for _, rule := range r.Rules {
		describe(run.AddRule(rule.ID), rule, x)
	}
	list, dropped := results(r, x)
	run.AddInvocations(invocation(r, dropped))
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{Version: string(sarif.Version210), Schema: sarifSchema, Runs: []sarifRun{{run, list}}})
}

// gravest keeps the limit gravest findings in their order, and counts the rest.
func gravest(findings []lint.Finding, limit int) ([]lint.Finding, int) {
	if len(findings) <= limit {
		return findings, 0
	}
	return byLevel(findings)[:limit], len(findings) - limit
}

func result(f lint.Finding, x index) *sarif.Result {
	res := sarif.NewRuleResult(f.Rule).
		WithRuleIndex(x.rules[f.Rule]).
		WithLevel(f.Level.String()).
		WithLocations([]*sarif.Location{location(f.Location).WithLogicalLocations([]*sarif.LogicalLocation{object(f)})}).
		WithPartialFingerPrints(map[string]any{fingerprintName: f.Fingerprint})
	related := f.Related[:min(len(f.Related), maxRelatedLocations)]
	text := linkText(f.Object.String()+": "+f.Message) + "."
	for i, rel := range related {
		res.AddRelatedLocation(location(rel.Location).WithId(i + 1).WithMessage(sarif.NewTextMessage(linkText(rel.Message))))
		text += fmt.Sprintf(" [%s](%d).", linkText(rel.Message), i+1)
	}
	if len(f.AlsoObjects) > 0 {
		text += " The same holds for " + linkText(enumerate(namesOf(f.AlsoObjects), f.MoreObjects)) + "."
	}
	if len(f.AlsoIn) > 0 {
		text += fmt.Sprintf(" Rendered by %s, also by %s.", linkText(f.Unit), linkText(enumerate(f.AlsoIn, f.MoreUnits)))
	}
	if c, ok := x.cases[f.Case]; ok {
		text += fmt.Sprintf(" %s, %s (%d): %s", linkText(c.ID), linkText(c.Organisation), c.Year, linkText(c.Summary))
	}
	res.WithMessage(sarif.NewTextMessage(text))
	res.Properties = properties(f)
	res.Fixes = fixes(f.Fix)
	return res
}

// properties are what SARIF has no place for. A name of a unit or an object that
// is missing in alsoIn and alsoObjects is counted in moreUnits and moreObjects.
func properties(f lint.Finding) sarif.Properties {
	p := sarif.Properties{"precision": f.Location.Precision.String(), "case": f.Case, "unit": Printable(f.Unit), "path": Printable(f.Path.String())}
	add := func(key string, names []string, moreKey string, more int) {
		shown := names[:min(len(names), maxNames)]
		if len(shown) > 0 {
			p[key] = printables(shown)
		}
		if more += len(names) - len(shown); more > 0 {
			p[moreKey] = more
		}
	}
	add("environments", f.Environments, "moreEnvironments", 0)
	add("alsoIn", f.AlsoIn, "moreUnits", f.MoreUnits)
	add("alsoObjects", namesOf(f.AlsoObjects), "moreObjects", f.MoreObjects)
	return p
}

// printables makes names fit for those who show properties.
func printables(names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = Printable(name)
	}
	return list
}

// linkText makes text fit for a message: it escapes what SARIF reads as an embedded link
// (SARIF 2.1.0, 3.11.6), and leaves nothing that a terminal could act on.
func linkText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`).Replace(Printable(s))
}

func object(f lint.Finding) *sarif.LogicalLocation {
	kind := "object"
	name := Printable(f.Object.String())
	full := Printable(f.Object.APIVersion) + " " + name
	return sarif.NewLogicalLocation().WithName(name).WithFullyQualifiedName(full).WithKind(kind)
}

func location(l manifest.Location) *sarif.Location {
	region := sarif.NewRegion().WithStartLine(max(1, l.Line))
	if l.Line > 0 && l.Column > 0 {
		region.WithStartColumn(l.Column)
		if l.EndLine > 0 && l.EndColumn > 0 {
			region.WithEndLine(l.EndLine).WithEndColumn(l.EndColumn)
		}
	}
	physical := sarif.NewPhysicalLocation().WithArtifactLocation(sarif.NewArtifactLocation().WithUri(uri(l.File))).WithRegion(region)
	return sarif.NewLocationWithPhysicalLocation(physical)
}

// uri makes a relative URI reference of a path with slashes: each segment is
// escaped, and a colon in the first is not read as a scheme.
func uri(file string) string {
	return (&url.URL{Path: file}).String()
}

// invocation tells of the run what no result can: what did not render, what
// was left out, and what rendered with a warning. It holds nothing of the
// machine or of the moment.
func invocation(r lint.Report, dropped int) *sarif.Invocation {
	inv := sarif.NewInvocation().WithExecutionSuccess(len(r.Failures) == 0)
	inv.ToolExecutionNotifications = []*sarif.Notification{}
	add := func(level string, problems []render.Problem) {
		for _, p := range problems {
			inv.AddTToolExecutionNotification(notification(level, p))
		}
	}
	add("error", r.Failures)
	add("warning", r.Skipped)
	add("note", r.Warnings)
	if r.Baseline != nil && len(r.Baseline.Fixed) > 0 {
		text := fmt.Sprintf("%s of the baseline are gone", words.Counted(len(r.Baseline.Fixed), "finding"))
		inv.AddTToolExecutionNotification(sarif.NewNotification().WithLevel("note").WithTextMessage(text))
	}
	if dropped > 0 {
		text := fmt.Sprintf("%d further findings of lower levels are not in this log: code scanning accepts %d results", dropped, maxResults)
		inv.AddTToolExecutionNotification(sarif.NewNotification().WithLevel("warning").WithTextMessage(text))
	}
	return inv
}

func notification(level string, p render.Problem) *sarif.Notification {
	n := sarif.NewNotification().WithLevel(level).WithTextMessage(linkText(p.Message))
	n.Properties = sarif.Properties{"reason": string(p.Reason)}
	if p.Unit != "" {
		n.Properties["unit"] = Printable(p.Unit)
	}
	if p.Location.File != "" {
		n.AddLocation(location(p.Location))
	}
	return n
}
