package baseline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/baseline"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// id makes a fingerprint of a digit.
func id(digit string) string { return strings.Repeat(digit, 32) }

func finding(file, rule, fingerprint string, units ...string) lint.Finding {
	return lint.Finding{
		Rule: rule, Unit: units[0], AlsoIn: units[1:], Fingerprint: fingerprint,
		Object:   lint.ObjectRef{Kind: "Pod", Name: "<p>"},
		Location: manifest.Location{File: file, Line: 7},
	}
}

func TestEncode(t *testing.T) {
	t.Parallel()
	many := finding("b.yaml", "c/r", id("2"), "u")
	for i := range 30 {
		many.AlsoIn = append(many.AlsoIn, fmt.Sprintf("v%02d", i))
	}
	many.MoreUnits = 5
	accepted, known := finding("c.yaml", "c/r", id("3"), "u"), finding("a.yaml", "c/s", id("1"), "w", "u")
	accepted.Suppression = &lint.Suppression{Kind: lint.SuppressedByComment}
	known.Suppression = &lint.Suppression{Kind: lint.SuppressedByBaseline}
	data, err := baseline.Of(lint.Report{Findings: []lint.Finding{many, many}, Suppressed: []lint.Finding{accepted, known}}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	units := `"u"`
	for i := range 19 {
		units += fmt.Sprintf(`,"v%02d"`, i)
	}
	want := `{
  "version": 1,
  "fingerprints": "` + lint.FingerprintVersion + `",
  "findings": [
    {"file":"a.yaml","object":"Pod <p>","rule":"c/s","fingerprint":"` + id("1") + `","units":["u","w"]},
    {"file":"b.yaml","object":"Pod <p>","rule":"c/r","fingerprint":"` + id("2") + `","units":[` + units + `],"moreUnits":16}
  ]
}
`
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
	read, err := baseline.Decode("b.json", data)
	if err != nil {
		t.Fatal(err)
	}
	if marked, err := baseline.Decode("b.json", append([]byte("\uFEFF"), data...)); err != nil || len(marked.Findings) != 2 {
		t.Errorf("behind a byte order mark: %v, %v", marked, err)
	}
	if again, err := read.Encode(); err != nil || string(again) != want {
		t.Errorf("what was read is written as (%v):\n%s", err, again)
	}
}

func TestDecodeTakesOutRepetitions(t *testing.T) {
	t.Parallel()
	data, err := baseline.Of(lint.Report{Findings: []lint.Finding{
		finding("a.yaml", "c/r", id("1"), "u"), finding("b.yaml", "c/r", id("2"), "u"), finding("c.yaml", "c/r", id("3"), "u"),
	}}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	merged := strings.Replace(string(data), id("3"), id("1"), 1)
	b, err := baseline.Decode("b.json", []byte(merged))
	if err != nil || len(b.Findings) != 2 || b.Findings[0].File != "a.yaml" {
		t.Errorf("Decode = %v, %v; want the entries of two findings", b.Findings, err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	file := func(entries string) string {
		return `{"version": 1, "fingerprints": "` + lint.FingerprintVersion + "\",\n\"findings\": [" + entries + "]}"
	}
	for _, tc := range []struct{ name, text, want string }{
		{"nothing", "\n", "b.json: is empty; write it again with --write-baseline"},
		{"another format", "a: 1\n", "b.json:1: is no JSON: invalid character"},
		{"binary", "{\x00}", "b.json: is binary, and no baseline"},
		{"a list", "[]", "b.json:1: is no baseline: want an object, not an array; write it again with --write-baseline"},
		{"another document", `{"findings": []}`, "b.json: is no baseline: it has no version"},
		{"a conflict", strings.Replace(file(""), "\n", "\n<<<<<<< HEAD\n=======\n>>>>>>> b\n", 1), "b.json:2: has the markers of a merge conflict; write it again with --write-baseline"},
		{"a later version", `{"version": 7}`, "b.json: has version 7"},
		{"other fingerprints", `{"version": 1, "fingerprints": "x/1"}`, `version "x/1"`},
		{"an unknown key", file(`{"line": 3}`), `unknown field "line"`},
		{"a wrong type", file(`{"file": 3}`), "b.json:2: findings.file cannot be a number"},
		{"an entry without a fingerprint", file(`{"rule":"c/r","units":["u"]}`), "entry 1 is damaged"},
		{"an entry without a unit", file(`{"rule":"c/r","fingerprint":"` + id("a") + `"}`), "entry 1 is damaged"},
		{"text behind the end", file("") + "x", "b.json:2: is no JSON: invalid character 'x' after top-level value"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, err := baseline.Decode("b.json", []byte(tc.text))
			if err == nil || !strings.HasPrefix(err.Error(), "b.json:") || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Decode = %v, want an error with %q", err, tc.want)
			}
		})
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	b := baseline.Of(lint.Report{Findings: []lint.Finding{finding("a.yaml", "c/r", id("1"), "u")}})
	known := b.Known(func(string) bool { return true }, true)
	for _, tc := range []struct {
		name    string
		finding lint.Finding
		want    bool
	}{
		{"the same", finding("a.yaml", "c/r", id("1"), "u"), true},
		{"in a file that was renamed", finding("new.yaml", "c/r", id("1"), "u"), true},
		{"beside one that came up", aliased(finding("a.yaml", "c/r", id("2"), "u"), id("1"), id("2")), true},
		{"the one that came up", aliased(finding("b.yaml", "c/r", id("3"), "u"), id("1"), id("3")), false},
		{"the second in the file", finding("a.yaml", "c/r", id("4"), "u"), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			fingerprint, found := known.Find(tc.finding)
			if found != tc.want || found && fingerprint != id("1") {
				t.Errorf("Find = %s, %v", fingerprint, found)
			}
		})
	}
}

func aliased(f lint.Finding, aliases ...string) lint.Finding {
	f.Aliases = aliases
	return f
}

func TestGone(t *testing.T) {
	t.Parallel()
	unit := func(path string, complete bool, files ...string) render.Unit {
		return render.Unit{Target: render.Target{Path: path}, Files: files, Partial: !complete}
	}
	many := finding("a.yaml", "c/r", id("1"), "u")
	many.MoreUnits = 3
	ran := map[string]bool{"c/r": true}
	below := func(dir string) func(string) bool {
		return func(path string) bool { return dir == "." || path == dir || strings.HasPrefix(path, dir+"/") }
	}
	remote := func(u render.Unit, times int) render.Unit {
		for range times {
			u.Skipped = append(u.Skipped, render.Problem{Reason: render.ReasonRemote})
		}
		return u
	}
	for _, tc := range []struct {
		name  string
		entry lint.Finding
		asked string
		units []render.Unit
		want  bool
	}{
		{"its unit was rendered", finding("a.yaml", "c/r", id("1"), "u"), "u", []render.Unit{unit("u", true, "a.yaml")}, true},
		{"its rule did not run", finding("a.yaml", "c/s", id("1"), "u"), ".", []render.Unit{unit("u", true, "a.yaml")}, false},
		{"its unit was not rendered to the end", finding("a.yaml", "c/r", id("1"), "u"), ".", []render.Unit{unit("u", false)}, false},
		{"one of its units was not asked for", finding("a.yaml", "c/r", id("1"), "u", "v"), "u", []render.Unit{unit("u", true, "a.yaml")}, false},
		{"all of its units were rendered", finding("a.yaml", "c/r", id("1"), "d/u", "d/v"), "d", []render.Unit{unit("d/u", true), unit("d/v", true)}, true},
		{"a cluster's unit failed", finding("a.yaml", "c/r", id("1"), "u"), ".", []render.Unit{unit("u", false), unit("u", true)}, false},
		{"its unit is gone", finding("a.yaml", "c/r", id("1"), "u (ci/x.yaml)"), "u", nil, true},
		{"its unit may be elsewhere", finding("a.yaml", "c/r", id("1"), "u"), "v", nil, false},
		{"another unit that reads its file failed", finding("a.yaml", "c/r", id("1"), "u"), ".", []render.Unit{unit("u", true, "a.yaml"), unit("v", false, "a.yaml")}, false},
		{"its unit left out as much before", finding("a.yaml", "c/r", id("1"), "gap"), ".", []render.Unit{remote(unit("gap", false, "a.yaml"), 1)}, true},
		{"its unit left out less before", finding("a.yaml", "c/r", id("1"), "gap"), ".", []render.Unit{remote(unit("gap", false), 2)}, false},
		{"its unit left out nothing before", finding("a.yaml", "c/r", id("1"), "u"), ".", []render.Unit{remote(unit("u", false), 1)}, false},
		{"not all of its units are named", many, "u", []render.Unit{unit("u", true, "a.yaml")}, false},
		{"all of the repository was looked at", many, ".", []render.Unit{unit("u", true, "a.yaml")}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			b := baseline.Of(lint.Report{Findings: []lint.Finding{tc.entry}, Gaps: map[string]int{"gap": 1, "u": -1}})
			known := b.Known(below(tc.asked), tc.asked == ".")
			gone := known.Gone(map[string]bool{}, tc.units, ran)
			if (len(gone) == 1) != tc.want {
				t.Errorf("gone: %v", gone)
			}
			if left := b.Without(gone); len(left.Findings) != 1-len(gone) {
				t.Errorf("%d entries are left", len(left.Findings))
			}
			if still := known.Gone(map[string]bool{id("1"): true}, tc.units, ran); len(still) != 0 {
				t.Errorf("an entry that was found is gone: %v", still)
			}
		})
	}
}
