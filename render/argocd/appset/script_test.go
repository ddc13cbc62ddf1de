package appset_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/appset"
	"github.com/kubegap/kubegap-lint/render/argocd/repository"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

var update = flag.Bool("update", false, "write what the scripts print as what they want")

// TestScripts runs testdata/*.txtar. The files of an archive are a repository;
// the ApplicationSets in sets.yaml are expanded, with the Secrets there. A line
// "remote URL" of the comment names a remote of the repository, "foreign URL" one
// that it is not. The file want holds what comes of it: every field of the
// Applications with its place, and the problems.
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
	var remotes, foreign []string
	for line := range strings.Lines(string(archive.Comment)) {
		if url, ok := strings.CutPrefix(line, "remote "); ok {
			remotes = append(remotes, strings.TrimSpace(url))
		}
		if url, ok := strings.CutPrefix(line, "foreign "); ok {
			foreign = append(foreign, strings.TrimSpace(url))
		}
	}
	tree := repositoryOf(t, archive)
	objects := objectsOf(t, tree, "sets.yaml")
	e := appset.New(tree, repository.New(remotes, foreign))
	var out strings.Builder
	for _, o := range objects {
		if o.Kind() == "ApplicationSet" {
			fmt.Fprintf(&out, "> %s\n%s", o.Name(), describe(e.Expand(t.Context(), o, objects)))
		}
	}
	if *update {
		archive.Files[want].Data = []byte(out.String())
		if err := os.WriteFile(script, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(archive.Files[want].Data), out.String()); diff != "" {
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

func objectsOf(t *testing.T, tree *fsys.Tree, name string) []manifest.Object {
	t.Helper()
	data, err := tree.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var list []manifest.Object
	for _, d := range manifest.Parse(name, data) {
		if d.Err != nil {
			t.Fatal(d.Err)
		}
		objects, _ := d.Objects()
		list = append(list, objects...)
	}
	return list
}

// describe gives one line for each field and each problem.
func describe(r appset.Result) string {
	var out strings.Builder
	for _, o := range r.Applications {
		fmt.Fprintf(&out, "Application %s of %s/%s in %s\n", o.Name(),
			o.Source.Origin().Namespace, o.Source.Origin().Name, o.Source.Origin().File)
		fields(&out, o, o.Body, nil)
	}
	for _, list := range []struct {
		name     string
		problems []render.Problem
	}{{"failure", r.Failures}, {"skipped", r.Skipped}, {"warning", r.Warnings}} {
		for _, p := range list.problems {
			fmt.Fprintf(&out, "%s %s %s: %s\n", list.name, p.Reason, p.Location, p.Message)
		}
	}
	if len(r.Files) > 0 {
		fmt.Fprintf(&out, "files %s\n", strings.Join(r.Files, " "))
	}
	return out.String()
}

func fields(out *strings.Builder, o manifest.Object, value any, path manifest.Path) {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			fields(out, o, value[key], append(slices.Clone(path), manifest.Key(key)))
		}
	case []any:
		for i, item := range value {
			fields(out, o, item, append(slices.Clone(path), manifest.Index(i)))
		}
	default:
		t := o.Source.Trace(path)
		fmt.Fprintf(out, "  %s = %q %d %s", path, fmt.Sprint(value), t.Line, t.Precision)
		for _, hop := range t.Via {
			fmt.Fprintf(out, " < %s %s", hop.Location, hop.Message)
		}
		out.WriteString("\n")
	}
}
