package fetch_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/vendored"
	"github.com/kubegap/kubegap-lint/render/vendored/fetch"
	"github.com/kubegap/kubegap-lint/render/vendored/wanted"
)

// place gives the place of a copy from a server: plain HTTP has a digest.
func place(t *testing.T, w *world, prefix string) string {
	t.Helper()
	for _, name := range w.files() {
		if strings.HasPrefix(name, prefix) {
			return ".kubegap/" + name
		}
	}
	t.Fatalf("nothing starts with %s in %q", prefix, w.files())
	return ""
}

func TestHTTPRepository(t *testing.T) {
	t.Parallel()
	w, s := newWorld(t), serveCharts(t, "web@1.0.0", "web@1.2.0", "web@2.0.0-rc.1", "other@3.0.0")
	references := []wanted.Reference{
		chartRef(s.URL, "web", "^1.0.0"), chartRef(s.URL, "web", "1.0.0"), chartRef(s.URL+"/", "web", "^1.0.0"), chartRef(s.URL, "other", "*"),
	}
	want := []string{
		"fetched chart other * of " + s.URL + " 3.0.0",
		"fetched chart web 1.0.0 of " + s.URL + " 1.0.0",
		"fetched chart web ^1.0.0 of " + s.URL + " 1.2.0",
	}
	if diff := cmp.Diff(want, w.run(references...)); diff != "" {
		t.Fatalf("outcomes (-want +got):\n%s", diff)
	}
	host := strings.ReplaceAll(strings.TrimPrefix(s.URL, "http://"), ":", "-")
	at, ok := w.vendored().Chart(s.URL, "web", "^1.0.0")
	if want := place(t, w, "vendor/charts/"+host+"/web-1.2.0-"); at != want || !ok {
		t.Errorf("^1.0.0 is %q, want %q", at, want)
	}
	if got := w.read("vendor/.gitattributes"); got != "* -text linguist-vendored\n" {
		t.Errorf("attributes %q", got)
	}
	// The index is read once, and nothing again that is there.
	if got := strings.Count(strings.Join(s.asked(), " "), "/index.yaml"); got != 1 {
		t.Errorf("%d requests for the index", got)
	}
	before, lock := len(s.asked()), w.read("vendor.lock.yaml")
	if got := w.run(references...); strings.Contains(strings.Join(got, "\n"), "fetched") || len(s.asked()) != before {
		t.Errorf("fetched again: %q", got)
	}
	if diff := cmp.Diff(lock, w.read("vendor.lock.yaml")); diff != "" {
		t.Errorf("the lock file has changed:\n%s", diff)
	}
}

// A range keeps its version until it is told to move, or the copy is gone: then
// the same version comes again.
func TestRangesStay(t *testing.T) {
	t.Parallel()
	w, s := newWorld(t), serveCharts(t, "web@1.0.0")
	ref := chartRef(s.URL, "web", "1.x")
	w.run(ref)
	newer := serveCharts(t, "web@1.0.0", "web@1.1.0")
	s.index, s.files = newer.index, newer.files
	if diff := cmp.Diff([]string{"present chart web 1.x of " + s.URL + " 1.0.0"}, w.run(ref)); diff != "" {
		t.Errorf("again (-want +got):\n%s", diff)
	}
	at, _ := w.vendored().Chart(s.URL, "web", "1.x")
	w.write(strings.TrimPrefix(at, ".kubegap/"), "spoilt")
	if diff := cmp.Diff([]string{"fetched chart web 1.x of " + s.URL + " 1.0.0"}, w.run(ref)); diff != "" {
		t.Errorf("spoilt (-want +got):\n%s", diff)
	}
	if err := os.RemoveAll(filepath.Join(w.tree.Dir(), ".kubegap", "vendor")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"fetched chart web 1.x of " + s.URL + " 1.0.0"}, w.run(ref)); diff != "" {
		t.Errorf("from the lock file alone (-want +got):\n%s", diff)
	}
	w.options.Update = true
	if diff := cmp.Diff([]string{"fetched chart web 1.x of " + s.URL + " 1.1.0"}, w.run(ref)); diff != "" {
		t.Errorf("update (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"present chart web 1.x of " + s.URL + " 1.1.0"}, w.run(ref)); diff != "" {
		t.Errorf("update again (-want +got):\n%s", diff)
	}
}

// What is published under the same version again is noticed.
func TestLockedDigest(t *testing.T) {
	t.Parallel()
	w, s := newWorld(t), serveCharts(t, "web@1.0.0")
	ref := chartRef(s.URL, "web", "1.0.0")
	w.run(ref)
	old := vendored.DigestOf(s.files["/web-1.0.0.tgz"])
	s.files["/web-1.0.0.tgz"] = packChart(t, "web", "1.0.0+other")
	s.index = "apiVersion: v1\nentries: {web: [{name: web, version: 1.0.0, apiVersion: v2, urls: [web-1.0.0.tgz]}]}\n"
	if err := os.RemoveAll(filepath.Join(w.tree.Dir(), ".kubegap", "vendor")); err != nil {
		t.Fatal(err)
	}
	lock := w.read("vendor.lock.yaml")
	want := []string{"failed chart web 1.0.0 of " + s.URL + ": it has changed: its digest is " + vendored.DigestOf(s.files["/web-1.0.0.tgz"]) +
		", and the lock file says " + old + "; --update takes it as it is now"}
	if diff := cmp.Diff(want, w.run(ref)); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(lock, w.read("vendor.lock.yaml")); diff != "" {
		t.Errorf("the lock file has changed:\n%s", diff)
	}
	w.options.Update = true
	if got := w.run(ref); !strings.HasPrefix(got[0], "fetched") {
		t.Errorf("with --update: %q", got)
	}
}

// TestChartFailures tells what is said of charts that cannot be had. Nothing of
// them is left in the vendor folder.
func TestChartFailures(t *testing.T) {
	t.Parallel()
	s := serveCharts(t, "web@1.0.0", "lying@1.0.0", "gone@1.0.0", "evil@1.0.0", "empty@1.0.0", "torn@1.0.0")
	trueDigest := vendored.DigestOf(s.files["/lying-1.0.0.tgz"])
	s.files["/lying-1.0.0.tgz"] = packChart(t, "lying", "1.0.0+changed")
	delete(s.files, "/gone-1.0.0.tgz")
	replace := func(name string, data []byte) {
		s.index = strings.ReplaceAll(s.index, vendored.DigestOf(s.files[name])[7:], vendored.DigestOf(data)[7:])
		s.files[name] = data
	}
	replace("/evil-1.0.0.tgz", pack(t, map[string]string{
		"evil/Chart.yaml": "apiVersion: v2\nname: evil\nversion: 1.0.0\n", "evil/../../../outside.yaml": "out",
	}))
	replace("/empty-1.0.0.tgz", pack(t, map[string]string{"empty/values.yaml": ""}))
	whole := s.files["/torn-1.0.0.tgz"]
	replace("/torn-1.0.0.tgz", whole[:len(whole)/2])
	tests := map[string]struct {
		ref  wanted.Reference
		want string
	}{
		"no such chart":    {chartRef(s.URL, "none", "1.0.0"), "the repository has no chart none"},
		"no such version":  {chartRef(s.URL, "web", "^2.0.0"), "the repository has no version ^2.0.0 of chart web"},
		"no such index":    {chartRef(s.URL+"/below", "web", "1.0.0"), s.URL + "/below/index.yaml: 404 Not Found"},
		"no such package":  {chartRef(s.URL, "gone", "1.0.0"), s.URL + "/gone-1.0.0.tgz: 404 Not Found"},
		"false digest":     {chartRef(s.URL, "lying", "1.0.0"), "the package is not what the repository says: its digest is " + vendored.DigestOf(s.files["/lying-1.0.0.tgz"]) + ", not " + trueDigest},
		"leads out":        {chartRef(s.URL, "evil", "1.0.0"), "open package: chart illegally references parent directory"},
		"no chart":         {chartRef(s.URL, "empty", "1.0.0"), "open package: Chart.yaml file is missing"},
		"torn":             {chartRef(s.URL, "torn", "1.0.0"), "open package: unexpected EOF"},
		"unknown alias":    {chartRef("@stable", "web", "1.0.0"), "@stable: no repository of this name has been told to `helm repo add`"},
		"nobody listening": {chartRef("http://127.0.0.1:1", "web", "1.0.0"), "http://127.0.0.1:1/index.yaml: dial tcp 127.0.0.1:1: connect: connection refused"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			want := []string{"failed " + test.ref.What() + ": " + test.want}
			if diff := cmp.Diff(want, w.run(test.ref)); diff != "" {
				t.Errorf("outcomes (-want +got):\n%s", diff)
			}
			if got := w.files(); len(got) > 0 {
				t.Errorf("left in the vendor folder: %q", got)
			}
		})
	}
}

// A transfer that ends half-way leaves nothing, and does not touch what is there.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	good := serveCharts(t, "web@1.0.0")
	data := good.files["/web-1.0.0.tgz"]
	var mode atomic.Value
	mode.Store("whole")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	release := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/index.yaml" {
			fmt.Fprint(out, good.index)
			return
		}
		out.Header().Set("Content-Length", fmt.Sprint(len(data)))
		if mode.Load() == "whole" {
			_, _ = out.Write(data)
			return
		}
		_, _ = out.Write(data[:len(data)/2])
		out.(http.Flusher).Flush()
		switch mode.Load() {
		case "hang up":
			panic(http.ErrAbortHandler)
		case "cancel":
			cancel()
		}
		<-release
	}))
	defer s.Close()
	defer close(release)
	w := newWorld(t)
	ref := chartRef(s.URL, "web", "1.0.0")
	w.run(ref)
	files, lock := w.files(), w.read("vendor.lock.yaml")
	w.options.Update = true
	for _, test := range []struct{ mode, want string }{
		{"hang up", s.URL + "/web-1.0.0.tgz: unexpected EOF"},
		{"slow", "the transfer takes more than 300ms"},
		{"cancel", "the transfer was interrupted"},
	} {
		mode.Store(test.mode)
		w.options.Timeout = time.Minute
		if test.mode == "slow" {
			w.options.Timeout = 300 * time.Millisecond
		}
		want := []string{"failed chart web 1.0.0 of " + s.URL + ": " + test.want}
		if diff := cmp.Diff(want, w.runContext(ctx, ref)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.mode, diff)
		}
		if diff := cmp.Diff(files, w.files()) + cmp.Diff(lock, w.read("vendor.lock.yaml")); diff != "" {
			t.Errorf("%s changed the vendor folder:\n%s", test.mode, diff)
		}
	}
}

// Credentials are those of Helm's repositories.yaml, by the address or by the
// alias. The lock file knows the address of an alias, so that it can be fetched
// where Helm does not know it.
func TestCredentials(t *testing.T) {
	t.Parallel()
	w, s := newWorld(t), serveCharts(t, "web@1.0.0")
	s.user, s.password = "me", "secret"
	if diff := cmp.Diff([]string{"failed chart web 1.0.0 of " + s.URL + ": " + s.URL + "/index.yaml: 401 Unauthorized"}, w.run(chartRef(s.URL, "web", "1.0.0"))); diff != "" {
		t.Errorf("without credentials (-want +got):\n%s", diff)
	}
	config := "apiVersion: ''\nrepositories:\n- {name: mine, url: '" + s.URL + "/', username: me, password: secret}\n"
	if err := os.WriteFile(w.options.RepositoryConfig, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	byAlias := chartRef("alias:mine", "web", "1.0.0")
	want := []string{"fetched chart web 1.0.0 of @mine 1.0.0", "fetched chart web 1.0.0 of " + s.URL + " 1.0.0"}
	if diff := cmp.Diff(want, w.run(chartRef(s.URL, "web", "1.0.0"), byAlias)); diff != "" {
		t.Errorf("with credentials (-want +got):\n%s", diff)
	}
	if lock := w.read("vendor.lock.yaml"); !strings.Contains(lock, "address: "+s.URL) || strings.Contains(lock, "secret") {
		t.Errorf("lock file:\n%s", lock)
	}
	if err := os.Remove(w.options.RepositoryConfig); err != nil {
		t.Fatal(err)
	}
	s.user = ""
	if err := os.RemoveAll(filepath.Join(w.tree.Dir(), ".kubegap", "vendor")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"fetched chart web 1.0.0 of @mine 1.0.0"}, w.run(byAlias)); diff != "" {
		t.Errorf("by the address in the lock file (-want +got):\n%s", diff)
	}
}

// Credentials go to the host of their repository alone.
func TestCredentialsStay(t *testing.T) {
	t.Parallel()
	w, s := newWorld(t), serveCharts(t, "web@1.0.0")
	got := make(chan string, 1)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		got <- r.Header.Get("Authorization")
		_, _ = out.Write(s.files["/web-1.0.0.tgz"])
	}))
	defer elsewhere.Close()
	s.index = strings.ReplaceAll(s.index, "[web-1.0.0.tgz]", "["+elsewhere.URL+"/web.tgz]")
	s.user, s.password = "me", "secret"
	config := "repositories:\n- {name: mine, url: '" + s.URL + "', username: me, password: secret}\n"
	if err := os.WriteFile(w.options.RepositoryConfig, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	if lines := w.run(chartRef(s.URL, "web", "1.0.0")); !strings.HasPrefix(lines[0], "fetched") {
		t.Fatalf("outcomes %q", lines)
	}
	if sent := <-got; sent != "" {
		t.Errorf("the other host was told %q", sent)
	}
}

func TestPlanAndPrune(t *testing.T) {
	t.Parallel()
	w, s := newWorld(t), serveCharts(t, "web@1.0.0", "other@1.0.0")
	kept, left := chartRef(s.URL, "web", "1.0.0"), chartRef(s.URL, "other", "1.x")
	unknown := chartRef(s.URL, "web", "${V}")
	unknown.Problem = "it depends on ${V}"
	plan := func() []string {
		outcomes, err := fetch.Plan(w.tree, []wanted.Reference{left, kept, unknown}, vendored.DefaultDir)
		if err != nil {
			t.Fatal(err)
		}
		return lines(outcomes)
	}
	unresolved := "unknown chart web ${V} of " + s.URL + ": it depends on ${V}"
	want := []string{"missing chart other 1.x of " + s.URL, unresolved, "missing chart web 1.0.0 of " + s.URL}
	if diff := cmp.Diff(want, plan()); diff != "" {
		t.Errorf("before (-want +got):\n%s", diff)
	}
	if len(w.files()) > 0 || len(s.asked()) > 0 {
		t.Errorf("a plan has left %q and asked for %q", w.files(), s.asked())
	}
	w.run(kept, left)
	if got := plan()[0]; got != "present chart other 1.x of "+s.URL+" 1.0.0" {
		t.Errorf("after: %s", got)
	}
	removed, err := fetch.Prune(w.tree, []wanted.Reference{kept}, vendored.DefaultDir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"removed chart other 1.x of " + s.URL + " 1.0.0"}, lines(removed)); diff != "" {
		t.Errorf("pruned (-want +got):\n%s", diff)
	}
	if got := len(w.files()); got != 3 { // the chart, the lock file, the attributes
		t.Errorf("left: %q", w.files())
	}
	if _, err := fetch.Prune(w.tree, nil, vendored.DefaultDir); err != nil || len(w.files()) > 0 {
		t.Errorf("pruned to nothing (%v): %q", err, w.files())
	}
}

// A link that leads out of the repository is not written through.
func TestFolderOutside(t *testing.T) {
	t.Parallel()
	w, s := newWorld(t), serveCharts(t, "web@1.0.0")
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(w.tree.Dir(), ".kubegap")); err != nil {
		t.Skip(err)
	}
	if _, err := fetch.Run(t.Context(), w.tree, []wanted.Reference{chartRef(s.URL, "web", "1.0.0")}, w.options); err == nil {
		t.Error("it was written through a link")
	}
	if entries, _ := os.ReadDir(outside); len(entries) > 0 {
		t.Errorf("outside of the repository: %v", entries)
	}
}
