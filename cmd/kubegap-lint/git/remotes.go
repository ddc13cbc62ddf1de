package git

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// Remotes gives the addresses of the remotes in the configuration of git, in the order
// in which they stand there. The directory is the top level of a checkout; it gives none
// where it is not. It reads the files of git, and does not run it.
func Remotes(dir string) []string {
	data, err := os.ReadFile(filepath.Join(gitDir(dir), "config"))
	if err != nil {
		return nil
	}
	return remotesIn(data)
}

// gitDir gives the directory with the configuration of the checkout in root. In a
// worktree and in a submodule .git is a file that names a directory elsewhere, and
// that of a worktree names in turn the one that all worktrees share. See
// https://git-scm.com/docs/gitrepository-layout
func gitDir(root string) string {
	dir := filepath.Join(root, ".git")
	link, err := os.ReadFile(dir)
	name, isLink := strings.CutPrefix(string(link), "gitdir:")
	if err != nil || !isLink {
		return dir
	}
	dir = named(root, name)
	if common, err := os.ReadFile(filepath.Join(dir, "commondir")); err == nil {
		return named(dir, string(common))
	}
	return dir
}

// named gives the directory that a line in a file of git names, relative to dir or
// absolute.
func named(dir, line string) string {
	name := filepath.FromSlash(strings.TrimSpace(line))
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// remotesIn gives the addresses of the remotes in a configuration of git.
func remotesIn(data []byte) []string {
	var remotes []string
	inRemote := false
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "[") {
			inRemote = strings.HasPrefix(line, "[remote ")
			continue
		}
		if key, value, ok := strings.Cut(line, "="); ok && inRemote && strings.TrimSpace(key) == "url" {
			remotes = append(remotes, strings.TrimSpace(value))
		}
	}
	return remotes
}
