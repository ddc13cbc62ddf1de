package helm_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
)

var update = flag.Bool("update", false, "write what the scripts print as what they want")

// TestScripts runs testdata/*.txtar. The files of an archive are a repository;
// its comment holds, beside lines that start with #, one command a line:
//
//	render PATH [key=value ...]   renders a chart; the keys are values (files of
//	                              the target), files, set, string (options),
//	                              kube, release, namespace and timeout
//	text PATH                     renders a chart and prints the text
//	package DIR FILE              makes DIR, whose base name is the chart's, a package
//	link NAME TARGET              makes a symbolic link
//	pad FILE SIZE                 appends spaces
//
// The file want holds what the commands print.
func TestScripts(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, script := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(script), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runScript(t, script)
		})
	}
}

func runScript(t *testing.T, script string) {
	archive, err := txtar.ParseFile(script)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	want := -1
	for i, f := range archive.Files {
		if f.Name == "want" {
			want = i
			continue
		}
		write(t, filepath.Join(dir, f.Name), f.Data)
	}
	if want < 0 {
		t.Fatal("the script wants nothing")
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(archive.Comment)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		switch words[0] {
		case "render":
			fmt.Fprintf(&out, "> %s\n%s", line, renderLine(t, tree, words[1], words[2:]))
		case "text":
			result, err := helm.New(tree, helm.Options{}).Template(t.Context(), helm.Request{Chart: words[1], IncludeCRDs: true})
			fmt.Fprintf(&out, "> %s\n%s", line, result.Text)
			if err != nil {
				t.Error(err)
			}
		case "package":
			pack(t, dir, words[1], words[2])
		case "link":
			check(t, os.Symlink(words[2], filepath.Join(dir, words[1])))
		case "pad":
			pad(t, filepath.Join(dir, words[1]), words[2])
		default:
			t.Fatalf("unknown command %q", line)
		}
	}
	got := out.String()
	if *update {
		archive.Files[want].Data = []byte(got)
		check(t, os.WriteFile(script, txtar.Format(archive), 0o644))
		return
	}
	if diff := cmp.Diff(string(archive.Files[want].Data), got); diff != "" {
		t.Error(diff)
	}
}

// renderLine renders a chart twice, with one renderer, and describes the unit.
func renderLine(t *testing.T, tree *fsys.Tree, path string, settings []string) string {
	t.Helper()
	target := render.Target{Kind: render.KindHelm, Path: path}
	var o helm.Options
	for _, setting := range settings {
		key, value, _ := strings.Cut(setting, "=")
		switch key {
		case "values":
			target.ValueFiles = append(target.ValueFiles, value)
		case "files":
			o.ValueFiles = append(o.ValueFiles, value)
		case "set":
			o.Set = append(o.Set, value)
		case "string":
			o.SetString = append(o.SetString, value)
		case "kube":
			o.KubeVersion = value
		case "release":
			o.ReleaseName = value
		case "namespace":
			o.Namespace = value
		case "timeout":
			d, err := time.ParseDuration(value)
			check(t, err)
			o.Timeout = d
		default:
			t.Fatalf("unknown setting %q", setting)
		}
	}
	r := helm.New(tree, o)
	first := describe(r.Render(t.Context(), target))
	if diff := cmp.Diff(first, describe(r.Render(t.Context(), target))); diff != "" {
		t.Errorf("the second rendering differs from the first:\n%s", diff)
	}
	return first
}

func describe(u render.Unit) string {
	var out strings.Builder
	for _, o := range u.Objects {
		at := o.Source.Trace(nil)
		fmt.Fprintf(&out, "%s %s %s:%d %s\n", o.Kind(), o.Name(), at.File, at.Line, at.Precision)
	}
	for _, p := range u.Failures {
		fmt.Fprintf(&out, "failure %s %s: %s\n", p.Reason, p.Location, p.Message)
	}
	for _, p := range u.Skipped {
		fmt.Fprintf(&out, "skipped %s %s: %s\n", p.Reason, p.Location, p.Message)
	}
	for _, p := range u.Warnings {
		fmt.Fprintf(&out, "warning %s %s: %s\n", p.Reason, p.Location, p.Message)
	}
	if u.Partial {
		out.WriteString("partial\n")
	}
	return out.String()
}

func pack(t *testing.T, root, dir, name string) {
	t.Helper()
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	archive := tar.NewWriter(zip)
	base := filepath.Dir(filepath.Join(root, dir))
	check(t, filepath.WalkDir(filepath.Join(root, dir), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(base, path)
		if err != nil {
			return err
		}
		if err := archive.WriteHeader(&tar.Header{Name: filepath.ToSlash(rel), Mode: 0o644, Size: int64(len(data))}); err != nil {
			return err
		}
		_, err = archive.Write(data)
		return err
	}))
	check(t, archive.Close())
	check(t, zip.Close())
	check(t, os.RemoveAll(filepath.Join(root, dir)))
	write(t, filepath.Join(root, name), packed.Bytes())
}

func pad(t *testing.T, name, size string) {
	t.Helper()
	var n int
	_, err := fmt.Sscan(size, &n)
	check(t, err)
	data, err := os.ReadFile(name)
	check(t, err)
	write(t, name, append(data, bytes.Repeat([]byte(" "), n)...))
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	check(t, os.MkdirAll(filepath.Dir(name), 0o755))
	check(t, os.WriteFile(name, data, 0o644))
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
