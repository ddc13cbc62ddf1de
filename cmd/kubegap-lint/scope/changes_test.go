package scope

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestChanges takes in what changed in the order in which git tells it.
func TestChanges(t *testing.T) {
	t.Parallel()
	c := NewChanges()
	c.Add("a b.yaml")
	c.Lose("gone\n.yaml", []byte("a:\n1"))
	c.Add("module")
	c.Lose("lost", nil)
	c.Lose("logo.png", []byte{})
	c.Lose("kept.yaml", nil)
	c.Add("new.yaml")
	c.Add("nested")
	c.Add("kept.yaml")
	if diff := cmp.Diff([]string{"a b.yaml", "gone\n.yaml", "kept.yaml", "logo.png", "lost", "module", "nested", "new.yaml"}, c.sorted()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"gone\n.yaml", "logo.png", "lost"}, slices.Sorted(maps.Keys(c.gone))); diff != "" {
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
	if NewChanges().has("a") {
		t.Error("nothing changed, and a did")
	}
}
