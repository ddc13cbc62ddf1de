package render_test

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

var update = flag.Bool("update", false, "write the expected answers of TestDiscover anew")

// TestDiscover runs the cases in testdata/discover. Each is a repository; the
// comment of the archive holds the expectations, one block for each question:
//
//	> PATH...
//	target or problem, in the form of describe
//
// A file "NAME -> TARGET" is a link. With -update the answers are written anew.
func TestDiscover(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("testdata/discover/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files := map[string]string{}
			for _, f := range archive.Files {
				files[f.Name] = string(f.Data)
			}
			dir := write(t, files)
			var answers strings.Builder
			for line := range strings.Lines(string(archive.Comment)) {
				if question, ok := strings.CutPrefix(line, "> "); ok {
					answers.WriteString(line)
					for _, answer := range describe(discover(t, dir, strings.Fields(question)...)) {
						answers.WriteString(answer + "\n")
					}
				}
			}
			if *update {
				archive.Comment = []byte(answers.String())
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(archive.Comment), answers.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// describe writes a plan down, one line for each thing in it.
func describe(plan render.Plan) []string {
	var lines []string
	for _, target := range plan.Targets {
		lines = append(lines, string(target.Kind)+" "+target.Name())
	}
	for _, target := range plan.Context {
		lines = append(lines, "context "+target.Name())
	}
	for _, p := range plan.Skipped {
		lines = append(lines, "skipped "+p.Location.String()+" "+string(p.Reason))
	}
	for _, p := range plan.Failures {
		lines = append(lines, "failure "+p.Location.String()+" "+string(p.Reason))
	}
	return lines
}

func TestDiscoverVariant(t *testing.T) {
	t.Parallel()
	plan := discover(t, write(t, map[string]string{"web/Chart.yaml": "name: web\n", "web/ci/eu-values.yaml": ""}), ".")
	want := []render.Target{
		{Kind: render.KindHelm, Path: "web"},
		{Kind: render.KindHelm, Path: "web", Variant: "ci/eu-values.yaml", ValueFiles: []string{"web/ci/eu-values.yaml"}},
	}
	if diff := cmp.Diff(want, plan.Targets); diff != "" {
		t.Error(diff)
	}
}

func TestDiscoverPathErrors(t *testing.T) {
	t.Parallel()
	tree := open(t, write(t, map[string]string{"a.yaml": deployment}))
	for _, c := range []struct {
		path string
		want error
	}{
		{"none.yaml", fs.ErrNotExist},
		{"./none/", fs.ErrNotExist},
		{"../other", fsys.ErrOutside},
		{"/etc", fsys.ErrOutside},
	} {
		_, err := render.Discover(t.Context(), tree, []string{"a.yaml", c.path})
		var pathErr *render.PathError
		if !errors.As(err, &pathErr) || pathErr.Path != c.path || !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.path, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), tree.Dir()) {
			t.Errorf("the error tells where the repository lies: %v", err)
		}
	}
}

func TestDiscoverCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	tree := open(t, write(t, map[string]string{"a.yaml": deployment}))
	if _, err := render.Discover(ctx, tree, []string{"."}); !errors.Is(err, context.Canceled) {
		t.Errorf("Discover fails with %v", err)
	}
}

func TestDiscoverUnreadable(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root can read everything")
	}
	dir := write(t, map[string]string{"a/x.yaml": deployment, "b/y.yaml": deployment, "c.yaml": deployment})
	for _, name := range []string{"a", "b/y.yaml"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		path string
		want []string
	}{
		{".", []string{"plain c.yaml", "failure a unreadable", "failure b/y.yaml unreadable"}},
		{"c.yaml", []string{"plain c.yaml", "context b/y.yaml", "skipped a unreadable"}},
	} {
		if diff := cmp.Diff(c.want, describe(discover(t, dir, c.path))); diff != "" {
			t.Errorf("%s\n%s", c.path, diff)
		}
	}
}

func TestDiscoverNoFile(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"a.yaml": deployment})
	for _, name := range []string{"pipe", "pipe.yaml", "pipe.tgz"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o644); err != nil {
			t.Fatal(err)
		}
		plan := discover(t, dir, name)
		want := []render.Problem{{
			Reason: render.ReasonUnreadable, Message: "is not a regular file", Location: manifest.Location{File: name},
		}}
		if diff := cmp.Diff(want, plan.Failures); diff != "" || len(plan.Targets)+len(plan.Skipped) > 0 {
			t.Errorf("%s: %v\n%s", name, describe(plan), diff)
		}
	}
}

func TestDiscoverMany(t *testing.T) {
	t.Parallel()
	dir := write(t, plainTree(10000))
	if plan := discover(t, dir, "."); len(plan.Targets) != 10000 || len(plan.Failures) != 0 {
		t.Errorf("%d targets, %d failures", len(plan.Targets), len(plan.Failures))
	}
	if plan := discover(t, dir, "team-07/app-700.yaml"); len(plan.Targets) != 1 || len(plan.Context) != 9999 {
		t.Errorf("%d targets, %d of context", len(plan.Targets), len(plan.Context))
	}
}

func discover(t testing.TB, dir string, paths ...string) render.Plan {
	t.Helper()
	plan, err := render.Discover(t.Context(), open(t, dir), paths)
	if err != nil {
		t.Fatal(err)
	}
	plan.Seen = fsys.Listing{} // TestWalk looks at listings.
	return plan
}

func open(t testing.TB, dir string) *fsys.Tree {
	t.Helper()
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return tree
}

// write puts the files, by their names, into a new directory.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name, target, isLink := strings.Cut(name, " -> ")
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if isLink {
			if err := os.Symlink(target, file); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
