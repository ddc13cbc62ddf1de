package fsys

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// write puts files and links into a new directory and opens it. A text that
// starts with "-> " makes a link.
func write(t *testing.T, files map[string]string) *Tree {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if len(text) > 3 && text[:3] == "-> " {
			err = os.Symlink(text[3:], name)
		} else {
			err = os.WriteFile(name, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	tree, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return tree
}

func TestResolve(t *testing.T) {
	t.Parallel()
	tree := write(t, map[string]string{
		"a/b/file.yaml": "x",
		"a/up":          "-> ../a/b/",
		"a/b/self":      "-> .",
		"chain":         "-> a/up/file.yaml",
		"root":          "-> .",
		"loop1":         "-> loop2",
		"loop2":         "-> loop1",
		"dangling":      "-> a/none",
		"outside":       "-> ../elsewhere",
		"outside-deep":  "-> a/up/../../../elsewhere",
		"absolute":      "-> /etc/hostname",
		"through-up":    "-> a/up/../b/file.yaml",
	})
	for _, c := range []struct {
		name, want string
		err        error
	}{
		{"a/b/file.yaml", "a/b/file.yaml", nil},
		{"./a//b/../b/file.yaml", "a/b/file.yaml", nil},
		{".", ".", nil},
		{"a/up/file.yaml", "a/b/file.yaml", nil},
		{"a/b/self/self/self/file.yaml", "a/b/file.yaml", nil},
		{"root/root/a", "a", nil},
		{"chain", "a/b/file.yaml", nil},
		{"through-up", "a/b/file.yaml", nil},
		{"loop1", "", errAny},
		{"loop2/x", "", errAny},
		{"dangling", "", fs.ErrNotExist},
		{"none/x", "", fs.ErrNotExist},
		{"a/b/file.yaml/x", "", errAny},
		{"outside", "", ErrOutside},
		{"outside/x", "", ErrOutside},
		{"outside-deep", "", ErrOutside},
		{"absolute", "", ErrOutside},
		{"/etc/hostname", "", ErrOutside},
		{"..", "", ErrOutside},
		{"a/../../x", "", ErrOutside},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := tree.Resolve(c.name)
			if got != c.want || (err == nil) != (c.err == nil) || !errors.Is(c.err, errAny) && !errors.Is(err, c.err) {
				t.Errorf("Resolve = %q, %v; want %q, %v", got, err, c.want, c.err)
			}
		})
	}
}

// errAny stands for an error that has no name.
var errAny = errors.New("any error")

func TestLinks(t *testing.T) {
	t.Parallel()
	tree := write(t, map[string]string{
		"a/b/file":   "x",
		"a/up":       "-> ../a/b",
		"chain":      "-> a/up",
		"loop":       "-> loop",
		"outside":    "-> gone/../out",
		"out":        "-> ../elsewhere",
		"gone/empty": "",
	})
	for name, want := range map[string][]string{
		"a/b/file": nil, "none": nil, "../x": nil, "/etc": nil,
		"a/up": {"a/up"}, "chain/file": {"chain", "a/up"}, "chain/./file": {"chain", "a/up"}, "chain/none": {"chain", "a/up"},
		"outside": {"outside", "out"},
	} {
		if got := tree.Links(name); !slices.Equal(got, want) {
			t.Errorf("Links(%s) = %q, want %q", name, got, want)
		}
	}
	if got := len(tree.Links("loop")); got != maxLinks+1 {
		t.Errorf("a loop has %d links", got)
	}
}

func TestFindRoot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"repo/.git", "repo/deploy/prod", "plain/deploy"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "repo/submodule/x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "repo/submodule/.git"), []byte("gitdir: ../.git/modules/x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, want string }{
		{"repo", "repo"},
		{"repo/deploy/prod", "repo"},
		{"repo/submodule/x", "repo/submodule"},
		{"plain/deploy", "plain/deploy"},
	} {
		if got := FindRoot(filepath.Join(dir, c.dir)); got != filepath.Join(dir, c.want) {
			t.Errorf("FindRoot(%s) = %s, want %s", c.dir, got, c.want)
		}
	}
}
