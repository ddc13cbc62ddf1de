package git_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/git"
)

func TestRemotes(t *testing.T) {
	t.Parallel()
	const config = `[core]
	url = no remote
[remote "origin"]
	url = git@example.com:acme/fleet.git
	fetch = +refs/heads/*:refs/remotes/origin/*
[remote "mirror"]
	url=https://example.com/acme/fleet
[branch "main"]
	remote = origin
`
	both := []string{"git@example.com:acme/fleet.git", "https://example.com/acme/fleet"}
	// ABOVE stands for the directory that holds the checkout.
	tests := []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"no checkout", nil, nil},
		{"checkout", map[string]string{"checkout/.git/config": config}, both},
		{"worktree", map[string]string{
			"checkout/.git":                    "gitdir: ABOVE/main/.git/worktrees/w\n",
			"main/.git/worktrees/w/commondir":  "../..\n",
			"main/.git/config":                 config,
			"main/.git/worktrees/w/config":     "not read",
			"main/.git/worktrees/other/config": "not read",
		}, both},
		{"worktree with a relative path", map[string]string{
			"checkout/.git":                   "gitdir: ../main/.git/worktrees/w\n",
			"main/.git/worktrees/w/commondir": "../..\n",
			"main/.git/config":                config,
		}, both},
		{"worktree of a bare repository", map[string]string{
			"checkout/.git":                  "gitdir: ABOVE/bare.git/worktrees/w\n",
			"bare.git/worktrees/w/commondir": "ABOVE/bare.git\n",
			"bare.git/config":                config,
		}, both},
		{"submodule", map[string]string{
			"checkout/.git":                "gitdir: ../.git/modules/checkout\n",
			".git/modules/checkout/config": config,
			".git/config":                  "[remote \"origin\"]\n\turl = the one around it\n",
		}, both},
		{"link to nowhere", map[string]string{"checkout/.git": "gitdir: ../gone\n"}, nil},
		{"file of another kind", map[string]string{"checkout/.git": "anything"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			above := t.TempDir()
			root := filepath.Join(above, "checkout")
			if err := os.Mkdir(root, 0o755); err != nil {
				t.Fatal(err)
			}
			for name, text := range test.files {
				name = filepath.Join(above, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, []byte(strings.ReplaceAll(text, "ABOVE", filepath.ToSlash(above))), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(test.want, git.Remotes(root)); diff != "" {
				t.Errorf("unexpected remotes (-want +got):\n%s", diff)
			}
		})
	}
}
