package render

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// pack writes a .tgz archive; names and texts alternate.
func pack(t testing.TB, entries ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	w := tar.NewWriter(zip)
	for i := 0; i < len(entries); i += 2 {
		header := &tar.Header{Name: entries[i], Size: int64(len(entries[i+1])), Mode: 0o644, Typeflag: tar.TypeReg}
		if err := w.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, entries[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPackagedChart(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range maxArchiveEntries {
		many = append(many, fmt.Sprintf("web/%d", i), "")
	}
	chart := pack(t, "web/Chart.yaml", "name: web", "web/values.yaml", "")
	const noChart = "is no packaged chart"
	for _, c := range []struct {
		name    string
		archive []byte
		wrong   string
	}{
		{"first", chart, ""},
		{"later", pack(t, "web/values.yaml", "a: 1", "web/charts/db/Chart.yaml", "x", "./web/Chart.yaml", "name: web"), ""},
		{"cut off later", chart[:len(chart)-8], ""},
		{"only a subchart", pack(t, "web/charts/db/Chart.yaml", "name: db"), noChart},
		{"at the top", pack(t, "Chart.yaml", "name: web"), noChart},
		{"too late", pack(t, append(many, "web/Chart.yaml", "name: web")...), noChart},
		{"too far", pack(t, "web/big", string(make([]byte, maxArchiveBytes)), "web/Chart.yaml", "name: web"), noChart},
		{"something else", pack(t, "package/package.json", "{}"), noChart},
		{"nothing", pack(t), noChart},
		{"cut off early", chart[:20], "cannot be read as a .tgz archive: unexpected EOF"},
		{"no tar", gzipped(t, strings.Repeat("x", 1024)), "cannot be read as a .tgz archive: archive/tar: invalid tar header"},
		{"no archive", []byte("name: web, version: 1"), "cannot be read as a .tgz archive: gzip: invalid header"},
		{"empty", nil, "cannot be read as a .tgz archive: unexpected EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text, err := packagedChart(bytes.NewReader(c.archive))
			wrong := ""
			if err != nil {
				wrong = err.Error()
			}
			if wrong != c.wrong || err == nil && string(text) != "name: web" {
				t.Errorf("packagedChart = %q, %v; want error %q", text, err, c.wrong)
			}
		})
	}
}

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	if _, err := io.WriteString(zip, text); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDiscoverArchives(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"web-1.0.0.tgz":           pack(t, "web/Chart.yaml", "name: web"),
		"common.tgz":              pack(t, "common/Chart.yaml", "name: common\ntype: library\n"),
		"other.tgz":               pack(t, "x/y", ""),
		"bad.tgz":                 []byte("x"),
		".gitignore":              []byte("/dist/\n"),
		"dist/ignored.tgz":        pack(t, "web/Chart.yaml", "name: web"),
		"parent/Chart.yaml":       []byte("name: parent"),
		"parent/charts/child.tgz": pack(t, "child/Chart.yaml", "name: child"),
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	parent, web := Target{Kind: KindHelm, Path: "parent"}, Target{Kind: KindHelm, Path: "web-1.0.0.tgz"}
	library := Problem{Unit: "common.tgz", Reason: ReasonLibraryChart,
		Message: "a library chart renders nothing by itself", Location: manifest.Location{File: "common.tgz"}}
	for _, c := range []struct {
		path              string
		want              []Target
		skipped, failures []Problem
	}{
		{path: ".", want: []Target{parent, web}, skipped: []Problem{library}},
		{path: "web-1.0.0.tgz", want: []Target{web}},
		{path: "parent/charts/child.tgz", want: []Target{parent}},
		{path: "parent/charts", want: []Target{parent}},
		{path: "dist/ignored.tgz", want: []Target{{Kind: KindHelm, Path: "dist/ignored.tgz"}}},
		{path: "other.tgz", skipped: []Problem{fileProblem("other.tgz", ReasonEmpty, "is no packaged chart")}},
		{path: "bad.tgz", failures: []Problem{fileProblem("bad.tgz", ReasonUnreadable, "cannot be read as a .tgz archive: unexpected EOF")}},
		{path: "common.tgz", skipped: []Problem{library}},
	} {
		plan, err := Discover(t.Context(), tree, []string{c.path})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(Plan{Targets: c.want, Skipped: c.skipped, Failures: c.failures, Seen: plan.Seen}, plan); diff != "" {
			t.Errorf("%s\n%s", c.path, diff)
		}
	}
}

func TestIsLibrary(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"type: library":                       true,
		"name: a\ntype: 'library'\n":          true,
		"type: application # not a library":   false,
		"description: library\n":              false,
		"dependencies: [{type: library}]":     false,
		"type: [library":                      false,
		"":                                    false,
		"\ufeffapiVersion: v2\ntype: library": true,
	} {
		if got := isLibrary([]byte(text)); got != want {
			t.Errorf("isLibrary(%q) = %v", text, got)
		}
	}
}

func FuzzPackagedChart(f *testing.F) {
	f.Add(pack(f, "web/Chart.yaml", "name: web"))
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(_ *testing.T, archive []byte) { packagedChart(bytes.NewReader(archive)) })
}

func FuzzParseKustomization(f *testing.F) {
	f.Add([]byte("resources: [a.yaml]\ngenerators: [\"kind: HelmChartInflationGenerator\\nname: a\\n\"]\n"))
	f.Add([]byte("a: &a {resources: *a}\nhelmCharts: *a\n"))
	f.Add([]byte("<<: [{resources: [x]}]\nopenapi: {path: [a]}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if k := parseKustomization(text); k != nil {
			k.parsePlugins(text)
		}
	})
}
