package fsys

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/render/gittest"
)

// ignoreCases are .gitignore files with names that they leave out or not. A
// name that ends in a slash is a directory.
var ignoreCases = []struct {
	name, rules string
	names       []string
	ignored     []string
}{
	{"base name", "build\n", []string{"build", "a/build", "builds", "a/b/build/"}, []string{"build", "a/build", "a/b/build/"}},
	{"anchored", "/build\na/out\n", []string{"build", "a/build", "a/out", "b/a/out"}, []string{"build", "a/out"}},
	{"directory only", "tmp/\n", []string{"tmp", "a/tmp/", "b/c/tmp/"}, []string{"a/tmp/", "b/c/tmp/"}},
	{"star", "*.yaml\n", []string{"a.yaml", "b/c.yaml", "a.yml", ".yaml"}, []string{"a.yaml", "b/c.yaml", ".yaml"}},
	{"star stays in a directory", "a/*.yaml\n", []string{"a/b.yaml", "a/b/c.yaml"}, []string{"a/b.yaml"}},
	{"question mark", "a?c\n", []string{"abc", "ac", "a/c"}, []string{"abc"}},
	{"class", "a[0-9x].y\nb[!a].y\n", []string{"a1.y", "ax.y", "ay.y", "ba.y", "bb.y"}, []string{"a1.y", "ax.y", "bb.y"}},
	{"leading double star", "**/gen/x\n", []string{"gen/x", "a/b/gen/x", "gen/y/x"}, []string{"gen/x", "a/b/gen/x"}},
	{"trailing double star", "gen/**\n", []string{"gen/", "gen/x", "gen/y/x", "a/gen/x"}, []string{"gen/x", "gen/y/x"}},
	{"middle double star", "a/**/b\n", []string{"a/b", "a/x/b", "a/x/y/b", "ab"}, []string{"a/b", "a/x/b", "a/x/y/b"}},
	{"double star in a name", "a**b\n", []string{"ab", "axb", "a/b"}, []string{"ab", "axb"}},
	{"everything", "*\n!keep\n", []string{"x", "keep"}, []string{"x"}},
	{"negation", "*.yaml\n!keep.yaml\n", []string{"a.yaml", "keep.yaml", "b/keep.yaml"}, []string{"a.yaml"}},
	{"the last rule wins", "!a\na\n", []string{"a"}, []string{"a"}},
	{"comments and blanks", "# a\n\n   \n\\#b\n\\!c\n", []string{"a", "# a", "#b", "!c"}, []string{"#b", "!c"}},
	{"trailing blanks", "a  \nb\\ \nc\t\n", []string{"a", "b", "b ", "c", "c\t"}, []string{"a", "b ", "c\t"}},
	{"carriage returns", "a\r\nb/\r\n", []string{"a", "b/"}, []string{"a", "b/"}},
	{"byte order mark", "\ufeffa\n", []string{"a"}, []string{"a"}},
	{"braces mean themselves", "*.{a,b}\n{c}\n\\{d*\n", []string{"x.a", "x.{a,b}", "{c}", "{d}"}, []string{"x.{a,b}", "{c}", "{d}"}},
	{"broken patterns match nothing", "a[\nb\\\n", []string{"a[", "a", "b", "b\\"}, nil},
	{"only slashes", "/\n//\n", []string{"a", "b/"}, nil},
	{"no final newline", "a", []string{"a"}, []string{"a"}},
}

func TestIgnore(t *testing.T) {
	t.Parallel()
	for _, c := range ignoreCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var none *ignores
			rules := none.with(".", []byte(c.rules))
			for _, name := range c.names {
				name, isDir := strings.CutSuffix(name, "/")
				listed := name
				if isDir {
					listed += "/"
				}
				if got, want := rules.match(name, isDir), slices.Contains(c.ignored, listed); got != want {
					t.Errorf("match(%q, %v) = %v, want %v", name, isDir, got, want)
				}
			}
		})
	}
}

// TestIgnoreAsGit has git judge the same cases.
func TestIgnoreAsGit(t *testing.T) {
	t.Parallel()
	for _, c := range ignoreCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			git := gittest.New(t)
			if err := os.WriteFile(filepath.Join(git.Dir, ".gitignore"), []byte(c.rules), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, name := range c.names {
				if strings.HasSuffix(name, "/") {
					if err := os.MkdirAll(filepath.Join(git.Dir, name), 0o755); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, name := range c.names {
				_, err := git.Try("check-ignore", "-q", "--no-index", "--", strings.TrimSuffix(name, "/"))
				if got, want := err == nil, slices.Contains(c.ignored, name); got != want {
					t.Errorf("git ignores %q: %v, but the case says %v", name, got, want)
				}
			}
		})
	}
}
