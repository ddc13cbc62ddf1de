package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// rootMark tells by what the root of a repository was found.
type rootMark int

const (
	// unmarked: there is no mark, and what was asked for is all that is known.
	unmarked rootMark = iota
	// markedByGit: it is the top level of a checkout.
	markedByGit
	// markedByConfig: it holds a configuration file. What lies outside of it may
	// still belong to the repository.
	markedByConfig
)

// findRoot gives the root of the repository that holds the paths, which are absolute
// and without links: the git top level of the first one. Without git it is the
// nearest directory upwards from them that holds a configuration file; and without
// that the directory that holds all of them, or the chart that holds a single file.
func (a App) findRoot(paths []string) (string, rootMark) {
	dir := directory(paths[0])
	if top := fsys.FindRoot(dir); exists(top, ".git") {
		return top, markedByGit
	}
	if dir != paths[0] {
		dir = chartOf(dir)
	}
	dir = common(dir, paths[1:])
	if at, ok := a.configured(dir); ok {
		return at, markedByConfig
	}
	return dir, unmarked
}

// configured gives the nearest directory from dir upwards that holds a configuration
// file. No file of that name in the top of the file system, in the home directory of
// the user or above it, or in a directory that all users write to, such as /tmp, makes
// that a repository: a run would read all of it, or obey a stranger. Only dir itself
// may be any of them.
func (a App) configured(dir string) (string, bool) {
	home := a.home()
	for at := dir; ; at = filepath.Dir(at) {
		if holdsConfig(at) {
			return at, true
		}
		above := filepath.Dir(at)
		if above == filepath.Dir(above) || contains(above, home) || isShared(above) {
			return "", false
		}
	}
}

// holdsConfig tells whether a directory holds a configuration file, or one whose
// name is that but for the ending, of which the user is told.
func holdsConfig(dir string) bool {
	return slices.ContainsFunc([]string{config.Name, misnamedConfig}, func(name string) bool { return exists(dir, name) })
}

// home is the home directory of the user without links; "" where the environment
// does not tell.
func (a App) home() string {
	name := "HOME"
	if runtime.GOOS == "windows" {
		name = "USERPROFILE"
	}
	home := a.Getenv(name)
	if real, err := filepath.EvalSymlinks(home); err == nil {
		return real
	}
	return home
}

// isShared tells whether all users write to a directory: it has the sticky bit, which
// keeps them from taking each other's files away.
func isShared(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.Mode()&os.ModeSticky != 0
}

// chartOf gives the nearest chart that dir lies in, or dir itself.
func chartOf(dir string) string {
	for at := dir; at != filepath.Dir(at); at = filepath.Dir(at) {
		if exists(at, "Chart.yaml") {
			return at
		}
	}
	return dir
}

// common gives the nearest directory from dir upwards that holds all paths, in
// whichever order they stand.
func common(dir string, paths []string) string {
	for _, p := range paths {
		for !contains(dir, directory(p)) {
			dir = filepath.Dir(dir)
		}
	}
	return dir
}

// resolved gives the path without links: a directory is the one that its link
// leads to, while a file may be a link of the repository and is left as it is.
func resolved(path string) (string, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return filepath.EvalSymlinks(path)
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(path))
	return filepath.Join(parent, filepath.Base(path)), err
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

func directory(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return path
	}
	return filepath.Dir(path)
}

// contains tells whether path is dir or lies in it; false where either is "" and the
// other is not.
func contains(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
