package format_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// annotation is what a runner reads of a workflow command.
type annotation struct {
	command    string
	parameters map[string]string
	message    string
}

// annotations reads workflow commands as the runner of GitHub Actions does, and
// gives the other lines as well.
func annotations(t *testing.T, out string) (list []annotation, others []string) {
	t.Helper()
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		rest, ok := strings.CutPrefix(line, "::")
		if !ok {
			others = append(others, line)
			continue
		}
		head, message, ok := strings.Cut(rest, "::")
		if !ok {
			t.Fatalf("no command: %q", line)
		}
		command, parameters, _ := strings.Cut(head, " ")
		a := annotation{command: command, parameters: map[string]string{}, message: unescape(message, "%0D", "\r", "%0A", "\n", "%25", "%")}
		for pair := range strings.SplitSeq(parameters, ",") {
			key, value, ok := strings.Cut(pair, "=")
			if !ok || value == "" {
				t.Errorf("parameter %q has no value", pair)
			}
			a.parameters[key] = unescape(value, "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
		}
		list = append(list, a)
	}
	return list, others
}

// unescape replaces one sequence after the other, the percent sign last.
func unescape(s string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		s = strings.ReplaceAll(s, pairs[i], pairs[i+1])
	}
	return s
}

func TestGitHubEscapes(t *testing.T) {
	t.Parallel()
	r := hostile()
	list, others := annotations(t, write(t, "github", r, format.Options{}))
	if len(others) != 1 {
		t.Errorf("%d lines are no commands, want the summary alone: %q", len(others), others)
	}
	for _, a := range list {
		if a.parameters["file"] != r.Findings[0].Location.File {
			continue
		}
		if want := "Deployment shop/ü\U0001f984\ufffd: 100%0A <b>\ufffd\ufffd[31m\ufffd\ufffe]]>  ::error::no."; !strings.HasPrefix(a.message, want) {
			t.Errorf("message %q, want it to begin with %q", a.message, want)
		}
		return
	}
	t.Errorf("no annotation of %q", r.Findings[0].Location.File)
}

func TestGitHubPlaces(t *testing.T) {
	t.Parallel()
	at := func(line, column, endLine, endColumn int, p manifest.Precision) manifest.Location {
		return manifest.Location{File: "a.yaml", Line: line, Column: column, EndLine: endLine, EndColumn: endColumn, Precision: p}
	}
	for name, tc := range map[string]struct {
		location manifest.Location
		want     string
	}{
		"exact":               {at(3, 5, 3, 9, manifest.PrecisionExact), "line=3 endLine=3 col=5 endColumn=8"},
		"empty":               {at(3, 5, 3, 5, manifest.PrecisionExact), "line=3 endLine=3 col=5 endColumn=5"},
		"several lines":       {at(3, 5, 6, 2, manifest.PrecisionExact), "line=3 endLine=6"},
		"no column":           {at(3, 0, 0, 0, manifest.PrecisionNearby), "line=3 endLine=3"},
		"line of the object":  {at(7, 1, 7, 9, manifest.PrecisionFile), "line=7 endLine=7"},
		"the file alone":      {at(1, 0, 0, 0, manifest.PrecisionFile), ""},
		"the file, no line":   {at(0, 0, 0, 0, manifest.PrecisionFile), ""},
		"a line without ends": {at(3, 5, 0, 0, manifest.PrecisionExact), "line=3 endLine=3 col=5"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := clean()
			r.Findings = report().Findings[:1]
			r.Findings[0].Location = tc.location
			list, _ := annotations(t, write(t, "github", r, format.Options{}))
			var got []string
			for _, key := range []string{"line", "endLine", "col", "endColumn"} {
				if value, ok := list[0].parameters[key]; ok {
					got = append(got, key+"="+value)
				}
			}
			if got := strings.Join(got, " "); got != tc.want || list[0].parameters["file"] != "a.yaml" {
				t.Errorf("%s in %s, want %s", got, list[0].parameters["file"], tc.want)
			}
		})
	}
}

// GitHub shows the first ten annotations of a level only.
func TestGitHubBeginsWithTheGravest(t *testing.T) {
	t.Parallel()
	r := report()
	error, warning, note := r.Findings[0], r.Findings[1], r.Findings[2]
	r.Findings = []lint.Finding{note, warning, error, note, error}
	list, others := annotations(t, write(t, "github", r, format.Options{}))
	var got []string
	for _, a := range list {
		got = append(got, a.command+" "+a.parameters["title"])
	}
	want := []string{
		"error not rendered [invalid-yaml]",
		"error preStop wait leaves no time to shut down [CASE-1/grace-period]",
		"error preStop wait leaves no time to shut down [CASE-1/grace-period]",
		"warning Pod stops at once [CASE-1/no-drain]",
		"notice IPVS mode [CASE-2/proxy]",
		"notice IPVS mode [CASE-2/proxy]",
		"notice left out [remote]",
		"notice warning [duplicate-key]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("annotations (-want +got):\n%s", diff)
	}
	summary := []string{"1 error, 1 warning, 1 note in 9 objects of 4 units; 1 not rendered; 1 left out; 2 notes hidden (--pedantic shows them)"}
	if diff := cmp.Diff(summary, others); diff != "" {
		t.Errorf("other lines (-want +got):\n%s", diff)
	}
}
