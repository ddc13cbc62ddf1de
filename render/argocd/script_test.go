package argocd_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/plain"
)

var update = flag.Bool("update", false, "write what the scripts print as what they want")

// TestScripts runs testdata/*.txtar. The files of an archive are a repository;
// what root.yaml holds, and all that it leads to, is deployed. Lines of the
// comment that do not start with # are
//
//	remote URL                 a remote of the repository
//	foreign URL                a repository that it is not
//	chart URL NAME VERSION PATH  a chart that is kept in the tree
//	package DIR FILE           makes DIR, whose base name is the chart's, a package
//
// The file want holds the units. Kustomize is not run: a kustomization renders one
// object that tells what was asked.
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
	want := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })
	if want < 0 {
		t.Fatal("the script wants nothing")
	}
	tree := repositoryOf(t, archive)
	o := argocd.Options{
		Files: plain.New(tree), Helm: helm.New(tree, helm.Options{}), Kustomize: recorder{},
	}
	charts := keptCharts{}
	for line := range strings.Lines(string(archive.Comment)) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "remote":
			o.Remotes = append(o.Remotes, words[1])
		case "foreign":
			o.Foreign = append(o.Foreign, words[1])
		case "chart":
			charts[strings.Join(words[1:4], " ")] = words[4]
		case "package":
			pack(t, tree.Dir(), words[1], words[2])
		}
	}
	o.Charts = charts
	x := gitops.New(argocd.New(tree, o))
	x.Add(t.Context(), []render.Unit{plain.New(tree).Render(t.Context(), render.Target{Kind: render.KindPlain, Path: "root.yaml"})})
	got := describe(x.Result())
	if *update {
		archive.Files[want].Data = []byte(got)
		if err := os.WriteFile(script, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(archive.Files[want].Data), got); diff != "" {
		t.Error(diff)
	}
}

// repositoryOf writes the files of an archive and opens them as a tree.
func repositoryOf(t *testing.T, archive *txtar.Archive) *fsys.Tree {
	t.Helper()
	dir := t.TempDir()
	for _, f := range archive.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return tree
}

// keptCharts leads from repository, name and version to paths in the tree.
type keptCharts map[string]string

func (c keptCharts) Chart(repository, name, version string) (string, bool) {
	path, ok := c[strings.Join([]string{repository, name, version}, " ")]
	return path, ok
}

// recorder gives one object that holds the request.
type recorder struct{}

func (recorder) Build(_ context.Context, r argocd.BuildRequest) render.Unit {
	data, _ := json.Marshal(r.Adds)
	adds := manifest.Parse("", data)[0].Body
	body := map[string]any{
		"apiVersion": "test/v1", "kind": "Request", "metadata": map[string]any{"name": r.Path}, "adds": adds,
	}
	return render.Unit{Objects: []manifest.Object{{Body: body, Source: requested{r.At}}}, Files: []string{r.Path + "/kustomization.yaml"}}
}

// requested is the source of an object that stands for a request.
type requested struct{ at manifest.Place }

func (r requested) Trace(path manifest.Path) manifest.Trace {
	return manifest.Trace{Location: r.at.Locate(path)}
}

func (r requested) Origin() manifest.Origin { return manifest.Origin{File: r.at.Locate(nil).File} }

// describe tells the units one after the other.
func describe(r gitops.Result) string {
	var out strings.Builder
	for _, u := range append(r.Units, r.Bare...) {
		fmt.Fprintf(&out, "> %s\n", u.Target.Name())
		fmt.Fprintf(&out, "environment %s\n", u.Environment)
		for _, o := range u.Objects {
			fmt.Fprintf(&out, "%s %s/%s %s", o.Kind(), o.Namespace(), o.Name(), o.Source.Trace(nil).Location)
			if o.Kind() == "Request" {
				adds, _ := json.Marshal(o.Body["adds"])
				fmt.Fprintf(&out, " %s", adds)
			}
			for _, path := range []manifest.Path{
				{manifest.Key("metadata"), manifest.Key("namespace")}, {manifest.Key("data"), manifest.Key("a")},
			} {
				t := o.Source.Trace(path)
				if t.Location != o.Source.Trace(nil).Location {
					fmt.Fprintf(&out, " | %s %s", path, t.Location)
				}
				for _, hop := range t.Via {
					fmt.Fprintf(&out, " < %s", hop.Location)
				}
			}
			if data, ok := o.Body["data"].(map[string]any); ok {
				fmt.Fprintf(&out, " %v", data)
			}
			out.WriteString("\n")
		}
		for _, list := range []struct {
			name     string
			problems []render.Problem
		}{{"failure", u.Failures}, {"skipped", u.Skipped}, {"warning", u.Warnings}} {
			for _, p := range list.problems {
				fmt.Fprintf(&out, "%s %s %s: %s\n", list.name, p.Reason, p.Location, p.Message)
			}
		}
		if u.Partial {
			out.WriteString("partial\n")
		}
		fmt.Fprintf(&out, "files %s\n", strings.Join(u.Files, " "))
	}
	return out.String()
}

// pack makes a directory a packaged chart.
func pack(t *testing.T, root, dir, file string) {
	t.Helper()
	var data bytes.Buffer
	zipped := gzip.NewWriter(&data)
	packed := tar.NewWriter(zipped)
	from := filepath.Join(root, dir)
	err := filepath.WalkDir(from, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(filepath.Dir(from), name)
		if err != nil {
			return err
		}
		header := &tar.Header{Name: filepath.ToSlash(relative), Mode: 0o644, Size: int64(len(content))}
		if err := packed.WriteHeader(header); err != nil {
			return err
		}
		_, err = packed.Write(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	packed.Close()
	zipped.Close()
	if err := os.MkdirAll(filepath.Dir(filepath.Join(root, file)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, file), data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
