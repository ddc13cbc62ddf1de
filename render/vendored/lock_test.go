package vendored

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const zeroDigest = "sha256:0000000000000000000000000000000000000000000000000000000000000000"

func TestParseLock(t *testing.T) {
	t.Parallel()
	chart := "charts:\n  - {name: web, repository: 'https://charts.example.com', asked: ^1, version: 1.2.0, digest: '" + zeroDigest + "', path: "
	tests := map[string]struct{ text, want string }{
		"empty":        {"", ""},
		"comment only": {"# nothing\n", ""},
		"chart":        {chart + "v/charts/web.tgz}", ""},
		"unknown key": {"charts:\n  - name: web\n    sum: 1\n",
			`v.lock.yaml:3: unknown key "sum"`},
		"unknown list":    {"chart: []\n", `v.lock.yaml:1: unknown key "chart"`},
		"syntax":          {"charts:\n  - [\n", `v.lock.yaml:2: did not find expected node content`},
		"wrong type":      {"charts: 3\n", "v.lock.yaml:1: cannot unmarshal !!int `3` into []vendored.Chart"},
		"incomplete":      {"bases:\n  - repository: https://example.com/a\n", "v.lock.yaml:2: the entry lacks a key"},
		"digest":          {strings.Replace(chart, "sha256:", "md5:", 1) + "v/web.tgz}", `v.lock.yaml:2: digest "md5:` + zeroDigest[7:] + `" is none of the form sha256:…`},
		"twice":           {chart + "v/a.tgz}" + strings.TrimPrefix(chart, "charts:") + "v/b.tgz}", "v.lock.yaml:3: the entry is there twice"},
		"path outside":    {chart + "v/../web.tgz}", `v.lock.yaml:2: path "v/../web.tgz" does not lie in v`},
		"path absolute":   {chart + "/etc/passwd}", `v.lock.yaml:2: path "/etc/passwd" does not lie in v`},
		"path elsewhere":  {"files:\n  - url: https://example.com/a.yaml\n    digest: " + zeroDigest + "\n    path: a.yaml\n", `v.lock.yaml:2: path "a.yaml" does not lie in v`},
		"path is the dir": {chart + "v}", `v.lock.yaml:2: path "v" does not lie in v`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := ParseLock("v.lock.yaml", []byte(test.text), "v")
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("error\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// What is written is read again as it was, sorted, whatever the order.
func TestMarshal(t *testing.T) {
	t.Parallel()
	chart := func(repository, name, asked string) Chart {
		return Chart{Name: name, Repository: repository, Asked: asked, Version: "1.0.0", Copy: Copy{Digest: zeroDigest, Path: "v/" + name}}
	}
	l := Lock{
		Charts: []Chart{chart("oci://b", "x", "1"), chart("https://a", "y", "2"), chart("https://a", "y", "1")},
		Bases: []Base{{Repository: "https://example.com/b", Commit: "1f", Paths: []string{".", "x"}, Copy: Copy{Digest: zeroDigest, Path: "v/b"}},
			{Repository: "https://example.com/a", Asked: "v1", Commit: "2f", Paths: []string{"."}, Copy: Copy{Digest: zeroDigest, Path: "v/a"}}},
		Files: []File{{URL: "https://example.com/z.yaml", Copy: Copy{Digest: zeroDigest, Path: "v/z"}}},
	}
	text, err := l.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseLock("v.lock.yaml", text, "v")
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	want := Lock{Charts: []Chart{l.Charts[2], l.Charts[1], l.Charts[0]}, Bases: []Base{l.Bases[1], l.Bases[0]}, Files: l.Files}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Copy{})); diff != "" {
		t.Errorf("lock (-want +got):\n%s", diff)
	}
	again, err := got.Marshal()
	if err != nil || string(again) != string(text) {
		t.Errorf("written again (%v):\n%s", err, cmp.Diff(string(text), string(again)))
	}
}
