package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadChanges reads what git prints, seen from a directory of the checkout.
func TestReadChanges(t *testing.T) {
	t.Parallel()
	diff := "M\x00sub/a b.yaml\x00D\x00sub/gone\n.yaml\x00A\x00elsewhere.yaml\x00M\x00sub/module\x00"
	c := readChanges("sub/", diff, "sub/new.yaml\x00sub/nested/\x00")
	if diff := cmp.Diff([]string{"a b.yaml", "gone\n.yaml", "module", "nested", "new.yaml"}, c.sorted()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"gone\n.yaml"}, sortedKeys(c.gone)); diff != "" {
		t.Errorf("gone (-want +got):\n%s", diff)
	}
	for name, want := range map[string]bool{"a b.yaml": true, "module/x/y.yaml": true, "nested/a": true, "other": false, "modules/x": false, ".": false} {
		if c.has(name) != want {
			t.Errorf("has(%q) is %v", name, !want)
		}
	}
	if readChanges("", "", "").has("a") {
		t.Error("nothing changed, and a did")
	}
}
