package html_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format/html"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

func write(t testing.TB, r lint.Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := html.Write(&out, r, "0.1.0"); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// many is a report with that many findings, of four rules of two cases, on objects of
// which each stands in a file of its own and reaches one of three environments, or two.
func many(n int) lint.Report {
	r := lint.Report{
		Summary: lint.Summary{Units: n, Objects: 3 * n},
		Sources: map[string]string{},
		Cases:   []lint.Case{caseOf("CASE-1", "Ada"), caseOf("CASE-2", "Grace")},
		Rules: []lint.Rule{
			ruleOf("CASE-1/drain", lint.LevelError), ruleOf("CASE-1/grace", lint.LevelWarning),
			ruleOf("CASE-2/budget", lint.LevelWarning), ruleOf("CASE-2/proxy", lint.LevelNote),
		},
	}
	for i := range n {
		f := findingOf(i, r.Rules[i%len(r.Rules)])
		r.Findings = append(r.Findings, f)
		r.Sources[f.Location.File] = strings.Repeat("    key: value\n", 20)
		switch f.Level {
		case lint.LevelError:
			r.Summary.Error++
		case lint.LevelWarning:
			r.Summary.Warning++
		case lint.LevelNote:
			r.Summary.Note++
		}
	}
	return r
}

func findingOf(i int, rule lint.Rule) lint.Finding {
	service := lint.ObjectRef{APIVersion: "v1", Kind: "Service", Namespace: "shop", Name: fmt.Sprintf("web-%d", i)}
	pods := lint.ObjectRef{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: fmt.Sprintf("web-%d", i)}
	at := manifest.Location{File: fmt.Sprintf("apps/web-%d/deployment.yaml", i), Line: 12, Column: 5, EndLine: 12, EndColumn: 15, Precision: manifest.PrecisionExact}
	return lint.Finding{
		Rule: rule.ID, Case: rule.Case(), Level: rule.Level, Message: fmt.Sprintf("container web-%d stops at once", i),
		Unit: fmt.Sprintf("apps/web-%d", i), Object: pods, Location: at,
		Environments: [][]string{{"prod"}, {"staging"}, {"prod", "staging"}, nil}[i/4%4],
		Related:      []lint.Related{{Message: "selects the pods", Location: at}},
		Fingerprint:  fmt.Sprintf("%032x", i),
		Chain: &lint.Chain{
			Nodes: []lint.ChainNode{{Type: lint.NodeInternet}, {Type: lint.NodeObject, Object: service, Location: at}, {Type: lint.NodePods, Object: pods, Defect: true, Location: at}, {Type: lint.NodeMachine}},
			Edges: []lint.ChainEdge{{From: 0, To: 1, Relation: lint.RelationReaches}, {From: 1, To: 2, Relation: "selects"}, {From: 2, To: 3, Relation: lint.RelationRunsOn}},
		},
	}
}

func caseOf(id, who string) lint.Case {
	return lint.Case{
		ID: id, Title: "Requests lost at " + who, Organisation: who, Year: 2021, Summary: "At " + who + ", requests were lost.",
		Sources: []lint.Source{{Title: "Post mortem", URL: "https://example.com/" + id, Kind: "primary"}},
		Symptom: "Errors.", Trigger: "A deploy.", RootCause: "Nothing waits.", Remediation: []string{"Wait."},
		Limits: []string{"What an application does by itself."}, Confidence: "High.",
	}
}

func ruleOf(id string, level lint.Level) lint.Rule {
	return lint.Rule{
		ID: id, Title: "Title of " + id, Level: level, LevelReason: "It is so.", Description: "Looks for it.\n\n- and\n- that",
		Remediation: "Wait with `preStop`:\n\n```yaml\npreStop: {}\n```", Bad: "a: 1 # want \"m\"\n", Good: "a: 2\n",
	}
}
