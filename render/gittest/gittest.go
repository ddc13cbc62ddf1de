// Package gittest makes git repositories for tests. Neither the settings of who runs
// the tests nor a repository that they run in, as in a hook, have a part in them.
package gittest

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Repository is a repository with a work tree, removed at the end of the test.
type Repository struct {
	// Dir is the top of the work tree.
	Dir string
	t   testing.TB
}

// New makes an empty repository whose branch is main. It skips the test where git is
// not installed.
func New(t testing.TB) Repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	r := Repository{Dir: t.TempDir(), t: t}
	r.Run("init", "--quiet", "--initial-branch=main")
	return r
}

// Environment is all that git is told: where programs are, that there is no
// configuration but that of the repository, and who commits
// (https://git-scm.com/docs/git#_environment_variables).
func (r Repository) Environment() []string {
	environment := []string{
		"HOME=" + r.Dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "LC_ALL=C",
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.com", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.com",
	}
	for _, setting := range new(exec.Cmd).Environ() {
		if name, _, _ := strings.Cut(setting, "="); name == "PATH" || name == "SYSTEMROOT" {
			environment = append(environment, setting)
		}
	}
	return environment
}

// Try runs git in the work tree and gives all that it prints.
func (r Repository) Try(args ...string) (string, error) {
	command := exec.Command("git", args...)
	command.Dir, command.Env = r.Dir, r.Environment()
	out, err := command.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// Run is Try for what must not fail.
func (r Repository) Run(args ...string) string {
	r.t.Helper()
	out, err := r.Try(args...)
	if err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return out
}

// CommitAll commits all that lies in the work tree, and gives the commit.
func (r Repository) CommitAll() string {
	r.t.Helper()
	r.Run("add", "--all")
	r.Run("commit", "--quiet", "--allow-empty", "-m", "files")
	return r.Run("rev-parse", "HEAD")
}
