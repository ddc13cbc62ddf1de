package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/git"
)

// TestChanges takes in what git tells of a checkout.
func TestChanges(t *testing.T) {
	t.Parallel()
	c := changesOf([]git.Change{
		{Name: "a b.yaml"}, {Name: "gone\n.yaml", Gone: true, Held: []byte("a:\n1")}, {Name: "module"}, {Name: "lost", Gone: true},
		{Name: "logo.png", Gone: true, Held: []byte{}}, {Name: "kept.yaml", Gone: true}, {Name: "new.yaml"}, {Name: "nested"}, {Name: "kept.yaml"},
	})
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
	if changesOf(nil).has("a") {
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
