package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// git asks the git of the user about the checkout that a directory lies in. It
// only reads: it never talks to a network, runs no program that the configuration of
// the repository names, and asks nobody anything.
type git struct {
	dir string
	// settings are those that win over all configuration, as name=value.
	settings []string
	// input is what it reads.
	input string
}

// gitError is what git said when it failed.
type gitError struct{ said string }

func (e gitError) Error() string { return e.said }

// run runs git and gives what it prints. What a partial clone lacks is not fetched:
// older versions of git know no GIT_NO_LAZY_FETCH, but none may use a protocol that
// GIT_ALLOW_PROTOCOL does not name, whatever the configuration says. See
// https://git-scm.com/docs/git#Documentation/git.txt-codeGITALLOWPROTOCOLcode
func (g git) run(ctx context.Context, args ...string) (string, error) {
	all := []string{"--no-pager", "--no-optional-locks", "--literal-pathspecs"}
	for _, setting := range append([]string{"core.fsmonitor=false", "core.hooksPath=/dev/null"}, g.settings...) {
		all = append(all, "-c", setting)
	}
	command := exec.CommandContext(ctx, "git", append(all, args...)...)
	command.Dir = g.dir
	command.Env = append(withoutGit(command.Environ()), "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "LC_ALL=C")
	command.Stdin = strings.NewReader(g.input)
	command.WaitDelay = 5 * time.Second
	var out, problems bytes.Buffer
	command.Stdout, command.Stderr = &out, &problems
	err := command.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is not installed")
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", gitError{g.complaint(problems.String(), err)}
	}
	return out.String(), nil
}

// complaint gives the first line of what git says, without the directory on this
// machine.
func (g git) complaint(problems string, err error) string {
	for line := range strings.Lines(strings.ReplaceAll(problems, g.dir, ".")) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "fatal: ")
		if line = strings.TrimPrefix(line, "error: "); line != "" {
			return line
		}
	}
	return err.Error()
}

// withoutGit takes out the variables by which git, when it runs a hook, tells its
// children which repository they are in. Those with settings stay.
func withoutGit(environment []string) []string {
	return slices.DeleteFunc(environment, func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		kept := strings.HasPrefix(name, "GIT_CONFIG") || name == "GIT_EXEC_PATH" || name == "GIT_DISCOVERY_ACROSS_FILESYSTEM"
		return strings.HasPrefix(name, "GIT_") && !kept
	})
}

// changedSince gives what differs between the working tree and the newest commit
// that REV and HEAD have in common, as `git diff REV...` has it, but with what is
// not committed yet: staged or not, and files that git does not know, as far as it
// does not ignore them.
func (g git) changedSince(ctx context.Context, rev string) (changes, error) {
	prefix, err := g.run(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return changes{}, outsideOfGit(err)
	}
	prefix = strings.TrimSuffix(prefix, "\n")
	base, err := g.base(ctx, rev)
	if err != nil {
		return changes{}, err
	}
	files, err := g.compare(ctx, base)
	if err != nil {
		return changes{}, fmt.Errorf("compare with %s: %w", rev, err)
	}
	texts, err := g.texts(ctx, files)
	if err != nil {
		return changes{}, fmt.Errorf("read what is gone: %w", err)
	}
	return readChanges(prefix, files, texts), nil
}

// base gives the commit that what changed is compared with.
func (g git) base(ctx context.Context, rev string) (string, error) {
	commit, err := g.commit(ctx, rev)
	if err != nil {
		return "", err
	}
	head, err := g.commit(ctx, "HEAD")
	if err != nil {
		return "", errors.New("nothing is committed in this repository yet")
	}
	base, err := g.run(ctx, "merge-base", commit, head)
	if said := (gitError{}); errors.As(err, &said) {
		return "", fmt.Errorf("%s and HEAD have no commit in common%s", rev, g.shallow(ctx))
	}
	return strings.TrimSpace(base), err
}

// commit gives the name of the commit that rev stands for: whatever git takes for one
// (https://git-scm.com/docs/gitrevisions), but no range. It asks for the object first,
// and only then for the commit: in :/text all that follows is the text.
func (g git) commit(ctx context.Context, rev string) (string, error) {
	if strings.HasPrefix(rev, "-") {
		return "", errors.New("no commit has a name that begins with -")
	}
	object, err := g.object(ctx, rev)
	said := gitError{}
	missing := errors.As(err, &said)
	switch {
	case missing && strings.Contains(rev, "..") || strings.HasPrefix(object, "^"):
		return "", errors.New("this is a range; name one commit, with which the working tree is compared")
	case missing:
		return "", fmt.Errorf("there is no commit %s here%s", rev, g.shallow(ctx))
	case err != nil:
		return "", err
	}
	commit, err := g.object(ctx, object+"^{commit}")
	if errors.As(err, &said) {
		return "", fmt.Errorf("%s is there, but is no commit", rev)
	}
	return commit, err
}

// object gives the name of an object of git, behind a ^ where rev leaves it out.
func (g git) object(ctx context.Context, rev string) (string, error) {
	name, err := g.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev)
	return strings.TrimSpace(name), err
}

// shallow gives advice for a checkout without its history.
func (g git) shallow(ctx context.Context) string {
	if answer, err := g.run(ctx, "rev-parse", "--is-shallow-repository"); err != nil || strings.TrimSpace(answer) != "true" {
		return ""
	}
	return ": the checkout is shallow; fetch the history first, as actions/checkout does with fetch-depth: 0"
}

func outsideOfGit(err error) error {
	if said := (gitError{}); errors.As(err, &said) && strings.HasPrefix(said.said, "not a git repository") {
		return errors.New("this is no checkout of git")
	}
	return err
}
