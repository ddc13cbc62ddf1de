package fetch_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/vendored"
	"github.com/kubegap/kubegap-lint/render/vendored/fetch"
	"github.com/kubegap/kubegap-lint/render/vendored/wanted"
)

// TestPasswords tells that those in addresses are used, and kept out of what people
// read and of the names of files.
func TestPasswords(t *testing.T) {
	t.Parallel()
	w, s := newWorld(t), serveCharts(t, "web@1.0.0")
	s.user, s.password = "me", "secret"
	address := strings.Replace(s.URL, "http://", "http://me:secret@", 1)
	shown := strings.Replace(s.URL, "http://", "http://me:xxxxx@", 1)
	odd := chartRef("ftp://me:secret@h.example/x", "web", "1.0.0")
	odd.Problem = "no way is known to fetch from " + odd.Repository
	references := []wanted.Reference{
		chartRef(address, "web", "1.0.0"),
		chartRef(address, "none", "1.0.0"),
		odd,
		{Entry: "https://me:secret@127.0.0.1:1/acme/bases.git//web?ref=v1"},
	}
	plan, err := fetch.Plan(w.tree, references, vendored.DefaultDir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"unknown chart web 1.0.0 of ftp://me:xxxxx@h.example/x: no way is known to fetch from ftp://me:xxxxx@h.example/x",
		"missing https://me:xxxxx@127.0.0.1:1/acme/bases@v1",
		"missing chart none 1.0.0 of " + shown,
		"missing chart web 1.0.0 of " + shown,
	}
	got := lines(plan)
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("plan (-want +got):\n%s", diff)
	}
	config := "repositories:\n- {name: mine, url: '" + address + "'}\n"
	if err := os.WriteFile(w.options.RepositoryConfig, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	if told := strings.Join(w.run(append(references, chartRef("@mine", "web", "1.0.0"))...), "\n"); strings.Contains(told, "secret") || !strings.Contains(told, "fetched chart web 1.0.0 of "+shown) {
		t.Errorf("outcomes:\n%s", told)
	}
	if files := strings.Join(w.files(), "\n"); strings.Contains(files, "secret") || !strings.Contains(files, "web-1.0.0") {
		t.Errorf("files:\n%s", files)
	}
	if lock := w.read("vendor.lock.yaml"); !strings.Contains(lock, "address: "+s.URL+"\n") {
		t.Errorf("an alias leads to another address in the lock file than %s:\n%s", s.URL, lock)
	}
}
