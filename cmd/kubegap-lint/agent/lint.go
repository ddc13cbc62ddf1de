package agent

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/kubegap/kubegap-lint/lint"
)

// Selection says what to render, and with which values.
type Selection struct {
	Paths       []string `json:"paths,omitempty" jsonschema:"directories or files, relative to the directory that is served; all of it if omitted"`
	Values      []string `json:"values,omitempty" jsonschema:"values files for the charts, as helm has them, the last one wins"`
	Set         []string `json:"set,omitempty" jsonschema:"values for the charts as KEY=VALUE, as helm has them"`
	KubeVersion string   `json:"kubeVersion,omitempty" jsonschema:"version of Kubernetes that charts see and rules judge by, such as 1.34; what the repository declares if omitted"`
}

// Judgement says by what to judge.
type Judgement struct {
	Only            []string `json:"only,omitempty" jsonschema:"ids of rules or cases to which the run is confined, such as IL-0178 or IL-0178/prestop-eats-grace-period"`
	Pedantic        bool     `json:"pedantic,omitempty" jsonschema:"report notes too, where context decides whether they matter"`
	FailOn          string   `json:"failOn,omitempty" jsonschema:"lowest level that makes exitCode 1"`
	Baseline        string   `json:"baseline,omitempty" jsonschema:"file of known findings to keep quiet about, written by kubegap-lint --write-baseline; the one that .kubegap.yaml names if omitted"`
	ChangedSince    string   `json:"changedSince,omitempty" jsonschema:"report only what is touched by files that differ from this commit, branch or tag, such as HEAD, be they committed or not; git is asked for it"`
	RequireComplete bool     `json:"requireComplete,omitempty" jsonschema:"make exitCode 3 when something was left out because it cannot be had offline"`
}

// Page says which part of an answer to give.
type Page struct {
	Offset int `json:"offset,omitempty" jsonschema:"how many to pass over: next of the answer before"`
	Limit  int `json:"limit,omitempty" jsonschema:"how many to give at most"`
}

type lintInput struct {
	Selection
	Judgement
	Page
}

type lintOutput struct {
	Root        string       `json:"root" jsonschema:"the repository, relative to the directory that is served; files are relative to it"`
	ExitCode    int          `json:"exitCode" jsonschema:"0: no finding at or above failOn; 1: there are some; 2: a rule could not be evaluated; 3: something did not render"`
	Summary     lint.Summary `json:"summary"`
	HiddenNotes int          `json:"hiddenNotes,omitempty" jsonschema:"how many notes pedantic would add"`
	Total       int          `json:"total" jsonschema:"how many findings there are"`
	Findings    []finding    `json:"findings" jsonschema:"by place; location is the line to edit, and related tells why and where the value comes from"`
	Next        int          `json:"next,omitempty" jsonschema:"pass it as offset to read on; absent after the last finding"`
	Rules       []ruleNote   `json:"rules" jsonschema:"the rules of the findings shown"`
	Problems
}

// ruleNote is what an agent needs to know of a rule to act on a finding.
type ruleNote struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Incident    string `json:"incident,omitempty" jsonschema:"what happened to whom"`
	Remediation string `json:"remediation" jsonschema:"what to do, in Markdown"`
}

func (s *server) addLint() {
	add(s, tool{
		name: "lint", title: "Lint paths", renders: true,
		description: "Render the charts, overlays and manifests under paths offline, with what Flux and Argo CD deploy from there, and report the root causes of public Kubernetes incidents in them. " +
			"Call it first on what you look at or have changed, and again after an edit to see that a finding is gone. " +
			"A finding names the line to edit, the object, the rule and the incident; explain tells more of a rule. The settings and suppressions of .kubegap.yaml hold.",
		input: func(p map[string]*jsonschema.Schema) {
			refineSelection(p)
			refinePage(p, defaultFindings, maxFindings)
			texts(p["only"])
			text(p["baseline"])
			text(p["changedSince"])
			restrict(p["failOn"], "error", "warning", "note", "never")
			p["failOn"].Default = []byte(`"warning"`)
		},
	}, s.lint)
}

// How many findings an answer has.
const (
	defaultFindings = 25
	maxFindings     = 100
)

func refineSelection(p map[string]*jsonschema.Schema) {
	for _, list := range []string{"paths", "values", "set"} {
		texts(p[list])
	}
	p["kubeVersion"].Pattern = `^v?[0-9]+(\.[0-9]+){1,2}$`
}

func refinePage(p map[string]*jsonschema.Schema, usual, most int) {
	number(p["offset"], 0, 1e9)
	number(p["limit"], 1, float64(most))
	p["limit"].Default = fmt.Appendf(nil, "%d", usual)
}

func (s *server) lint(ctx context.Context, seen Observer, in lintInput) (lintOutput, error) {
	verdict, err := s.Lint(ctx, in.Selection, in.Judgement, seen)
	if err != nil {
		return lintOutput{}, err
	}
	r := verdict.Report
	bounded := make([]finding, len(r.Findings))
	for i, f := range r.Findings {
		bounded[i] = boundedFinding(f)
	}
	out := lintOutput{
		Root: verdict.Root, ExitCode: verdict.ExitCode, Summary: r.Summary, HiddenNotes: r.Hidden, Total: len(r.Findings),
		Problems: problems(r.Failures, r.Skipped, r.Warnings),
	}
	if out.Findings, out.Next, err = page(bounded, in.Offset, in.Limit); err != nil {
		return lintOutput{}, err
	}
	out.Rules = s.notes(r, out.Findings)
	return out, nil
}

// notes tells of the rules of findings, sorted by id.
func (s *server) notes(r lint.Report, findings []finding) []ruleNote {
	notes := []ruleNote{}
	for _, rule := range r.Rules {
		if !slices.ContainsFunc(findings, func(f finding) bool { return f.Rule == rule.ID }) {
			continue
		}
		note := ruleNote{ID: rule.ID, Title: rule.Title, Remediation: clip(rule.Remediation, maxText)}
		for _, k := range r.Cases {
			if k.ID == rule.Case() {
				note.Incident = k.Summary
			}
		}
		notes = append(notes, note)
	}
	return notes
}
