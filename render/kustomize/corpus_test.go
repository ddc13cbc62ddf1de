package kustomize_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
)

// shared is where real repositories and what the original tools make of them
// lie; without it the tests that need them are skipped.
const shared = "../../../shared"

// reference is one line of the corpus index that is about a kustomization.
type reference struct {
	repo, path, flags, status, reason string
}

func references(t testing.TB) []reference {
	t.Helper()
	if testing.Short() {
		t.Skip("the corpus takes long")
	}
	f, err := os.Open(filepath.Join(shared, "corpus-ref/index.tsv"))
	if err != nil {
		t.Skip("no corpus")
	}
	defer f.Close()
	var refs []reference
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) > 5 && fields[2] == "kustomize-root" {
			refs = append(refs, reference{fields[0], fields[1], fields[3], fields[4], fields[5]})
		}
	}
	return refs
}

// TestCorpus renders the kustomizations of real repositories. Those that
// kustomize can build must give the same objects; where that takes neither a
// network nor helm, krusty is asked for the text and the files of the objects,
// too, unless the test is to be short. All others must list why.
func TestCorpus(t *testing.T) {
	byRepo := map[string][]reference{}
	for _, ref := range references(t) {
		byRepo[ref.repo] = append(byRepo[ref.repo], ref)
	}
	for repo, refs := range byRepo {
		t.Run(repo, func(t *testing.T) {
			t.Parallel()
			dir, err := filepath.Abs(filepath.Join(shared, "corpus", repo))
			if err != nil {
				t.Fatal(err)
			}
			r := openDir(t, dir)
			lists := objectLists(t, repo)
			var c counts
			for _, ref := range refs {
				u := r.Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: ref.path})
				c.compare(t, dir, ref, lists, u)
			}
			t.Logf("%+v", c)
		})
	}
}

// counts are numbers of kustomizations, and in the end of objects.
type counts struct{ ok, sameObjects, sameText, failing, listed, objects, sameFile int }

func (c *counts) compare(t *testing.T, dir string, ref reference, lists map[string][][]string, u render.Unit) {
	t.Helper()
	if ref.status != "ok" {
		c.failing++
		if len(u.Failures)+len(u.Skipped) == 0 {
			t.Errorf("%s: %s, but nothing is listed", ref.path, ref.reason)
			return
		}
		c.listed++
		return
	}
	c.ok++
	if slices.Contains(lostLinks, ref.repo+"/"+ref.path) {
		return
	}
	if diff := cmp.Diff(lists["kustomize|"+ref.path+"|"+ref.flags], ids(u)); diff != "" {
		t.Errorf("%s (-want +got):\n%s\n%v\n%v", ref.path, diff, u.Failures, u.Skipped)
		return
	}
	c.sameObjects++
	if u.Partial || readsChart(u) {
		return
	}
	if diff := cmp.Diff(onDisk(t, filepath.Join(dir, ref.path)), text(t, u)); diff != "" {
		t.Errorf("%s (-krusty +got):\n%s", ref.path, diff)
		return
	}
	c.sameText++
	for i, want := range originsOnDisk(t, dir, ref.path) {
		if want == "" {
			continue // the annotation was lost on the way
		}
		c.objects++
		if got := u.Objects[i].Source.Trace(nil); got.File != want || got.Line == 0 {
			t.Errorf("%s: %s is at %s, want %s", ref.path, names(u)[i], got, want)
			continue
		}
		c.sameFile++
	}
}

// lostLinks are kustomizations of links that became files with the name of
// their target when the repository was packed.
var lostLinks = []string{"argoproj+argo-cd/test/e2e/testdata2/guestbook-partial-symlink-files"}

func objectLists(t *testing.T, repo string) map[string][][]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(shared, "corpus-ref", repo+".json"))
	if err != nil {
		return nil // only references that failed
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	lists := map[string][][]string{}
	for key, raw := range all {
		var list [][]string
		if strings.HasPrefix(key, "kustomize|") {
			if err := json.Unmarshal(raw, &list); err != nil {
				t.Fatal(err)
			}
			lists[key] = list
		}
	}
	return lists
}

func ids(u render.Unit) [][]string {
	list := [][]string{}
	for _, o := range u.Objects {
		list = append(list, []string{o.APIVersion(), o.Kind(), o.Namespace(), o.Name()})
	}
	return list
}
