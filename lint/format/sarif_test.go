package format_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	schema "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/xeipuuv/gojsonschema"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// The official SARIF 2.1.0 schema comes with version 3 of go-sarif, as a
// constant that only its own, lossy types can be validated against: the test
// takes the text of the constant from the module's source.
func TestSARIFIsValid(t *testing.T) {
	t.Parallel()
	schema := gojsonschema.NewStringLoader(officialSchema(t))
	for name, r := range map[string]lint.Report{"full": report(), "clean": clean(), "suppressed": accepted()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := write(t, "sarif", r, format.Options{Version: "0.1.0"})
			result, err := gojsonschema.Validate(schema, gojsonschema.NewStringLoader(out))
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range result.Errors() {
				t.Errorf("not valid SARIF 2.1.0: %v", fault)
			}
		})
	}
	result, err := gojsonschema.Validate(schema, gojsonschema.NewStringLoader(`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":1}}}]}`))
	if err != nil || result.Valid() {
		t.Errorf("the schema accepts a number as the driver's name (%v): it checks nothing", err)
	}
}

func officialSchema(t *testing.T) string {
	t.Helper()
	module := strings.SplitAfter(reflect.TypeOf(schema.Report{}).PkgPath(), "/v3")[0]
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Fatalf("find %s: %v", module, err)
	}
	source := filepath.Join(strings.TrimSpace(string(dir)), "pkg", "report", "v210", "sarif", "schema.go")
	file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	literal := file.Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0].(*ast.BasicLit)
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// log is the part of SARIF that code scanning relies on.
type log struct {
	Runs []struct {
		Tool struct {
			Driver struct{ Rules []struct{ ID string } }
		}
		ColumnKind  string
		Invocations []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct {
				Level   string
				Message struct{ Text string }
			}
		}
		Results []struct {
			RuleID              string
			RuleIndex           *int
			Level               string
			Message             struct{ Text string }
			PartialFingerprints map[string]string
			RelatedLocations    []struct{ ID int }
			Suppressions        *[]struct{ Kind string }
			BaselineState       string
			Properties          struct {
				AlsoIn, AlsoObjects    []string
				MoreUnits, MoreObjects int
			}
		}
	}
}

func sarifOf(t *testing.T, r lint.Report) log {
	t.Helper()
	var l log
	if err := json.Unmarshal([]byte(write(t, "sarif", r, format.Options{Version: "0.1.0"})), &l); err != nil {
		t.Fatal(err)
	}
	if len(l.Runs) != 1 {
		t.Fatalf("%d runs, want 1: code scanning takes one run a category", len(l.Runs))
	}
	return l
}

// SARIF 2.1.0, 3.27.23 and 3.27.24: these are in all results of a run, or in none.
func TestSARIFSuppressionsAreInAllResultsOrNone(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		report lint.Report
		want   bool
	}{"none": {report(), false}, "some": {accepted(), true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			results := sarifOf(t, tc.report).Runs[0].Results
			if want := len(tc.report.Findings) + len(tc.report.Suppressed); len(results) != want {
				t.Errorf("%d results, want %d", len(results), want)
			}
			for i, res := range results {
				if (res.Suppressions != nil) != tc.want || (res.BaselineState != "") != tc.want {
					t.Errorf("result %d has suppressions %v and state %q", i, res.Suppressions, res.BaselineState)
				}
				if tc.want && len(*res.Suppressions) != min(i, 1) {
					t.Errorf("result %d has %d suppressions", i, len(*res.Suppressions))
				}
			}
		})
	}
}

func TestSARIFKeepsTheGravestOfTooManyResults(t *testing.T) {
	t.Parallel()
	r := report()
	note, grave := r.Findings[2], r.Findings[0]
	r.Findings = nil
	for i := range 25_100 {
		f := note
		if i >= 25_000 {
			f = grave
		}
		f.Fingerprint = fmt.Sprint(i)
		r.Findings = append(r.Findings, f)
	}
	run := sarifOf(t, r).Runs[0]
	if len(run.Results) != 25_000 {
		t.Fatalf("%d results, want 25000", len(run.Results))
	}
	errors := 0
	for _, res := range run.Results {
		if res.Level == "error" {
			errors++
		}
	}
	if errors != 100 {
		t.Errorf("%d of 100 errors kept", errors)
	}
	notifications := run.Invocations[0].ToolExecutionNotifications
	last := notifications[len(notifications)-1]
	if want := "100 further findings of lower levels are not in this log: code scanning accepts 25000 results"; last.Message.Text != want {
		t.Errorf("notification %q, want %q", last.Message.Text, want)
	}
}

func TestSARIFCapsRelatedLocations(t *testing.T) {
	t.Parallel()
	r := report()
	place := manifest.Location{File: "a.yaml", Line: 1}
	for range 2_000 {
		r.Findings[0].Related = append(r.Findings[0].Related, lint.Related{Message: "here", Location: place})
	}
	if n := len(sarifOf(t, r).Runs[0].Results[0].RelatedLocations); n != 1_000 {
		t.Errorf("%d related locations, want 1000", n)
	}
}

func TestSARIFCapsNames(t *testing.T) {
	t.Parallel()
	r := report()
	f := &r.Findings[0]
	for i := range 150 {
		f.AlsoIn = append(f.AlsoIn, fmt.Sprintf("overlays/%03d", i))
		f.AlsoObjects = append(f.AlsoObjects, lint.ObjectRef{Kind: "Job", Name: fmt.Sprintf("job-%03d", i)})
	}
	f.MoreUnits, f.MoreObjects = 7, 0
	res := sarifOf(t, r).Runs[0].Results[0]
	p := res.Properties
	if len(p.AlsoIn) != 100 || p.MoreUnits != 57 || len(p.AlsoObjects) != 100 || p.MoreObjects != 50 {
		t.Errorf("%d units and %d more, %d objects and %d more; want 100 and 57, 100 and 50", len(p.AlsoIn), p.MoreUnits, len(p.AlsoObjects), p.MoreObjects)
	}
	want := " The same holds for Job job-000, Job job-001, Job job-002 and 147 more." +
		" Rendered by deploy/web.yaml, also by overlays/000, overlays/001, overlays/002 and 154 more."
	if !strings.Contains(res.Message.Text, want) {
		t.Errorf("message %q, want it to contain %q", res.Message.Text, want)
	}
}

func TestSARIFCapsTags(t *testing.T) {
	t.Parallel()
	r := report()
	for i := range 40 {
		r.Rules[0].Also = append(r.Rules[0].Also, fmt.Sprintf("case-%d", i))
	}
	var l struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct{ Properties struct{ Tags []string } }
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(write(t, "sarif", r, format.Options{})), &l); err != nil {
		t.Fatal(err)
	}
	if n := len(l.Runs[0].Tool.Driver.Rules[0].Properties.Tags); n != 20 {
		t.Errorf("%d tags, want 20", n)
	}
}

func TestSARIFResultsLeadToTheirRule(t *testing.T) {
	t.Parallel()
	run := sarifOf(t, report()).Runs[0]
	for _, res := range run.Results {
		if res.RuleIndex == nil || run.Tool.Driver.Rules[*res.RuleIndex].ID != res.RuleID {
			t.Errorf("ruleIndex of %s does not lead to its rule", res.RuleID)
		}
		if res.PartialFingerprints["primaryLocationLineHash"] != "" || len(res.PartialFingerprints) != 1 {
			t.Errorf("fingerprints %v, want one under a name of our own", res.PartialFingerprints)
		}
	}
	if run.ColumnKind != "unicodeCodePoints" {
		t.Errorf("columnKind %q", run.ColumnKind)
	}
}

func TestSARIFLinksRelatedLocations(t *testing.T) {
	t.Parallel()
	res := sarifOf(t, report()).Runs[0].Results[1]
	want := `Deployment shop/web: stops at once while Service \[web\] still sends requests. [Service web selects the pods](1).`
	if len(res.Message.Text) < len(want) || res.Message.Text[:len(want)] != want {
		t.Errorf("message %q, want it to begin with %q", res.Message.Text, want)
	}
}
