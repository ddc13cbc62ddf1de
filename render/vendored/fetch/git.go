package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// gitRunner runs git in a folder of its own. The git of the user has the user's
// credentials and settings.
type gitRunner struct{ dir string }

// checkout fetches one commit of a repository, as kustomize does, and tells which
// one it is. The ref "" is the default branch.
func (g gitRunner) checkout(ctx context.Context, repository, ref string) (string, error) {
	if ref == "" {
		ref = "HEAD"
	}
	if !validRef(ref) {
		return "", fmt.Errorf("%q is no branch, tag or commit", ref)
	}
	// Without a template, no hooks come with the new repository.
	if _, err := g.run(ctx, "init", "--quiet", "--template="); err != nil {
		return "", err
	}
	// Submodules with a relative address need the name origin.
	if _, err := g.run(ctx, "remote", "add", "--", "origin", repository); err != nil {
		return "", err
	}
	if _, err := g.run(ctx, "fetch", "--quiet", "--depth=1", "--no-tags", "--", "origin", ref); err != nil {
		return "", err
	}
	if _, err := g.run(ctx, "-c", "advice.detachedHead=false", "checkout", "--quiet", "--detach", "FETCH_HEAD"); err != nil {
		return "", err
	}
	return g.run(ctx, "rev-parse", "HEAD")
}

// submodules fetches the submodules of what is checked out, where it has any.
func (g gitRunner) submodules(ctx context.Context) error {
	tree, err := fsys.Open(g.dir)
	if err != nil {
		return fmt.Errorf("open checkout: %w", fsys.Cause(err))
	}
	defer tree.Close()
	if !tree.IsFile(".gitmodules") {
		return nil
	}
	_, err = g.run(ctx, "submodule", "--quiet", "update", "--init", "--recursive")
	return err
}

// run runs git and gives what it prints. It never asks anybody anything.
func (g gitRunner) run(ctx context.Context, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "git", args...)
	command.Dir = g.dir
	command.Env = append(ownEnvironment(command.Environ()),
		"GIT_TERMINAL_PROMPT=0", "GIT_LFS_SKIP_SMUDGE=1", "GIT_CEILING_DIRECTORIES="+filepath.Dir(g.dir), "LC_ALL=C")
	command.WaitDelay = 5 * time.Second
	var out, problems bytes.Buffer
	command.Stdout, command.Stderr = &out, &problems
	err := command.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is not installed")
	case err != nil:
		return "", fmt.Errorf("git %s: %s", verb(args), g.complaint(problems.String(), err))
	}
	return strings.TrimSpace(out.String()), nil
}

// verb gives the subcommand among the arguments of git.
func verb(args []string) string {
	if args[0] == "-c" {
		return args[2]
	}
	return args[0]
}

// complaint gives what git says went wrong in one line, without the folder on
// this machine.
func (g gitRunner) complaint(problems string, err error) string {
	var said []string
	for line := range strings.Lines(strings.ReplaceAll(problems, g.dir, ".")) {
		line = strings.TrimSpace(line)
		for _, prefix := range []string{"fatal: ", "error: ", "remote: "} {
			line = strings.TrimPrefix(line, prefix)
		}
		if line != "" && !slices.Contains(said, line) {
			said = append(said, line)
		}
	}
	if len(said) == 0 {
		return err.Error()
	}
	return strings.Join(said[:min(2, len(said))], "; ")
}

// ownEnvironment takes out the variables by which git, when it runs a hook, tells
// its children which repository they are in.
func ownEnvironment(environment []string) []string {
	foreign := []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
		"GIT_COMMON_DIR", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_NAMESPACE"}
	return slices.DeleteFunc(environment, func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains(foreign, name)
	})
}
