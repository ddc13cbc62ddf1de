package fsys

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWalk(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		files map[string]string
		start string
		want  Listing
	}{
		{
			name:  "order",
			files: map[string]string{"b.yaml": "", "a/c.yaml": "", "a.yaml": "", "a-b/d.yaml": ""},
			start: ".",
			want: Listing{
				Dirs:  []string{".", "a", "a-b"},
				Files: []string{"a/c.yaml", "a-b/d.yaml", "a.yaml", "b.yaml"},
			},
		},
		{
			name: "left out",
			files: map[string]string{
				".git/config": "", "sub/.git": "gitdir: x", "node_modules/m/a.yaml": "",
				"sub/node_modules/a.yaml": "", ".kubegap/vendor/a.yaml": "", "sub/.kubegap/a.yaml": "", "sub/a.yaml": "", ".hidden/a.yaml": "",
			},
			start: ".",
			want:  Listing{Dirs: []string{".", ".hidden", "sub"}, Files: []string{".hidden/a.yaml", "sub/a.yaml"}},
		},
		{
			name: "ignore files",
			files: map[string]string{
				".gitignore":        "*.tmp.yaml\n/out/\n",
				".git/info/exclude": "private\n",
				"a.tmp.yaml":        "",
				"out/a.yaml":        "",
				"private/a.yaml":    "",
				"sub/.gitignore":    "!keep.tmp.yaml\nout\n",
				"sub/keep.tmp.yaml": "",
				"sub/b.tmp.yaml":    "",
				"sub/out/a.yaml":    "",
				"other/out/a.yaml":  "",
			},
			start: ".",
			want: Listing{
				Dirs:  []string{".", "other", "other/out", "sub"},
				Files: []string{".gitignore", "other/out/a.yaml", "sub/.gitignore", "sub/keep.tmp.yaml"},
			},
		},
		{
			name: "start in what is left out",
			files: map[string]string{
				".gitignore": "out\n*.yaml\n", "out/a.yaml": "", "out/.gitignore": "b.yaml\n", "out/b.yaml": "",
			},
			start: "out",
			want:  Listing{Dirs: []string{"out"}, Files: []string{"out/.gitignore", "out/a.yaml"}},
		},
		{
			name: "links are listed and not followed",
			files: map[string]string{
				"a/x.yaml": "", "a/up": "-> ..", "b": "-> a", "c.yaml": "-> a/x.yaml", "ignored": "-> a", ".gitignore": "ignored\n",
			},
			start: ".",
			want: Listing{
				Dirs:  []string{".", "a"},
				Files: []string{".gitignore", "a/x.yaml"},
				Links: []Link{{Name: "a/up", Target: "."}, {Name: "b", Target: "a"}, {Name: "c.yaml", Target: "a/x.yaml"}},
			},
		},
		{
			name:  "start through a link",
			files: map[string]string{"a/x.yaml": "", "b": "-> a"},
			start: "b",
			want:  Listing{Dirs: []string{"a"}, Files: []string{"a/x.yaml"}},
		},
		{
			name:  "a directory that is not there",
			start: "none",
			want:  Listing{Unreadable: []Unreadable{{Name: "none"}}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := write(t, c.files).Walk(t.Context(), c.start)
			if err != nil {
				t.Fatal(err)
			}
			for i := range got.Unreadable {
				got.Unreadable[i].Err = nil
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWalkBadLinks(t *testing.T) {
	t.Parallel()
	tree := write(t, map[string]string{"loop": "-> loop", "out": "-> ../..", "gone": "-> none"})
	got, err := tree.Walk(t.Context(), ".")
	if err != nil || len(got.Links) != 3 {
		t.Fatalf("Walk = %v, %v", got, err)
	}
	for _, link := range got.Links {
		if link.Err == nil || link.Target != "" || errors.Is(link.Err, ErrOutside) != (link.Name == "out") {
			t.Errorf("%s leads to %q, error %v", link.Name, link.Target, link.Err)
		}
	}
}

func TestWalkUnreadable(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root can read everything")
	}
	tree := write(t, map[string]string{"a/x.yaml": "", "b/y.yaml": ""})
	if err := os.Chmod(filepath.Join(tree.Dir(), "a"), 0); err != nil {
		t.Fatal(err)
	}
	got, err := tree.Walk(t.Context(), ".")
	if err != nil || len(got.Unreadable) != 1 || got.Unreadable[0].Name != "a" || len(got.Files) != 1 {
		t.Errorf("Walk = %v, %v", got, err)
	}
}

func TestWalkCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := write(t, nil).Walk(ctx, "."); !errors.Is(err, context.Canceled) {
		t.Errorf("Walk fails with %v", err)
	}
}
