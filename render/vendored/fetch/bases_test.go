package fetch_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render/gittest"
	"github.com/kubegap/kubegap-lint/render/vendored/fetch"
	"github.com/kubegap/kubegap-lint/render/vendored/wanted"
)

// gitServer is a git repository on disk.
type gitServer struct{ gittest.Repository }

// serveGit makes a repository with one commit of the files in a txtar archive.
func serveGit(t *testing.T, text string) gitServer {
	t.Helper()
	g := gitServer{gittest.New(t)}
	g.commit(t, text)
	return g
}

// commit writes files and commits all that is there.
func (g gitServer) commit(t *testing.T, text string) string {
	t.Helper()
	for _, f := range txtar.Parse([]byte(text)).Files {
		file := filepath.Join(g.Dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return g.CommitAll()
}

// entry is the entry of a kustomization for a directory of the repository.
func (g gitServer) entry(dir, query string) string {
	return "file://" + filepath.ToSlash(g.Dir) + "//" + dir + query
}

const app = `
-- LICENSE --
do as you like
-- README.md --
# app
-- config/default/kustomization.yaml --
resources: [../crd, ../manager, extra/more.yaml]
patches:
  - path: ../patches/patch.yaml
configMapGenerator:
  - {name: files, files: [settings=data/settings.conf]}
-- config/default/extra/more.yaml --
more
-- config/default/data/settings.conf --
settings
-- config/default/unused.yaml --
unused
-- config/patches/patch.yaml --
patch
-- config/crd/kustomization.yaml --
resources: [crd.yaml]
-- config/crd/crd.yaml --
crd
-- config/manager/kustomization.yaml --
resources: [manager.yaml]
transformers: [labels.yaml]
-- config/manager/manager.yaml --
manager
-- config/manager/labels.yaml --
apiVersion: builtin
kind: PatchTransformer
metadata: {name: p}
path: ../patches/by-transformer.yaml
-- config/patches/by-transformer.yaml --
patch
-- other/kustomization.yaml --
helmCharts: [{name: web}]
-- other/charts/web/Chart.yaml --
name: web
`

// What is copied is what the directory needs, and the licence; nothing of git.
func TestBase(t *testing.T) {
	t.Parallel()
	w, g := newWorld(t), serveGit(t, app)
	g.Run("tag", "v1")
	first := g.Run("rev-parse", "HEAD")
	g.commit(t, "-- config/crd/crd.yaml --\nnewer\n")
	ref := entryRef(g.entry("config/default", "?ref=v1"))
	id := "file://" + g.Dir + "@v1"
	if diff := cmp.Diff([]string{"fetched " + id + " " + first}, w.run(ref)); diff != "" {
		t.Fatalf("outcomes (-want +got):\n%s", diff)
	}
	at, ok := w.vendored().Base(ref.Entry)
	if !ok {
		t.Fatal("the folder does not have the base")
	}
	top := strings.TrimPrefix(strings.TrimSuffix(at, "config/default"), ".kubegap/")
	var got []string
	for _, name := range w.files() {
		if rest, ok := strings.CutPrefix(name, top); ok {
			got = append(got, rest)
		}
	}
	want := []string{
		"LICENSE", "config/crd/crd.yaml", "config/crd/kustomization.yaml", "config/default/data/settings.conf",
		"config/default/extra/more.yaml", "config/default/kustomization.yaml", "config/manager/kustomization.yaml",
		"config/manager/labels.yaml", "config/manager/manager.yaml", "config/patches/by-transformer.yaml", "config/patches/patch.yaml",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if got := w.read(top + "config/crd/crd.yaml"); got != "crd\n" {
		t.Errorf("it is not the tag: %q", got)
	}
	// Another directory of the same repository comes beside it.
	more := entryRef(g.entry("other", "?ref=v1"))
	if diff := cmp.Diff([]string{"fetched " + id + " " + first}, w.run(more)); diff != "" {
		t.Errorf("another directory (-want +got):\n%s", diff)
	}
	for _, entry := range []string{ref.Entry, more.Entry} {
		if _, ok := w.vendored().Base(entry); !ok {
			t.Errorf("the folder does not have %s", entry)
		}
	}
	if got := w.read(top + "other/charts/web/Chart.yaml"); got != "name: web\n" {
		t.Errorf("chart %q", got)
	}
	if diff := cmp.Diff([]string{"present " + id + " " + first}, w.run(ref, more)); diff != "" {
		t.Errorf("again (-want +got):\n%s", diff)
	}
}

// A branch stays at its commit until it is told to move.
func TestBranch(t *testing.T) {
	t.Parallel()
	w, g := newWorld(t), serveGit(t, "-- kustomization.yaml --\nresources: [a.yaml]\n-- a.yaml --\na\n")
	g.Run("config", "uploadpack.allowAnySHA1InWant", "true")
	first := g.Run("rev-parse", "HEAD")
	byDefault, byName := entryRef(g.entry("", "")), entryRef(g.entry("", "?ref=main"))
	id := "file://" + g.Dir
	want := []string{"fetched " + id + "@ " + first, "fetched " + id + "@main " + first}
	if diff := cmp.Diff(want, w.run(byName, byDefault)); diff != "" {
		t.Fatalf("outcomes (-want +got):\n%s", diff)
	}
	second := g.commit(t, "-- a.yaml --\nb\n")
	if err := os.RemoveAll(filepath.Join(w.tree.Dir(), ".kubegap", "vendor")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, w.run(byName, byDefault)); diff != "" {
		t.Errorf("from the lock file (-want +got):\n%s", diff)
	}
	w.options.Update = true
	want = []string{"fetched " + id + "@ " + second, "fetched " + id + "@main " + second}
	if diff := cmp.Diff(want, w.run(byName, byDefault)); diff != "" {
		t.Errorf("update (-want +got):\n%s", diff)
	}
	at, _ := w.vendored().Base(byName.Entry)
	if got := w.read(strings.TrimPrefix(at, ".kubegap/") + "/a.yaml"); got != "b\n" {
		t.Errorf("the branch holds %q", got)
	}
}

func TestBaseFailures(t *testing.T) {
	t.Parallel()
	g := serveGit(t, "-- a/kustomization.yaml --\nresources: [out.yaml]\n-- b/b.yaml --\nb\n-- c/kustomization.yaml --\nhelmCharts: [{name: web}]\n-- c/charts/web/Chart.yaml --\n")
	secret := filepath.Join(t.TempDir(), "secret.yaml")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(g.Dir, "a", "out.yaml")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("../../../..", filepath.Join(g.Dir, "c", "charts", "web", "up")); err != nil {
		t.Skip(err)
	}
	g.commit(t, "")
	nowhere := "file://" + filepath.ToSlash(t.TempDir()) + "/none"
	tests := map[string]struct{ entry, want string }{
		"link leads out":    {g.entry("a", ""), "a/out.yaml leads out of the repository"},
		"link in a chart":   {g.entry("c", ""), "c/charts/web/up leads out of the repository"},
		"no kustomization":  {g.entry("b", ""), "there is no kustomization in b"},
		"no such directory": {g.entry("x/y", ""), "there is no kustomization in x/y"},
		"no such ref":       {g.entry("a", "?ref=v9"), "git fetch: couldn't find remote ref v9"},
		"pattern":           {g.entry("a", "?ref=%2Brefs/heads/*:refs/heads/*"), `"+refs/heads/*:refs/heads/*" is no branch, tag or commit`},
		"option":            {g.entry("a", "?ref=--upload-pack=touch%20x"), `"--upload-pack=touch x" is no branch, tag or commit`},
		"no repository":     {nowhere, "git fetch: '" + strings.TrimPrefix(nowhere, "file://") + "' does not appear to be a git repository; Could not read from remote repository."},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			got := w.run(entryRef(test.entry))
			if _, message, _ := strings.Cut(got[0], ": "); len(got) != 1 || message != test.want {
				t.Errorf("outcomes %q, want %q", got, test.want)
			}
			if got := w.files(); len(got) > 0 {
				t.Errorf("left in the vendor folder: %q", got)
			}
		})
	}
}

// Links within the repository become copies: nothing in the folder is a link.
func TestLinksWithin(t *testing.T) {
	t.Parallel()
	w, g := newWorld(t), serveGit(t, "-- a/kustomization.yaml --\nresources: [x.yaml, dir]\n-- b/x.yaml --\nx\n-- b/dir/kustomization.yaml --\nresources: [y.yaml]\n-- b/dir/y.yaml --\ny\n")
	for name, target := range map[string]string{"x.yaml": "../b/x.yaml", "dir": "../b/dir"} {
		if err := os.Symlink(target, filepath.Join(g.Dir, "a", name)); err != nil {
			t.Skip(err)
		}
	}
	g.commit(t, "")
	if got := w.run(entryRef(g.entry("a", ""))); !strings.HasPrefix(got[0], "fetched") {
		t.Fatalf("outcomes %q", got)
	}
	at, _ := w.vendored().Base(g.entry("a", ""))
	got := map[string]string{}
	for _, name := range w.files() {
		if rest, ok := strings.CutPrefix(".kubegap/"+name, at+"/"); ok {
			got[rest] = w.read(name)
		}
	}
	want := map[string]string{
		"kustomization.yaml": "resources: [x.yaml, dir]\n", "x.yaml": "x\n", "dir/kustomization.yaml": "resources: [y.yaml]\n", "dir/y.yaml": "y\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// The submodules of a repository come with it, as with kustomize, unless the entry
// says no.
func TestSubmodules(t *testing.T) {
	t.Parallel()
	part := serveGit(t, "-- base/kustomization.yaml --\nresources: [p.yaml]\n-- base/p.yaml --\np\n")
	g := serveGit(t, "-- a/kustomization.yaml --\nresources: [../part/base]\n")
	g.Run("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "file://"+filepath.ToSlash(part.Dir), "part")
	g.commit(t, "")
	w := newWorld(t)
	// Git does not follow a file:// address of a submodule unless it is told to.
	got := w.run(entryRef(g.entry("a", "")))
	if !strings.Contains(got[0], "failed") || !strings.Contains(got[0], "transport 'file' not allowed") {
		t.Errorf("outcomes %q", got)
	}
	if got := w.run(entryRef(g.entry("a", "?submodules=false"))); !strings.HasPrefix(got[0], "fetched") {
		t.Errorf("without submodules: %q", got)
	}
}

// Git that runs a hook tells its children where its repository is: this is not
// the one to fetch into.
func TestInHook(t *testing.T) {
	g := serveGit(t, "-- kustomization.yaml --\n")
	t.Setenv("GIT_DIR", filepath.Join(t.TempDir(), "none"))
	t.Setenv("GIT_INDEX_FILE", "none")
	w := newWorld(t)
	if got := w.run(entryRef("file://" + g.Dir)); !strings.HasPrefix(got[0], "fetched") {
		t.Errorf("outcomes %q", got)
	}
}

// fileServer answers with texts, by path; one that starts with < is a web page.
func fileServer(t *testing.T, files map[string]string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		text, ok := files[r.URL.RequestURI()]
		if !ok {
			http.NotFound(out, r)
			return
		}
		if strings.HasPrefix(text, "<") {
			out.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		fmt.Fprint(out, text)
	}))
	t.Cleanup(s.Close)
	return s
}

func TestFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	texts := map[string]string{
		"/a/install.yaml": "a", "/a/install.yaml?token=1": "b", "/a/b/manifests": "c", "/login.yaml": "<html>", "/a": "d",
	}
	s := fileServer(t, texts)
	var references []wanted.Reference
	for _, name := range append(slices.Sorted(maps.Keys(texts)), "/none.yaml") {
		references = append(references, entryRef(s.URL+name))
	}
	want := []string{
		"fetched " + s.URL + "/a", "fetched " + s.URL + "/a/b/manifests", "fetched " + s.URL + "/a/install.yaml", "fetched " + s.URL + "/a/install.yaml?token=1",
		"failed " + s.URL + "/login.yaml: " + s.URL + "/login.yaml: it is a web page, not a manifest",
		"failed " + s.URL + "/none.yaml: " + s.URL + "/none.yaml: 404 Not Found",
	}
	if diff := cmp.Diff(want, w.run(references...)); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	for _, name := range []string{"/a/install.yaml", "/a/install.yaml?token=1", "/a/b/manifests", "/a"} {
		at, ok := w.vendored().Base(s.URL + name)
		if !ok || w.read(strings.TrimPrefix(at, ".kubegap/")) != texts[name] {
			t.Errorf("%s lies at %q", name, at)
		}
	}
	texts["/a/install.yaml"] = "changed"
	w.options.Update = true
	got := w.run(entryRef(s.URL+"/a/install.yaml"), entryRef(s.URL+"/a"))
	if diff := cmp.Diff([]string{"present " + s.URL + "/a", "fetched " + s.URL + "/a/install.yaml"}, got); diff != "" {
		t.Errorf("update (-want +got):\n%s", diff)
	}
}

// An address that could be either is that of a repository where there is no file,
// or a page for people.
func TestFileOrRepository(t *testing.T) {
	t.Parallel()
	g := serveGit(t, app)
	root := t.TempDir()
	g.Run("clone", "--quiet", "--bare", g.Dir, filepath.Join(root, "org", "app"))
	backend := filepath.Join(g.Run("--exec-path"), "git-http-backend")
	if _, err := os.Stat(backend); err != nil {
		t.Skip(err)
	}
	git := &cgi.Handler{Path: backend, Env: []string{"GIT_PROJECT_ROOT=" + root, "GIT_HTTP_EXPORT_ALL=1"}}
	s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/org/app" {
			out.Header().Set("Content-Type", "text/html")
			fmt.Fprint(out, "<html>the repository</html>")
			return
		}
		git.ServeHTTP(out, r)
	}))
	defer s.Close()
	w := newWorld(t)
	commit := g.Run("rev-parse", "HEAD")
	sub, top := entryRef(s.URL+"/org/app/other"), entryRef(s.URL+"/org/app")
	outcomes, err := fetch.Plan(w.tree, []wanted.Reference{sub}, w.options.Dir)
	if diff := cmp.Diff([]string{"missing " + sub.Entry}, lines(outcomes)); diff != "" || err != nil {
		t.Errorf("plan (%v, -want +got):\n%s", err, diff)
	}
	want := []string{"fetched " + s.URL + "/org/app@ " + commit}
	if diff := cmp.Diff(want, w.run(sub)); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"present " + sub.Entry + " " + commit}, w.run(sub)); diff != "" {
		t.Errorf("again (-want +got):\n%s", diff)
	}
	want = []string{"failed " + s.URL + "/org/app@: there is no kustomization in ."}
	if diff := cmp.Diff(want, w.run(top)); diff != "" {
		t.Errorf("the top (-want +got):\n%s", diff)
	}
	if _, err := fetch.Prune(w.tree, []wanted.Reference{sub}, w.options.Dir); err != nil {
		t.Fatal(err)
	}
	if _, ok := w.vendored().Base(sub.Entry); !ok {
		t.Error("it was taken out although it is used")
	}
}
