package vendored_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// repository makes a repository of files, by name.
func repository(t *testing.T, files map[string]string) *fsys.Tree {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
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

const lockText = `charts:
  - {name: web, repository: 'https://charts.example.com', asked: ^1.0.0, version: 1.2.0, digest: WEB, path: v/web-1.2.0.tgz}
  - {name: web, repository: 'oci://ghcr.io/org', asked: latest, version: 2.0.0, digest: WEB, path: v/web-2.0.0.tgz}
  - {name: gone, repository: 'oci://ghcr.io/org', asked: 1.0.0, version: 1.0.0, digest: WEB, path: v/gone-1.0.0.tgz}
  - {name: other, repository: 'oci://ghcr.io/org', asked: 1.0.0, version: 1.0.0, digest: WEB, path: v/other-1.0.0.tgz}
bases:
  - {repository: 'https://github.com/org/repo', asked: v1, commit: 1f, paths: [a], digest: TREE, path: v/repo@v1}
files:
  - {url: 'https://example.com/x.yaml', digest: FILE, path: v/x.yaml}
`

// folder opens a vendor folder with everything that lockText lists but the chart
// gone; the chart other has been changed.
func folder(t *testing.T) *vendored.Folder {
	t.Helper()
	files := map[string]string{
		"v/web-1.2.0.tgz": "web", "v/web-2.0.0.tgz": "web", "v/other-1.0.0.tgz": "changed", "v/x.yaml": "x",
		"v/repo@v1/a/kustomization.yaml": "resources: []", "v/repo@v1/b/kustomization.yaml": "resources: []", "v/repo@v1/a.yaml": "a",
	}
	digest, err := vendored.Digest(repository(t, files), "v/repo@v1")
	if err != nil {
		t.Fatal(err)
	}
	files["v.lock.yaml"] = strings.NewReplacer("WEB", vendored.DigestOf([]byte("web")), "TREE", digest, "FILE", vendored.DigestOf([]byte("x"))).Replace(lockText)
	f, err := vendored.Open(repository(t, files), "v")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestChart(t *testing.T) {
	t.Parallel()
	f := folder(t)
	tests := map[string]struct{ repository, name, version, want string }{
		"as asked":             {"https://charts.example.com", "web", "^1.0.0", "v/web-1.2.0.tgz"},
		"slash at the end":     {"https://Charts.example.com/", "web", "^1.0.0", "v/web-1.2.0.tgz"},
		"by resolved version":  {"https://charts.example.com", "web", "1.2.0", "v/web-1.2.0.tgz"},
		"another range":        {"https://charts.example.com", "web", "~1.2.0", ""},
		"another version":      {"https://charts.example.com", "web", "1.3.0", ""},
		"another repository":   {"https://other.example.com", "web", "1.2.0", ""},
		"artifact without ref": {"oci://ghcr.io/org", "web", "", "v/web-2.0.0.tgz"},
		"locked and not there": {"oci://ghcr.io/org", "gone", "1.0.0", ""},
		"changed":              {"oci://ghcr.io/org", "other", "1.0.0", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := f.Chart(test.repository, test.name, test.version)
			if got != test.want || ok != (test.want != "") {
				t.Errorf("got %q, %v, want %q", got, ok, test.want)
			}
		})
	}
}

func TestBase(t *testing.T) {
	t.Parallel()
	f := folder(t)
	tests := map[string]string{
		"github.com/org/repo/a?ref=v1":               "v/repo@v1/a",
		"https://github.com/org/repo.git//a?ref=v1":  "v/repo@v1/a",
		"https://github.com/org/repo/b?ref=v1":       "", // nobody asked for it
		"https://github.com/org/repo/a?ref=v2":       "",
		"https://example.com/x.yaml":                 "v/x.yaml",
		"https://example.com/y.yaml":                 "",
		"../a":                                       "",
		"https://github.com/org/repo//../x?ref=v1":   "",
		"https://github.com/org/repo//a/..//a?ref=v": "",
	}
	for entry, want := range tests {
		t.Run(entry, func(t *testing.T) {
			t.Parallel()
			if got, ok := f.Base(entry); got != want || ok != (want != "") {
				t.Errorf("got %q, %v, want %q", got, ok, want)
			}
		})
	}
}

// A copy that has been changed is told once, with its file, at its entry; one that
// is not there is not.
func TestProblems(t *testing.T) {
	t.Parallel()
	f := folder(t)
	if got := f.Problems(); len(got) > 0 {
		t.Errorf("problems before anything is used: %v", got)
	}
	for range 2 {
		f.Chart("oci://ghcr.io/org", "other", "1.0.0")
		f.Chart("oci://ghcr.io/org", "gone", "1.0.0")
	}
	var got []string
	for _, p := range f.Problems() {
		got = append(got, string(p.Reason)+" "+p.Location.String()+" "+p.Message)
	}
	want := []string{string(render.ReasonUnreadable) + " v.lock.yaml:5 v/other-1.0.0.tgz is not what was vendored: its digest is " +
		vendored.DigestOf([]byte("changed")) + ", not " + vendored.DigestOf([]byte("web")) + "; 'kubegap-lint vendor' fetches it again"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestOpenWithoutLock(t *testing.T) {
	t.Parallel()
	f, err := vendored.Open(repository(t, nil), vendored.DefaultDir)
	if err != nil {
		t.Fatal(err)
	}
	if at, ok := f.Chart("oci://ghcr.io/org", "web", "1.0.0"); ok {
		t.Errorf("an empty folder has %q", at)
	}
}

// The digest of a directory is what the documented command prints.
func TestDigestByHand(t *testing.T) {
	t.Parallel()
	tree := repository(t, map[string]string{"d/a/b.yaml": "b", "d/a.yaml": "a", "d/.hidden": "h", "d/Z/1": ""})
	got, err := vendored.Digest(tree, "d")
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("sh", "-c", `cd "$0" && find . -type f -printf '%P\n' | LC_ALL=C sort | xargs sha256sum | sha256sum`, filepath.Join(tree.Dir(), "d"))
	out, err := command.Output()
	if err != nil {
		t.Skipf("no find and sha256sum here: %v", err)
	}
	if want := "sha256:" + strings.Fields(string(out))[0]; got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

func TestDigestRefusesLinks(t *testing.T) {
	t.Parallel()
	tree := repository(t, map[string]string{"d/a": "a"})
	if err := os.Symlink("a", filepath.Join(tree.Dir(), "d", "b")); err != nil {
		t.Skip(err)
	}
	if _, err := vendored.Digest(tree, "d"); err == nil {
		t.Error("a link in a vendored directory has a digest")
	}
}

// Helm's cache does not tell where a chart came from: it is asked last, and for
// exact versions only.
func TestFinder(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"web-1.2.0.tgz": "", "web-v3.0.0.tgz": "", "web-latest.tgz": ""}).Dir()
	cache := vendored.OpenCache(dir)
	t.Cleanup(func() { cache.Close() })
	f := vendored.Finder{Folder: folder(t), Cache: cache}
	tests := []struct{ repository, version, want string }{
		{"https://charts.example.com", "1.2.0", "v/web-1.2.0.tgz"},
		{"https://other.example.com", "1.2.0", "helm-cache:web-1.2.0.tgz"},
		{"https://other.example.com", "v3.0.0", "helm-cache:web-v3.0.0.tgz"},
		{"https://other.example.com", "1.3.0", ""},
		{"https://other.example.com", "^1.2.0", ""},
		{"https://other.example.com", "1.2", ""},
		{"https://other.example.com", "", ""},
		{"https://other.example.com", "latest", ""},
	}
	for _, test := range tests {
		if got, _ := f.Chart(test.repository, "web", test.version); got != test.want {
			t.Errorf("%s of %s is %q, want %q", test.version, test.repository, got, test.want)
		}
	}
	if got, ok := f.Chart("oci://x", "../web", "1.2.0"); ok {
		t.Errorf("a name with a slash leads to %q", got)
	}
	if none := vendored.OpenCache(filepath.Join(dir, "none")); none != nil || none.Problems() != nil {
		t.Errorf("a cache that does not exist is %v", none)
	}
}

// A cache that cannot be read only matters once a chart is looked for in it.
func TestUnreadableCache(t *testing.T) {
	t.Parallel()
	cache := vendored.OpenCache(filepath.Join(repository(t, map[string]string{"cache": ""}).Dir(), "cache"))
	defer cache.Close()
	if problems := cache.Problems(); len(problems) > 0 {
		t.Errorf("problems are %v, want none before there is a need", problems)
	}
	f := vendored.Finder{Folder: folder(t), Cache: cache}
	if at, ok := f.Chart("https://other.example.com", "web", "1.2.0"); ok || f.CacheTree() != nil {
		t.Errorf("the chart is at %q", at)
	}
	if problems := cache.Problems(); len(problems) != 1 || problems[0].Message != "Helm's cache cannot be read, so charts may be missing: not a directory" {
		t.Errorf("problems are %v, want one", problems)
	}
}
