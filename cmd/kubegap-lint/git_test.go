package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadChanges reads what git prints, seen from a directory of the checkout.
func TestReadChanges(t *testing.T) {
	t.Parallel()
	diff := strings.Join([]string{
		":100644 100644 1a 00 M", "sub/a b.yaml", ":100644 000000 2b 00 D", "sub/gone\n.yaml", ":000000 100644 00 00 A", "elsewhere.yaml",
		":160000 160000 3c 00 M", "sub/module", ":160000 000000 4d 00 D", "sub/lost", ":100644 000000 5e 00 D", "sub/logo.png",
		":100644 000000 6f 00 D", "sub/kept.yaml", "",
	}, "\x00")
	files := append(readDiff(diff), changedFile{name: "sub/new.yaml"}, changedFile{name: "sub/nested/"}, changedFile{name: "sub/kept.yaml"})
	held := readBlobs("2b blob 4\na:\n1\n5e missing\n")
	c := readChanges("sub/", files, held)
	if diff := cmp.Diff([]string{"a b.yaml", "gone\n.yaml", "kept.yaml", "logo.png", "lost", "module", "nested", "new.yaml"}, c.sorted()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"gone\n.yaml", "logo.png", "lost"}, sortedKeys(c.gone)); diff != "" {
		t.Errorf("gone (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string][]byte{"gone\n.yaml": []byte("a:\n1"), "logo.png": {}, "lost": nil}, c.texts); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
	for name, want := range map[string]bool{
		"a b.yaml": true, "module/x/y.yaml": true, "nested/a": true, "other": false, "modules/x": false, ".": false,
		"/": false, "/a b.yaml": false, "/etc/x": false, "..": false, "../a b.yaml": false, "": false,
	} {
		if c.has(name) != want {
			t.Errorf("has(%q) is %v", name, !want)
		}
	}
	if readChanges("", nil, nil).has("a") {
		t.Error("nothing changed, and a did")
	}
}

// TestWordSearch finds words wherever they stand.
func TestWordSearch(t *testing.T) {
	t.Parallel()
	search := newWordSearch([]string{"ab", "abc/", "kube-proxy"})
	for text, want := range map[string]bool{
		"": false, "a": false, "ab": true, "xab": true, "a b": false, "kube-prox": false, "the kube-proxy": true, "kube-kube-proxy": true,
	} {
		if search.in([]byte(text)) != want {
			t.Errorf("in(%q) is %v", text, !want)
		}
	}
}

// TestLeadsTo compares paths as they are written with those of the repository.
func TestLeadsTo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		written, name string
		want          bool
	}{
		{"web", "apps/web", true},
		{"apps/web", "apps/web", true},
		{"./apps/web", "apps/web", true},
		{"../../web", "apps/web", true},
		{"other/web", "apps/web", false},
		{"clusters/apps/web", "apps/web", false},
		{"apps", "apps/web", false},
		{"apps/*", "apps/web", true},
		{"/web", "apps/web", true},
		{"$team/web", "apps/web", true},
		{"$team/api", "apps/web", false},
		{"*", "apps/web", false},
		{"", "apps/web", false},
		{"..", "apps/web", false},
	} {
		if got := leadsTo(strings.Split(c.written, "/"), strings.Split(c.name, "/")); got != c.want {
			t.Errorf("leadsTo(%q, %q) = %v", c.written, c.name, got)
		}
	}
}
