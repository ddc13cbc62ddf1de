// Package git asks the git of the user what changed in a checkout, and reads where
// its remotes are. It only reads: it never talks to a network, runs no program that
// the configuration of the repository names, and asks nobody anything.
package git

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

// checkout is the checkout that a directory lies in.
type checkout struct {
	dir string
	// settings are those that win over all configuration, as name=value.
	settings []string
	// input is what git reads.
	input string
}

// gitError is what git said when it failed.
type gitError struct{ said string }

func (e gitError) Error() string { return e.said }

// run runs git and gives what it prints. What a partial clone lacks is not fetched:
// older versions of git know no GIT_NO_LAZY_FETCH, but none may use a protocol that
// GIT_ALLOW_PROTOCOL does not name, whatever the configuration says. See
// https://git-scm.com/docs/git#Documentation/git.txt-codeGITALLOWPROTOCOLcode
func (c checkout) run(ctx context.Context, args ...string) (string, error) {
	all := []string{"--no-pager", "--no-optional-locks", "--literal-pathspecs"}
	for _, setting := range append([]string{"core.fsmonitor=false", "core.hooksPath=/dev/null"}, c.settings...) {
		all = append(all, "-c", setting)
	}
	command := exec.CommandContext(ctx, "git", append(all, args...)...)
	command.Dir = c.dir
	command.Env = append(withoutGit(command.Environ()), "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "LC_ALL=C")
	command.Stdin = strings.NewReader(c.input)
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
		return "", gitError{c.complaint(problems.String(), err)}
	}
	return out.String(), nil
}

// complaint gives the first line of what git says, without the directory on this
// machine. Only for a checkout of another user, which git does not touch, it tells the
// remedy that git names, with the directory. See
// https://git-scm.com/docs/git-config#Documentation/git-config.txt-safedirectory
func (c checkout) complaint(problems string, err error) string {
	if _, remedy, ok := strings.Cut(problems, trusting); ok {
		dir, _, _ := strings.Cut(remedy, "\n")
		return "the checkout belongs to another user, so git does not read it; where you trust it, run: " + trusting + strings.TrimSpace(dir)
	}
	for line := range strings.Lines(strings.ReplaceAll(problems, c.dir, ".")) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "fatal: ")
		if line = strings.TrimPrefix(line, "error: "); line != "" {
			return line
		}
	}
	return err.Error()
}

// trusting is the command by which git reads a checkout of another user: the name of its
// directory follows.
const trusting = "git config --global --add safe.directory "

// withoutGit takes out the variables by which git, when it runs a hook, tells its
// children which repository they are in. Those with settings stay.
func withoutGit(environment []string) []string {
	return slices.DeleteFunc(environment, func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		kept := strings.HasPrefix(name, "GIT_CONFIG") || name == "GIT_EXEC_PATH" || name == "GIT_DISCOVERY_ACROSS_FILESYSTEM"
		return strings.HasPrefix(name, "GIT_") && !kept
	})
}

// Change is a file that differs, or a directory of which only that is known: a
// submodule, or a repository inside of this one. A file that was renamed is there with
// both of its names.
type Change struct {
	// Name is relative to the directory that was asked about, with slashes and none
	// at its end.
	Name string
	// Gone tells that it is no more.
	Gone bool
	// Held is what a file that is gone held in the commit: empty where the reading does
	// not want it, nil where it is not known, as for a submodule, a file that is
	// too large, and one that a partial clone lacks.
	Held []byte
}

// Reading tells which of the files that are gone are read.
type Reading struct {
	// Wants tells whether a file is read, by its name as a Change has it.
	Wants func(name string) bool
	// MaxBytes bounds the size of what is read of each.
	MaxBytes int
}

// ChangedSince gives what differs between the working tree around a directory and the
// newest commit that rev and HEAD have in common, as `git diff REV...` has it, but with
// what is not committed yet: staged or not, and files that git does not know, as far as
// it does not ignore them. What lies outside of the directory is left out. A file that is
// gone from the index and there again comes twice, first as one that is gone. Where
// nothing is committed on the branch yet, all differs from HEAD.
//
// It fails, in words for the user, where the directory lies in no checkout, and where rev
// names no commit or has none in common with HEAD.
func ChangedSince(ctx context.Context, dir, rev string, reading Reading) ([]Change, error) {
	c := checkout{dir: dir}
	prefix, err := c.run(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, outsideOfGit(err)
	}
	base, err := c.base(ctx, rev)
	if err != nil {
		return nil, err
	}
	files, err := c.compare(ctx, base)
	if err != nil {
		return nil, fmt.Errorf("compare with %s: %w", rev, err)
	}
	files = below(strings.TrimSuffix(prefix, "\n"), files)
	texts, err := c.texts(ctx, files, reading)
	if err != nil {
		return nil, fmt.Errorf("read what is gone: %w", err)
	}
	return changes(files, texts, reading), nil
}

// base gives the commit that what changed is compared with, or the tree without files.
func (c checkout) base(ctx context.Context, rev string) (string, error) {
	if rev == "HEAD" && c.unborn(ctx) {
		return c.emptyTree(ctx)
	}
	commit, err := c.commit(ctx, rev)
	if err != nil {
		return "", err
	}
	head, err := c.commit(ctx, "HEAD")
	if err != nil {
		return "", errors.New("nothing is committed in this repository yet")
	}
	base, err := c.run(ctx, "merge-base", commit, head)
	if said := (gitError{}); errors.As(err, &said) {
		return "", fmt.Errorf("%s and HEAD have no commit in common%s", rev, c.shallow(ctx))
	}
	return strings.TrimSpace(base), err
}

// unborn tells whether HEAD is a branch on which nothing is committed yet.
func (c checkout) unborn(ctx context.Context) bool {
	if _, err := c.run(ctx, "symbolic-ref", "--quiet", "HEAD"); err != nil {
		return false
	}
	_, err := c.object(ctx, "HEAD")
	said := gitError{}
	return errors.As(err, &said)
}

// emptyTree gives the name of the tree without files, which git knows in each repository.
func (c checkout) emptyTree(ctx context.Context) (string, error) {
	name, err := c.run(ctx, "hash-object", "-t", "tree", "--stdin")
	return strings.TrimSpace(name), err
}

// commit gives the name of the commit that rev stands for: whatever git takes for one
// (https://git-scm.com/docs/gitrevisions), but no range. It asks for the object first,
// and only then for the commit: in :/text all that follows is the text. An object of
// which rev is the whole name need not be there.
func (c checkout) commit(ctx context.Context, rev string) (string, error) {
	if strings.HasPrefix(rev, "-") {
		return "", errors.New("no commit has a name that begins with -")
	}
	object, err := c.object(ctx, rev)
	said := gitError{}
	missing := errors.As(err, &said)
	switch {
	case missing && strings.Contains(rev, "..") || strings.HasPrefix(object, "^"):
		return "", errors.New("this is a range; name one commit, with which the working tree is compared")
	case missing:
		return "", fmt.Errorf("there is no commit %s here%s", rev, c.shallow(ctx))
	case err != nil:
		return "", err
	}
	commit, err := c.object(ctx, object+"^{commit}")
	if !errors.As(err, &said) {
		return commit, err
	}
	if _, err := c.run(ctx, "cat-file", "-e", object); err != nil {
		return "", fmt.Errorf("there is no commit %s here%s", rev, c.shallow(ctx))
	}
	return "", fmt.Errorf("%s is there, but is no commit", rev)
}

// object gives the name of an object of git, behind a ^ where rev leaves it out.
func (c checkout) object(ctx context.Context, rev string) (string, error) {
	name, err := c.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev)
	return strings.TrimSpace(name), err
}

// shallow gives advice for a checkout without its history.
func (c checkout) shallow(ctx context.Context) string {
	if answer, err := c.run(ctx, "rev-parse", "--is-shallow-repository"); err != nil || strings.TrimSpace(answer) != "true" {
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
