package format_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		golden string
		format string
		report lint.Report
		color  bool
	}{
		{"report.txt", "text", report(), false},
		{"report-color.txt", "text", report(), true},
		{"report.json", "json", report(), false},
		{"report.sarif", "sarif", report(), false},
		{"report.github", "github", report(), false},
		{"report.gitlab.json", "gitlab", report(), false},
		{"report.junit.xml", "junit", report(), false},
		{"report.checkstyle.xml", "checkstyle", report(), false},
		{"report.md", "markdown", report(), false},
		{"suppressed.txt", "text", accepted(), false},
		{"suppressed.json", "json", accepted(), false},
		{"suppressed.sarif", "sarif", accepted(), false},
		{"suppressed.github", "github", accepted(), false},
		{"suppressed.gitlab.json", "gitlab", accepted(), false},
		{"suppressed.junit.xml", "junit", accepted(), false},
		{"suppressed.checkstyle.xml", "checkstyle", accepted(), false},
		{"suppressed.md", "markdown", accepted(), false},
		{"clean.txt", "text", clean(), false},
		{"clean.json", "json", clean(), false},
		{"clean.sarif", "sarif", clean(), false},
		{"clean.github", "github", clean(), false},
		{"clean.gitlab.json", "gitlab", clean(), false},
		{"clean.junit.xml", "junit", clean(), false},
		{"clean.checkstyle.xml", "checkstyle", clean(), false},
		{"clean.md", "markdown", clean(), false},
	} {
		t.Run(tc.golden, func(t *testing.T) {
			t.Parallel()
			got := write(t, tc.format, tc.report, format.Options{Version: "0.1.0", Color: tc.color, ShowSuppressed: true})
			path := filepath.Join("testdata", tc.golden)
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s differs (-want +got), rewrite it with -update:\n%s", path, diff)
			}
		})
	}
}

func TestSameReportSameBytes(t *testing.T) {
	t.Parallel()
	for _, name := range format.Names() {
		first := write(t, name, report(), format.Options{Version: "0.1.0"})
		for range 5 {
			if again := write(t, name, report(), format.Options{Version: "0.1.0"}); again != first {
				t.Errorf("%s: two writes of one report differ", name)
			}
		}
	}
}

func TestFailuresAreInEveryFormat(t *testing.T) {
	t.Parallel()
	r := clean()
	r.Failures = []render.Problem{
		{Reason: lint.ReasonRule, Message: "CASE-2/proxy could not be evaluated"},
		{Unit: "deploy/bad.yaml", Reason: render.ReasonInvalidYAML, Message: "mapping values are not allowed", Location: manifest.Location{File: "deploy/bad.yaml", Line: 4, Column: 9}},
	}
	r.Skipped = []render.Problem{{Unit: "overlays/prod", Reason: render.ReasonRemote, Message: "this base is remote", Location: manifest.Location{File: "overlays/prod/kustomization.yaml", Line: 2, Column: 5}}}
	for _, name := range format.Names() {
		out := write(t, name, r, format.Options{})
		for _, want := range []string{"CASE-2/proxy could not be evaluated", "mapping values are not allowed", "deploy/bad.yaml", "this base is remote"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s does not say %q:\n%s", name, want, out)
			}
		}
	}
}

// hostile is a report whose texts have what formats must escape or refuse.
func hostile() lint.Report {
	r := report()
	f := &r.Findings[0]
	f.Location.File = "a%2C,b:c\n::error::<&\"'>]]>.yaml"
	f.Message = "100%0A <b>\x00\x1b[31m\xff\ufffe]]>\r\n::error::no"
	f.Object.Name = "ü\U0001f984\x01"
	r.Failures[0].Message = "line\nbreak \x00\xfe ]]> &amp;"
	return r
}

func TestHostileTextStaysText(t *testing.T) {
	t.Parallel()
	for _, name := range format.Names() {
		out := write(t, name, hostile(), format.Options{})
		if !utf8.ValidString(out) {
			t.Errorf("%s is not UTF-8", name)
		}
		if strings.ContainsAny(out, "\x00\x01\x1b") {
			t.Errorf("%s holds a control character", name)
		}
		if strings.Contains(out, "\n::error::") {
			t.Errorf("%s lets a text begin a line", name)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	t.Parallel()
	_, err := format.ByName("xml")
	if err == nil || !strings.Contains(err.Error(), "text, json, sarif") {
		t.Errorf("ByName(xml) = %v, want an error that lists the formats", err)
	}
}

func TestTerminalEscapesOfSourcesAreNotPrinted(t *testing.T) {
	t.Parallel()
	r := report()
	r.Sources = map[string]string{"deploy/web.yaml": strings.Repeat("x: 1\n", 11) + "a: \"\x1b[31mred\x07\"\n"}
	out := write(t, "text", r, format.Options{})
	if strings.ContainsAny(out, "\x1b\x07") {
		t.Errorf("a control character of a source reached the terminal:\n%q", out)
	}
}

func TestNamesAndMessagesAreMadePrintable(t *testing.T) {
	t.Parallel()
	r := report()
	f := &r.Findings[0]
	f.Object.Name = "web\x1b[31mRED"
	f.Location.File = "a\n::error::b.yaml"
	f.Message = "waits\x07"
	f.Related = []lint.Related{{Message: "here\x1b]0;x\x07", Location: f.Location}}
	r.Failures[0].Message = "line\nbreak"
	out := write(t, "text", r, format.Options{})
	if strings.ContainsAny(out, "\x1b\x07") || strings.Contains(out, "\n::error::") || strings.Contains(out, "line\nbreak") {
		t.Errorf("a control character reached the terminal:\n%q", out)
	}
}

func TestIncidentIsToldOncePerRule(t *testing.T) {
	t.Parallel()
	r := report()
	again := r.Findings[0]
	again.Location.Line++
	r.Findings = append(r.Findings, again)
	out := write(t, "text", r, format.Options{})
	if n := strings.Count(out, "fix: Raise `terminationGracePeriodSeconds`"); n != 1 {
		t.Errorf("the remedy stands %d times", n)
	}
	if !strings.Contains(out, "incident: CASE-1, and the fix: as above") {
		t.Errorf("the second finding does not lead to the first:\n%s", out)
	}
}

func write(t *testing.T, name string, r lint.Report, o format.Options) string {
	t.Helper()
	writer, err := format.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := writer(&out, r, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// clean is a report without findings and problems.
func clean() lint.Report {
	r := report()
	r.Findings = []lint.Finding{}
	r.Failures, r.Skipped, r.Warnings = []render.Problem{}, []render.Problem{}, []render.Problem{}
	r.Summary = lint.Summary{Units: 2, Objects: 7}
	r.Hidden = 0
	return r
}

// accepted is a report with one finding that is new, and others that are
// suppressed in each way.
func accepted() lint.Report {
	r := report()
	all := r.Findings
	r.Findings = all[:1:1]
	r.Findings[0].BaselineState = lint.StateNew
	at := manifest.Location{File: "base/web.yaml", Line: 2, Column: 5, EndLine: 2, EndColumn: 40, Precision: manifest.PrecisionExact}
	for i, s := range []lint.Suppression{
		{Kind: lint.SuppressedByComment, Reason: "drains [by itself]", Location: at},
		{Kind: lint.SuppressedByAnnotation, Reason: "lab", Location: at},
		{Kind: lint.SuppressedByConfig, Reason: "the vendor's", Location: manifest.Location{File: ".kubegap.yaml", Line: 4, Column: 5}, Until: "2027-01-31"},
		{Kind: lint.SuppressedByBaseline},
	} {
		f := all[1]
		f.Location.Line += i
		f.Suppression, f.BaselineState = &s, lint.StateNew
		if s.Kind == lint.SuppressedByBaseline {
			f.BaselineState = lint.StateUnchanged
		}
		r.Suppressed = append(r.Suppressed, f)
	}
	r.Baseline = &lint.Comparison{Known: 1, Fixed: []lint.KnownFinding{{File: "deploy/old.yaml", Object: "Pod old", Rule: "CASE-2/proxy", Fingerprint: "4de5", Units: []string{"deploy/old.yaml"}}}}
	r.Failures, r.Skipped, r.Warnings = []render.Problem{}, []render.Problem{}, []render.Problem{}
	r.Summary = lint.Summary{Units: 4, Objects: 9, Error: 1, Suppressed: 4}
	r.Hidden = 0
	return r
}

// report has one of everything: a place with and without a column, nearby and
// file precision, related places, text outside ASCII, failures and skips.
func report() lint.Report {
	web := lint.ObjectRef{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}
	return lint.Report{
		Findings: []lint.Finding{
			{
				Rule: "CASE-1/grace-period", Case: "CASE-1", Level: lint.LevelError,
				Message: "waits 60 s in preStop but the pod is killed after 30 s",
				Unit:    "deploy/web.yaml", Object: web,
				Path:     path("spec", "template", "spec", "terminationGracePeriodSeconds"),
				Location: manifest.Location{File: "deploy/web.yaml", Line: 12, Column: 7, EndLine: 12, EndColumn: 40, Precision: manifest.PrecisionExact},
				Related:  []lint.Related{}, Fingerprint: "1f0c", Chain: chain(web),
			},
			{
				Rule: "CASE-1/no-drain", Case: "CASE-1", Level: lint.LevelWarning,
				Message: "stops at once while Service [web] still sends requests",
				Unit:    "overlays/prod", AlsoIn: []string{"overlays/a", "overlays/b", "overlays/c", "overlays/d"}, MoreUnits: 5, Object: web,
				AlsoObjects: []lint.ObjectRef{{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "api"}, {APIVersion: "apps/v1", Kind: "StatefulSet", Namespace: "shop", Name: "db"}},
				Path:        path("spec", "template", "spec", "containers", 0, "lifecycle"),
				Location:    manifest.Location{File: "base/größe web.yaml", Line: 3, Column: 5, EndLine: 3, EndColumn: 9, Precision: manifest.PrecisionNearby},
				Related: []lint.Related{
					{Message: "Service web selects the pods", Location: manifest.Location{File: "base/service.yaml", Line: 8, Column: 3, EndLine: 8, EndColumn: 11, Precision: manifest.PrecisionExact}},
					{Message: "included here", Location: manifest.Location{File: "base/a.tpl", Line: 1, Precision: manifest.PrecisionExact}, Via: true},
					{Message: "the value is set here", Location: manifest.Location{File: "base/values.yaml", Line: 5, Column: 3, EndLine: 5, EndColumn: 9, Precision: manifest.PrecisionExact}, Via: true},
					{Message: "included here", Location: manifest.Location{File: "base/b.tpl", Line: 2, Precision: manifest.PrecisionExact}, Via: true},
					{Message: "included here", Location: manifest.Location{File: "base/c.tpl", Line: 3, Precision: manifest.PrecisionExact}, Via: true},
				},
				Fingerprint: "2ab3",
			},
			{
				Rule: "CASE-2/proxy", Case: "CASE-2", Level: lint.LevelNote,
				Message: "runs in IPVS mode",
				Unit:    "charts/proxy", Object: lint.ObjectRef{APIVersion: "v1", Kind: "ConfigMap", Name: "kube-proxy"},
				Path:        path("data", "config.conf", "mode"),
				Location:    manifest.Location{File: "charts/proxy/templates/config.yaml", Line: 1, Precision: manifest.PrecisionFile},
				Related:     []lint.Related{},
				Fingerprint: "3cd4",
			},
		},
		Suppressed: []lint.Finding{},
		Failures:   []render.Problem{{Unit: "deploy/bad.yaml", Reason: render.ReasonInvalidYAML, Message: "mapping values are not allowed in this context", Location: manifest.Location{File: "deploy/bad.yaml", Line: 4, Column: 9}}},
		Skipped:    []render.Problem{{Unit: "overlays/prod", Reason: render.ReasonRemote, Message: `"https://example.com/base" is remote`, Location: manifest.Location{File: "overlays/prod/kustomization.yaml", Line: 2, Column: 5}}},
		Warnings:   []render.Problem{{Unit: "deploy/web.yaml", Reason: render.ReasonDuplicateKey, Message: `key "app" stands twice; the last one counts`, Location: manifest.Location{File: "deploy/web.yaml", Line: 6, Column: 5}}},
		Summary:    lint.Summary{Units: 4, Objects: 9, Error: 1, Warning: 1, Note: 1},
		Hidden:     2,
		Rules: []lint.Rule{
			{ID: "CASE-1/grace-period", Title: "preStop wait leaves no time to shut down", Description: "Finds a preStop wait\nthat is too long.\n\nMore.", Level: lint.LevelError, Remediation: "Raise `terminationGracePeriodSeconds`\nabove the wait.\n\n```yaml\nx: 1\n```", Bad: "a: 1\n", Good: "a: 2\n", References: []lint.Reference{{Title: "Pod lifecycle", URL: "https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/"}}},
			{ID: "CASE-1/no-drain", Title: "Pod stops at once", Description: "Finds pods that do not wait.", Level: lint.LevelWarning, Remediation: "Wait in preStop.", Also: []string{"CASE-2"}},
			{ID: "CASE-2/proxy", Title: "IPVS mode", Description: "Finds IPVS mode.", Level: lint.LevelNote, Remediation: "Move to nftables."},
		},
		Cases: []lint.Case{
			{ID: "CASE-1", Title: "Scale-in drops requests", Organisation: "Beispiel & Söhne", Year: 2022, Summary: "every scale-in answered some requests with 502.", Symptom: "502 at scale-in.", RootCause: "Nothing delays the stop.", Sources: []lint.Source{{Title: "Post mortem", URL: "https://example.com/pm", Kind: "primary"}}},
			{ID: "CASE-2", Title: "Replies lost", Organisation: "Example", Year: 2026, Summary: "replies after 15 idle minutes never arrived.", Symptom: "Lost replies.", RootCause: "IPVS forgets."},
		},
		Sources: map[string]string{
			"deploy/web.yaml":     strings.Repeat("x: 1\n", 10) + "    spec:\n      terminationGracePeriodSeconds: 30\n",
			"base/größe web.yaml": "\ufeffspec:\r\n  containers:\r\n    - name: größe\r\n",
		},
	}
}

// chain has a node of each type.
func chain(workload lint.ObjectRef) *lint.Chain {
	return &lint.Chain{
		Nodes: []lint.ChainNode{
			{Type: lint.NodeInternet},
			{Type: lint.NodeObject, Object: lint.ObjectRef{APIVersion: "networking.k8s.io/v1", Kind: "Ingress", Namespace: "shop", Name: "web"}},
			{
				Type: lint.NodeObject, Object: lint.ObjectRef{APIVersion: "v1", Kind: "Service", Namespace: "shop", Name: "web"},
				Location: manifest.Location{File: "base/service.yaml", Line: 2, Column: 1, EndLine: 2, EndColumn: 14, Precision: manifest.PrecisionExact},
			},
			{
				Type: lint.NodePods, Object: workload, Defect: true,
				Location: manifest.Location{File: "deploy/web.yaml", Line: 2, Column: 1, EndLine: 2, EndColumn: 17, Precision: manifest.PrecisionExact},
			},
			{Type: lint.NodeMachine},
		},
		Edges: []lint.ChainEdge{
			{From: 0, To: 1, Relation: lint.RelationReaches},
			{From: 1, To: 2, Relation: "routes_to"},
			{From: 2, To: 3, Relation: "selects"},
			{From: 3, To: 4, Relation: lint.RelationRunsOn},
		},
		More: 2,
	}
}

func path(steps ...any) manifest.Path {
	p, err := manifest.PathOf(steps...)
	if err != nil {
		panic(err)
	}
	return p
}
