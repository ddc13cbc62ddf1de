package fsys

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPatternsAreIgnoreRules runs the cases of .gitignore files, and looks at the
// names in them as a walk would come upon them.
func TestPatternsAreIgnoreRules(t *testing.T) {
	t.Parallel()
	for _, c := range ignoreCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := strings.TrimPrefix(strings.TrimSuffix(c.rules, "\n"), "\ufeff")
			p := NewPatterns(".", strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")...)
			var got []string
			for _, name := range c.names {
				if p.match(strings.TrimSuffix(name, "/"), strings.HasSuffix(name, "/"), nil) {
					got = append(got, name)
				}
			}
			if diff := cmp.Diff(c.ignored, got); diff != "" {
				t.Errorf("matches (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPatternsMatchBelowDirectories(t *testing.T) {
	t.Parallel()
	p := NewPatterns("deploy", "third_party/", "!ours", "/a/*.yaml", "")
	for name, want := range map[string]bool{
		"deploy/third_party/x/y.yaml": true,
		"deploy/third_party/ours":     true, // nothing takes out of a directory that matches
		"deploy/x/third_party/y":      true,
		"deploy/third_party":          false, // it is no directory
		"third_party/x":               false,
		"deployed/third_party/x":      false,
		"deploy/a/b.yaml":             true,
		"deploy/x/a/b.yaml":           false,
		"deploy":                      false,
		".":                           false,
	} {
		if got := p.Match(name, false); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	var used []int
	p.Uses("deploy/third_party/ours", false, func(i int) { used = append(used, i) })
	if !slices.Equal(used, []int{1}) {
		t.Errorf("%v are used, want the second", used)
	}
	if (Patterns{}).Match("a", false) {
		t.Error("no pattern matches")
	}
}

func TestWalkWithout(t *testing.T) {
	t.Parallel()
	tree := write(t, map[string]string{
		".gitignore": "ignored/\n", "ignored/a.yaml": "", "third_party/a/b.yaml": "", "app/a.yaml": "", "app/keep.yaml": "", "x/third_party": "",
	})
	got, err := tree.WalkWithout(t.Context(), ".", NewPatterns(".", "third_party/", "ignored/", "app/*", "!app/keep.yaml", "/nothing"))
	if err != nil {
		t.Fatal(err)
	}
	want := Listing{
		Dirs: []string{".", "app", "x"}, Files: []string{".gitignore", "app/keep.yaml", "x/third_party"},
		Excluded: []bool{true, true, true, true, false},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("listing (-want +got):\n%s", diff)
	}
}
