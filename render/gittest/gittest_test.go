package gittest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/kubegap/kubegap-lint/render/gittest"
)

// TestApart commits as in a hook of another repository, whose user signs commits with
// a program that is absent and has a hook for all repositories.
func TestApart(t *testing.T) {
	other, home := gittest.New(t), t.TempDir()
	before := other.CommitAll()
	hook, ran := filepath.Join(home, "hooks", "post-commit"), filepath.Join(home, "ran")
	if err := os.Mkdir(filepath.Dir(hook), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(hook, []byte("#!/bin/sh\ntouch '"+ran+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	config := "[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = none\n[core]\n\thooksPath = " + filepath.Dir(hook) + "\n"
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"HOME": home, "GIT_CONFIG_GLOBAL": filepath.Join(home, ".gitconfig"), "GIT_DIR": filepath.Join(other.Dir, ".git"), "GIT_WORK_TREE": other.Dir,
		"GIT_INDEX_FILE": filepath.Join(other.Dir, ".git", "index"), "GIT_AUTHOR_NAME": "",
	} {
		t.Setenv(name, value)
	}
	own := gittest.New(t)
	if err := os.WriteFile(filepath.Join(own.Dir, "a"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	own.CommitAll()
	if got := own.Run("ls-tree", "--name-only", "HEAD"); got != "a" {
		t.Errorf("the commit holds %q", got)
	}
	if got := other.Run("rev-parse", "HEAD"); got != before {
		t.Error("the other repository has another commit")
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a hook of the user ran")
	}
}
