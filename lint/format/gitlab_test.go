package format_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/xeipuuv/gojsonschema"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

type codeQualityViolation struct {
	Description, Fingerprint, Severity string
	CheckName                          string `json:"check_name"`
	Location                           struct {
		Path  string
		Lines struct{ Begin int }
	}
}

func gitlabOf(t *testing.T, r lint.Report) []codeQualityViolation {
	t.Helper()
	var list []codeQualityViolation
	if err := json.Unmarshal([]byte(write(t, "gitlab", r, format.Options{})), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// The schema states the rules that GitLab documents.
func TestGitLabIsValid(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/gitlab-code-quality.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gojsonschema.NewSchema(gojsonschema.NewBytesLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	problems := report()
	problems.Failures[0].Location = manifest.Location{}
	for name, r := range map[string]lint.Report{"full": report(), "clean": clean(), "suppressed": accepted(), "hostile": hostile(), "no file": problems} {
		result, err := schema.Validate(gojsonschema.NewStringLoader(write(t, "gitlab", r, format.Options{})))
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range result.Errors() {
			t.Errorf("%s: not a Code Quality report: %v", name, fault)
		}
	}
	for _, wrong := range []string{`{}`, `[{}]`, `[{"description":"a","check_name":"b","fingerprint":"c","severity":"error","location":{"path":"d","lines":{"begin":1}}}]`, `[{"description":"a","check_name":"b","fingerprint":"c","severity":"info","location":{"path":"/d","lines":{"begin":1}}}]`} {
		if result, err := schema.Validate(gojsonschema.NewStringLoader(wrong)); err != nil || result.Valid() {
			t.Errorf("the schema accepts %s (%v)", wrong, err)
		}
	}
}

func TestGitLabCleanRunIsAnEmptyArray(t *testing.T) {
	t.Parallel()
	if out := write(t, "gitlab", clean(), format.Options{}); out != "[]\n" {
		t.Errorf("a clean run gives %q", out)
	}
}

// GitLab keeps one violation of those with one fingerprint, and takes one with
// another fingerprint for a new one.
func TestGitLabFingerprints(t *testing.T) {
	t.Parallel()
	r := report()
	again := r.Warnings[0]
	again.Location.Line += 3
	r.Warnings = append(r.Warnings, again)
	before := gitlabOf(t, r)
	for i := range r.Warnings {
		r.Warnings[i].Location.Line += 10
	}
	r.Failures[0].Location.Line++
	seen := map[string]bool{}
	for i, v := range gitlabOf(t, r) {
		if seen[v.Fingerprint] {
			t.Errorf("fingerprint %s stands twice", v.Fingerprint)
		}
		seen[v.Fingerprint] = true
		if v.Fingerprint != before[i].Fingerprint {
			t.Errorf("the fingerprint of %q changes with its line", v.Description)
		}
	}
	if want := r.Findings[0].Fingerprint; !seen[want] {
		t.Errorf("no violation has the finding's own fingerprint %s", want)
	}
}

func TestGitLabLevelsAndPlaces(t *testing.T) {
	t.Parallel()
	r := report()
	r.Findings[2].Location.Line = 0
	r.Failures[0].Location = manifest.Location{}
	var got []string
	for _, v := range gitlabOf(t, r) {
		got = append(got, v.Severity+" "+v.Location.Path+" "+v.CheckName)
		if v.CheckName == "CASE-2/proxy" && (v.Location.Lines.Begin != 1 || !strings.Contains(v.Description, "the line of the field is not known")) {
			t.Errorf("line %d of %q, of which only the file is known", v.Location.Lines.Begin, v.Description)
		}
	}
	want := "critical . invalid-yaml, critical deploy/web.yaml CASE-1/grace-period, major base/größe web.yaml CASE-1/no-drain, info charts/proxy/templates/config.yaml CASE-2/proxy, info overlays/prod/kustomization.yaml remote, info deploy/web.yaml duplicate-key"
	if got := strings.Join(got, ", "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
