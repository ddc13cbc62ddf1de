package format_test

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// checkstyleResult is what reviewdog reads.
type checkstyleResult struct {
	XMLName xml.Name `xml:"checkstyle"`
	Version string   `xml:"version,attr"`
	Files   []struct {
		Name   string `xml:"name,attr"`
		Errors []struct {
			Line     int    `xml:"line,attr"`
			Column   int    `xml:"column,attr"`
			Severity string `xml:"severity,attr"`
			Message  string `xml:"message,attr"`
			Source   string `xml:"source,attr"`
		} `xml:"error"`
	} `xml:"file"`
}

func checkstyleOf(t *testing.T, r lint.Report) checkstyleResult {
	t.Helper()
	var result checkstyleResult
	if err := xml.Unmarshal([]byte(write(t, "checkstyle", r, format.Options{})), &result); err != nil {
		t.Fatal(err)
	}
	return result
}

func TestCheckstylePlaces(t *testing.T) {
	t.Parallel()
	r := report()
	r.Failures[0].Location = manifest.Location{}
	result := checkstyleOf(t, r)
	var got []string
	for _, f := range result.Files {
		for _, e := range f.Errors {
			got = append(got, fmt.Sprintf("%s:%d:%d %s %s", f.Name, e.Line, e.Column, e.Severity, e.Source))
		}
	}
	want := []string{
		".:0:0 error invalid-yaml",
		"deploy/web.yaml:12:7 error CASE-1/grace-period",
		"deploy/web.yaml:6:5 info duplicate-key",
		"base/größe web.yaml:3:5 warning CASE-1/no-drain",
		"charts/proxy/templates/config.yaml:0:0 info CASE-2/proxy",
		"overlays/prod/kustomization.yaml:2:5 info remote",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
	if result.Version == "" {
		t.Error("no version")
	}
}

func TestCheckstyleMessageStandsByItself(t *testing.T) {
	t.Parallel()
	message := checkstyleOf(t, report()).Files[1].Errors[0].Message
	want := "Deployment shop/web: waits 60 s in preStop but the pod is killed after 30 s." +
		" CASE-1, Beispiel & Söhne (2022): every scale-in answered some requests with 502." +
		" Fix: Raise `terminationGracePeriodSeconds` above the wait."
	if message != want {
		t.Errorf("message %q, want %q", message, want)
	}
}

func TestCheckstyleKeepsHostileNames(t *testing.T) {
	t.Parallel()
	r := hostile()
	result := checkstyleOf(t, r)
	if got, want := result.Files[1].Name, r.Findings[0].Location.File; got != want {
		t.Errorf("file %q, want %q", got, want)
	}
	if got := result.Files[1].Errors[0].Message; !strings.Contains(got, "100%0A <b>") || !strings.Contains(got, "]]>") {
		t.Errorf("message %q", got)
	}
}

func TestCheckstyleLeavesSuppressedFindingsOut(t *testing.T) {
	t.Parallel()
	if files := checkstyleOf(t, accepted()).Files; len(files) != 1 || len(files[0].Errors) != 1 {
		t.Errorf("files %v, want the one finding that is not suppressed", files)
	}
	if files := checkstyleOf(t, clean()).Files; len(files) != 0 {
		t.Errorf("a clean run has files %v", files)
	}
}
