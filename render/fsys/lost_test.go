package fsys

import "testing"

func TestSeeking(t *testing.T) {
	t.Parallel()
	tree := write(t, map[string]string{
		"dir/here": "x", "link": "-> dir", "dangling": "-> dir/gone", "elsewhere": "-> other", "other/x": "x",
	})
	tree.Lose(map[string][]byte{"dir/gone": []byte("text"), "lost/deep/file": nil})
	for name, c := range map[string]struct {
		look func(*Tree)
		want bool
	}{
		"what is here":             {func(v *Tree) { v.IsFile("dir/here") }, false},
		"what was never there":     {func(v *Tree) { v.IsFile("dir/never") }, false},
		"a file":                   {func(v *Tree) { v.IsFile("./dir/x/../gone") }, true},
		"its text":                 {func(v *Tree) { _, _ = v.ReadFile("dir/gone") }, true},
		"by its description":       {func(v *Tree) { _, _ = v.Stat("dir/gone") }, true},
		"a directory":              {func(v *Tree) { v.IsDir("lost/deep") }, true},
		"below a file":             {func(v *Tree) { v.IsFile("dir/gone/below") }, true},
		"beside it":                {func(v *Tree) { v.IsFile("lost/other") }, false},
		"through a link":           {func(v *Tree) { v.IsFile("link/gone") }, true},
		"a link that is left":      {func(v *Tree) { v.IsFile("dangling") }, true},
		"another link":             {func(v *Tree) { v.IsFile("elsewhere/gone") }, false},
		"without links":            {func(v *Tree) { _, _ = v.Resolve("dir/gone") }, true},
		"a listing":                {func(v *Tree) { _, _ = v.ReadDir("dir") }, false},
		"a directory to list":      {func(v *Tree) { _, _ = v.ReadDir("lost") }, true},
		"outside":                  {func(v *Tree) { v.IsFile("../dir/gone"); v.IsFile("/dir/gone") }, false},
		"by a test that matches":   {func(v *Tree) { v.Seek(func(_ string, text []byte) bool { return string(text) == "text" }) }, true},
		"by a test that does not":  {func(v *Tree) { v.Seek(func(name string, _ []byte) bool { return name == "dir" }) }, false},
		"in the tree and not here": {func(*Tree) { tree.IsFile("dir/gone") }, false},
	} {
		t.Run(name, func(t *testing.T) {
			var search Search
			c.look(tree.Seeking(&search))
			if search.Missed() != c.want {
				t.Errorf("missed: %v", search.Missed())
			}
		})
	}
}
