package lint_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// source says that each field of an object stands in one line of a file.
type source struct {
	file string
	line int
}

func (s source) Trace(path manifest.Path) manifest.Trace {
	at := manifest.Location{File: s.file, Line: s.line, Column: 1 + len(path), Precision: manifest.PrecisionExact}
	return manifest.Trace{Location: at}
}

func (s source) Origin() manifest.Origin { return manifest.Origin{File: s.file} }

func unit(kind render.Kind, path, variant string, objects ...manifest.Object) render.Unit {
	return render.Unit{Target: render.Target{Kind: kind, Path: path, Variant: variant}, Objects: objects}
}

func configMap(name string, s source) manifest.Object {
	body := map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": name, "namespace": "shop"}}
	return manifest.Object{Body: body, Source: s}
}

// judge objects to objects by their name.
type judge struct {
	violations map[string][]lint.Violation
	doubts     []lint.Trouble
	failed     []lint.Trouble
	err        error
}

func (judge) Rules() []lint.Rule {
	return []lint.Rule{{ID: "case-a/one", Also: []string{"case-c"}}, {ID: "case-a/two"}, {ID: "case-b/three"}}
}

func (judge) Cases() []lint.Case {
	return []lint.Case{{ID: "case-a"}, {ID: "case-b"}, {ID: "case-c"}, {ID: "case-d"}}
}

func (j judge) Judge(_ context.Context, g *graph.Graph, q lint.Question) (lint.Verdict, error) {
	var result []lint.Violation
	for i := range g.Objects {
		for _, v := range j.violations[g.Objects[i].Name] {
			if slices.Contains(q.Rules, v.Rule) {
				v.Object = i
				v.Related = slices.Clone(v.Related)
				for k := range v.Related {
					v.Related[k].Object = i
				}
				result = append(result, v)
			}
		}
	}
	rand.Shuffle(len(result), func(a, b int) { result[a], result[b] = result[b], result[a] })
	return lint.Verdict{Violations: result, Doubts: j.doubts, Failed: j.failed}, j.err
}

var data = manifest.Path{manifest.Key("data")}

// brief writes findings as rule, level, file:line:column and what else a test
// is about.
func brief(findings []lint.Finding) []string {
	var list []string
	for _, f := range findings {
		s := fmt.Sprintf("%s %s %s %s: %s", f.Rule, f.Level, f.Location, f.Object, f.Message)
		if len(f.AlsoIn) > 0 {
			s += fmt.Sprintf(" [%s also %s]", f.Unit, strings.Join(f.AlsoIn, ", "))
		}
		list = append(list, s)
	}
	return list
}

func run(t *testing.T, units, context []render.Unit, j judge, o lint.Options) lint.Report {
	t.Helper()
	report, err := lint.Run(t.Context(), units, context, j, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestRunSortsAndMerges(t *testing.T) {
	t.Parallel()
	base := source{"base/c.yaml", 3}
	units := []render.Unit{
		unit(render.KindKustomize, "overlays/prod", "", configMap("shared", base), configMap("own", source{"overlays/prod/own.yaml", 1})),
		unit(render.KindKustomize, "overlays/dev", "", configMap("shared", base)),
		unit(render.KindKustomize, "overlays/test", "", configMap("shared", base)),
		unit(render.KindHelm, "chart", "ci", configMap("late", source{"chart/templates/c.yaml", 9})),
		unit(render.KindHelm, "chart", "", configMap("late", source{"chart/templates/c.yaml", 9})),
	}
	j := judge{violations: map[string][]lint.Violation{
		"shared": {
			{Rule: "case-a/two", Path: data, Message: "m", Level: lint.LevelError},
			{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelWarning, Related: []lint.Place{{Path: data, Message: "why"}}},
			{Rule: "case-a/one", Path: nil, Message: "whole", Level: lint.LevelWarning},
		},
		"own":  {{Rule: "case-b/three", Path: data, Message: "m", Level: lint.LevelWarning}},
		"late": {{Rule: "case-b/three", Path: data, Message: "m", Level: lint.LevelWarning}},
	}}
	want := []string{
		"case-a/one warning base/c.yaml:3:1 ConfigMap shop/shared: whole [overlays/dev also overlays/prod, overlays/test]",
		"case-a/one warning base/c.yaml:3:2 ConfigMap shop/shared: m [overlays/dev also overlays/prod, overlays/test]",
		"case-a/two error base/c.yaml:3:2 ConfigMap shop/shared: m [overlays/dev also overlays/prod, overlays/test]",
		"case-b/three warning chart/templates/c.yaml:9:2 ConfigMap shop/late: m [chart also chart (ci)]",
		"case-b/three warning overlays/prod/own.yaml:1:2 ConfigMap shop/own: m",
	}
	var first lint.Report
	for i := range 20 {
		rand.Shuffle(len(units), func(a, b int) { units[a], units[b] = units[b], units[a] })
		report := run(t, units, nil, j, lint.Options{})
		if i == 0 {
			first = report
		}
		if diff := cmp.Diff(want, brief(report.Findings)); diff != "" {
			t.Fatalf("findings (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(first, report, cmp.Comparer(func(a, b manifest.Step) bool { return a == b })); diff != "" {
			t.Fatalf("reports differ with the order of the units:\n%s", diff)
		}
	}
	if related := first.Findings[1].Related; len(related) != 1 || related[0].Message != "why" || related[0].Location.Line != 3 {
		t.Errorf("related places are %v, want one for all units", related)
	}
	if want := (lint.Summary{Units: 5, Objects: 6, Error: 1, Warning: 4}); first.Summary != want {
		t.Errorf("summary is %+v, want %+v", first.Summary, want)
	}
}

func TestRunTakesTheHighestLevel(t *testing.T) {
	t.Parallel()
	units := []render.Unit{unit(render.KindHelm, "chart", "", configMap("a", source{"c.yaml", 1}))}
	j := judge{violations: map[string][]lint.Violation{
		"a": {
			{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelNote},
			{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelError},
			{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelWarning},
		},
	}}
	want := []string{"case-a/one error c.yaml:1:2 ConfigMap shop/a: m"}
	if diff := cmp.Diff(want, brief(run(t, units, nil, j, lint.Options{}).Findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestRunMergesPrefixedNames(t *testing.T) {
	t.Parallel()
	base := source{"base/c.yaml", 3}
	units := []render.Unit{
		unit(render.KindKustomize, "overlays/prod", "", configMap("prod-web", base)),
		unit(render.KindKustomize, "overlays/dev", "", configMap("dev-web", base), configMap("dev-job", base)),
	}
	violations := []lint.Violation{{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelWarning}}
	j := judge{violations: map[string][]lint.Violation{"prod-web": violations, "dev-web": violations, "dev-job": violations}}
	for range 20 {
		got := run(t, units, nil, j, lint.Options{}).Findings
		want := []string{"case-a/one warning base/c.yaml:3:2 ConfigMap shop/dev-job: m [overlays/dev also overlays/prod]"}
		if diff := cmp.Diff(want, brief(got)); diff != "" {
			t.Fatalf("findings (-want +got):\n%s", diff)
		}
		alone := unit(render.KindKustomize, "overlays/dev", "", configMap("dev-job", base))
		if first := run(t, []render.Unit{alone}, nil, j, lint.Options{}).Findings[0]; got[0].Fingerprint != first.Fingerprint {
			t.Fatalf("fingerprint is %s, want that of the first unit, %s", got[0].Fingerprint, first.Fingerprint)
		}
	}
}

// shops objects to the first object of each unit because of its second.
type shops struct{ judge }

func (shops) Judge(_ context.Context, g *graph.Graph, _ lint.Question) (lint.Verdict, error) {
	var verdict lint.Verdict
	for i := 0; i < len(g.Objects); i += 2 {
		verdict.Violations = append(verdict.Violations, lint.Violation{
			Rule: "case-a/one", Object: i, Path: data, Message: "m", Level: lint.LevelError,
			Related: []lint.Place{{Object: i + 1, Path: data, Message: "why"}},
		})
	}
	return verdict, nil
}

func TestRunMergesPrefixedNamesOfRelatedPlaces(t *testing.T) {
	t.Parallel()
	var units []render.Unit
	for _, prefix := range []string{"dev-", "prod-"} {
		units = append(units, unit(render.KindKustomize, "overlays/"+prefix, "",
			configMap(prefix+"web", source{"base/c.yaml", 3}), configMap(prefix+"api", source{"base/d.yaml", 7})))
	}
	report, err := lint.Run(t.Context(), units, nil, shops{}, lint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	location := source{"base/d.yaml", 7}.Trace(data).Location
	want := []lint.Related{{Message: "ConfigMap shop/dev-api: why", Location: location}}
	if diff := cmp.Diff(want, report.Findings[0].Related); diff != "" || len(report.Findings) != 1 {
		t.Errorf("%d findings, want 1; related places of the first (-want +got):\n%s", len(report.Findings), diff)
	}
}

// inFile says only that an object comes from a file.
type inFile string

func (s inFile) Trace(manifest.Path) manifest.Trace {
	return manifest.Trace{Location: manifest.Location{File: string(s), Line: 1}}
}

func (s inFile) Origin() manifest.Origin { return manifest.Origin{File: string(s)} }

func TestRunKeepsNamesApartWhereOnlyTheFileIsKnown(t *testing.T) {
	t.Parallel()
	var objects []manifest.Object
	for _, name := range []string{"a", "b"} {
		object := configMap(name, source{})
		object.Source = inFile("chart/templates/c.yaml")
		objects = append(objects, object)
	}
	units := []render.Unit{unit(render.KindHelm, "chart", "", objects...), unit(render.KindHelm, "chart", "ci", objects...)}
	violations := []lint.Violation{{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelWarning}}
	j := judge{violations: map[string][]lint.Violation{"a": violations, "b": violations}}
	want := []string{
		"case-a/one warning chart/templates/c.yaml:1 ConfigMap shop/a: m [chart also chart (ci)]",
		"case-a/one warning chart/templates/c.yaml:1 ConfigMap shop/b: m [chart also chart (ci)]",
	}
	if diff := cmp.Diff(want, brief(run(t, units, nil, j, lint.Options{}).Findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestRunHidesNotes(t *testing.T) {
	t.Parallel()
	units := []render.Unit{unit(render.KindPlain, "c.yaml", "", configMap("a", source{"c.yaml", 1}), configMap("b", source{"c.yaml", 5}))}
	j := judge{violations: map[string][]lint.Violation{
		"a": {{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelNote}},
		"b": {{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelWarning}},
	}}
	report := run(t, units, nil, j, lint.Options{})
	if len(report.Findings) != 1 || report.Hidden != 1 || report.Summary.Note != 0 {
		t.Errorf("%d findings, %d hidden, %d notes; want 1, 1, 0", len(report.Findings), report.Hidden, report.Summary.Note)
	}
	report = run(t, units, nil, j, lint.Options{Pedantic: true})
	if len(report.Findings) != 2 || report.Hidden != 0 || report.Summary.Note != 1 {
		t.Errorf("pedantic: %d findings, %d hidden, %d notes; want 2, 0, 1", len(report.Findings), report.Hidden, report.Summary.Note)
	}
}

func TestRunReportsOnlyWhatIsJudged(t *testing.T) {
	t.Parallel()
	j := judge{violations: map[string][]lint.Violation{
		"a": {{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelError}},
		"b": {{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelError}},
	}}
	report := run(t,
		[]render.Unit{unit(render.KindPlain, "a.yaml", "", configMap("a", source{"a.yaml", 1}))},
		[]render.Unit{unit(render.KindPlain, "b.yaml", "", configMap("b", source{"b.yaml", 1}))},
		j, lint.Options{})
	if diff := cmp.Diff([]string{"case-a/one error a.yaml:1:2 ConfigMap shop/a: m"}, brief(report.Findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if want := (lint.Summary{Units: 1, Objects: 1, Error: 1}); report.Summary != want {
		t.Errorf("summary is %+v, want %+v", report.Summary, want)
	}
}

// TestRunReportsOnlyWhatIsWanted checks that what is not wanted is judged, and is
// neither reported nor counted.
func TestRunReportsOnlyWhatIsWanted(t *testing.T) {
	t.Parallel()
	problem := render.Problem{Reason: render.ReasonRender, Message: "m", Location: manifest.Location{File: "b.yaml"}}
	a, b := unit(render.KindPlain, "a.yaml", "", configMap("a", source{"a.yaml", 1})), unit(render.KindPlain, "b.yaml", "", configMap("b", source{"b.yaml", 1}))
	b.Failures, b.Skipped, b.Warnings = []render.Problem{problem}, []render.Problem{problem}, []render.Problem{problem}
	violation := []lint.Violation{{Rule: "case-a/one", Path: data, Level: lint.LevelError, Message: "m"}}
	j := judge{violations: map[string][]lint.Violation{"a": violation, "b": violation}}
	report := run(t, []render.Unit{a, b}, nil, j, lint.Options{
		Reported: func(u render.Unit) bool { return u.Target.Path == "a.yaml" }, LeftOut: 3,
	})
	if len(report.Findings) != 1 || report.Findings[0].Unit != "a.yaml" || len(report.Failures)+len(report.Skipped)+len(report.Warnings) > 0 {
		t.Errorf("report %+v", report)
	}
	if want := (lint.Summary{Units: 1, Objects: 1, Error: 1, Untouched: 4}); report.Summary != want {
		t.Errorf("summary %+v, want %+v", report.Summary, want)
	}
	j.err = errors.New("is not to be asked")
	report = run(t, []render.Unit{a, b}, nil, j, lint.Options{Reported: func(render.Unit) bool { return false }})
	if want := (lint.Summary{Untouched: 2}); report.Summary != want {
		t.Errorf("summary of nothing %+v, want %+v", report.Summary, want)
	}
}

func TestRunOnly(t *testing.T) {
	t.Parallel()
	j := judge{}
	for _, test := range []struct {
		only, rules, cases []string
	}{
		{nil, []string{"case-a/one", "case-a/two", "case-b/three"}, []string{"case-a", "case-b", "case-c"}},
		{[]string{"case-a"}, []string{"case-a/one", "case-a/two"}, []string{"case-a", "case-c"}},
		{[]string{"case-b", "case-a/two"}, []string{"case-a/two", "case-b/three"}, []string{"case-a", "case-b"}},
	} {
		report := run(t, nil, nil, j, lint.Options{Only: test.only})
		var rules, cases []string
		for _, rule := range report.Rules {
			rules = append(rules, rule.ID)
		}
		for _, c := range report.Cases {
			cases = append(cases, c.ID)
		}
		if diff := cmp.Diff(test.rules, rules); diff != "" {
			t.Errorf("%v: rules (-want +got):\n%s", test.only, diff)
		}
		if report.AllRules != 3 {
			t.Errorf("%v: there are %d rules, want 3", test.only, report.AllRules)
		}
		if diff := cmp.Diff(test.cases, cases); diff != "" {
			t.Errorf("%v: cases (-want +got):\n%s", test.only, diff)
		}
	}
	if _, err := lint.Run(t.Context(), nil, nil, j, lint.Options{Only: []string{"case-x"}}); err == nil || err.Error() != `there is no rule or case "case-x"; did you mean case-a?` {
		t.Errorf("error is %v, want one that names the id", err)
	}
}

// A rule that could not be evaluated is a failure, and one in which a function failed
// a warning; neither has an effect on what other rules find.
func TestRunReportsTroubles(t *testing.T) {
	t.Parallel()
	j := judge{
		violations: map[string][]lint.Violation{"a": {{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelError}}},
		doubts:     []lint.Trouble{{Rule: "case-a/one", Place: "p/policy.rego:9", Message: "div: divide by zero"}},
		failed:     []lint.Trouble{{Rule: "case-a/two", Place: "p/policy.rego:7", Message: "conflict:\n 1"}},
	}
	report := run(t, []render.Unit{unit(render.KindPlain, "a.yaml", "", configMap("a", source{"a.yaml", 1}))}, nil, j, lint.Options{})
	if len(report.Findings) != 1 {
		t.Errorf("%d findings, want 1", len(report.Findings))
	}
	want := []render.Problem{{Reason: lint.ReasonRule, Message: "case-a/two could not be evaluated at p/policy.rego:7: conflict:  1"}}
	for _, got := range [][]render.Problem{report.Failures, report.FailedRules()} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("failures (-want +got):\n%s", diff)
		}
	}
	if diff := cmp.Diff([]string{"case-a/two"}, report.Unjudged); diff != "" {
		t.Errorf("rules without a verdict (-want +got):\n%s", diff)
	}
	want = []render.Problem{{Reason: lint.ReasonDoubt, Message: "case-a/one may have missed something, since a function failed at p/policy.rego:9: div: divide by zero"}}
	if diff := cmp.Diff(want, report.Warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

// Without a verdict there is no report that anybody could take for a clean one.
func TestRunWithoutAVerdict(t *testing.T) {
	t.Parallel()
	broken := errors.New("compile policies: syntax")
	report, err := lint.Run(t.Context(), nil, nil, judge{err: broken}, lint.Options{})
	if !errors.Is(err, broken) || report.Findings != nil {
		t.Errorf("error is %v beside %+v, want the judge's alone", err, report)
	}
}

func TestRunCapsRelated(t *testing.T) {
	t.Parallel()
	violation := lint.Violation{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelError}
	for i := range 25 {
		violation.Related = append(violation.Related, lint.Place{Path: data, Message: fmt.Sprint("reason ", i)}, lint.Place{Path: data, Message: fmt.Sprint("reason ", i)})
	}
	j := judge{violations: map[string][]lint.Violation{"a": {violation}}}
	report := run(t, []render.Unit{unit(render.KindPlain, "a.yaml", "", configMap("a", source{"a.yaml", 1}))}, nil, j, lint.Options{})
	related := report.Findings[0].Related
	if len(related) != 20 || related[0].Message != "reason 0" || related[19].Message != "reason 19 (and 5 more places)" {
		t.Errorf("%d related places, the last is %q", len(related), related[len(related)-1].Message)
	}
}

func TestRunListsProblems(t *testing.T) {
	t.Parallel()
	problem := func(unit, file, message string) render.Problem {
		return render.Problem{Unit: unit, Reason: render.ReasonRemote, Message: message, Location: manifest.Location{File: file, Line: 1}}
	}
	a, b := unit(render.KindKustomize, "a", ""), unit(render.KindKustomize, "b", "")
	a.Skipped = []render.Problem{problem("a", "base/k.yaml", "is remote"), problem("a", "a/k.yaml", "is remote")}
	b.Skipped = []render.Problem{problem("b", "base/k.yaml", "is remote"), problem("b", "base/k.yaml", "is odd")}
	b.Failures = []render.Problem{problem("b", "b/k.yaml", "is broken")}
	b.Warnings = []render.Problem{problem("b", "b/k.yaml", "is strange")}
	context := unit(render.KindPlain, "c.yaml", "")
	context.Failures = []render.Problem{problem("c.yaml", "c.yaml", "is not asked for")}
	report := run(t, []render.Unit{b, a}, []render.Unit{context}, judge{}, lint.Options{
		Failures: []render.Problem{problem("", "z", "is unreadable")},
		Skipped:  []render.Problem{problem("", "y", "leads out")},
	})
	if diff := cmp.Diff([]render.Problem{problem("b", "b/k.yaml", "is broken"), problem("", "z", "is unreadable")}, report.Failures); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]render.Problem{
		problem("a", "a/k.yaml", "is remote"), problem("b", "base/k.yaml", "is odd"), problem("a", "base/k.yaml", "is remote"), problem("", "y", "leads out"),
	}, report.Skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]render.Problem{problem("b", "b/k.yaml", "is strange")}, report.Warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

func TestRunOfNothingHasNoNilLists(t *testing.T) {
	t.Parallel()
	report := run(t, nil, nil, judge{}, lint.Options{})
	if report.Findings == nil || report.Failures == nil || report.Skipped == nil || report.Warnings == nil || report.Rules == nil || report.Cases == nil {
		t.Errorf("report has a nil list: %+v", report)
	}
}
