package place

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// Mark tells by what the root of a repository was found.
type Mark int

const (
	// Unmarked tells that there is no mark, and that what was asked for is all that is
	// known.
	Unmarked Mark = iota
	// MarkedByGit tells that it is the top level of a checkout.
	MarkedByGit
	// MarkedByConfig tells that it holds a configuration file. What lies outside of it
	// may still belong to the repository.
	MarkedByConfig
)

// Root gives the root of the repository that holds the paths, which are absolute and
// without links, and at least one: the git top level of the first one. Without git it is
// the nearest directory upwards from them that holds a configuration file; and without
// that the directory that holds all of them, or the chart that holds a single file.
func (p Place) Root(paths []string) (string, Mark) {
	dir := directory(paths[0])
	if top := fsys.FindRoot(dir); Exists(top, ".git") {
		return top, MarkedByGit
	}
	if dir != paths[0] {
		dir = chartOf(dir)
	}
	dir = common(dir, paths[1:])
	if at, ok := p.configured(dir); ok {
		return at, MarkedByConfig
	}
	return dir, Unmarked
}

// configured gives the nearest directory from dir upwards that holds a configuration
// file. No file of that name in the top of the file system, in the home directory of
// the user or above it, or in a directory that all users write to, such as /tmp, makes
// that a repository: a run would read all of it, or obey a stranger. Only dir itself
// may be any of them.
func (p Place) configured(dir string) (string, bool) {
	home := p.home()
	for at := dir; ; at = filepath.Dir(at) {
		if holdsConfig(at) {
			return at, true
		}
		above := filepath.Dir(at)
		if above == filepath.Dir(above) || Contains(above, home) || isShared(above) {
			return "", false
		}
	}
}

// holdsConfig tells whether a directory holds a configuration file, or one whose
// name is that but for the ending, of which the user is told.
func holdsConfig(dir string) bool {
	return slices.ContainsFunc([]string{config.Name, config.Misnamed}, func(name string) bool { return Exists(dir, name) })
}

// home is the home directory of the user without links; "" where the environment
// does not tell.
func (p Place) home() string {
	name := "HOME"
	if runtime.GOOS == "windows" {
		name = "USERPROFILE"
	}
	home := p.Getenv(name)
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
		if Exists(at, "Chart.yaml") {
			return at
		}
	}
	return dir
}

// Common gives the directory that holds all paths, which are absolute and at least one.
func Common(paths []string) string { return common(directory(paths[0]), paths[1:]) }

// common gives the nearest directory from dir upwards that holds all paths, in
// whichever order they stand.
func common(dir string, paths []string) string {
	for _, path := range paths {
		for !Contains(dir, directory(path)) {
			dir = filepath.Dir(dir)
		}
	}
	return dir
}

// Resolved gives an absolute path without links: a directory is the one that its link
// leads to, while a file may be a link of the repository and is left as it is.
func Resolved(path string) (string, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return filepath.EvalSymlinks(path)
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(path))
	return filepath.Join(parent, filepath.Base(path)), err
}

// Exists tells whether a directory holds something of that name, be it a link to nothing.
func Exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// directory gives a path that is a directory, or else the one that it lies in.
func directory(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return path
	}
	return filepath.Dir(path)
}

// Contains tells whether path is dir or lies in it; false where either is "" and the
// other is not.
func Contains(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
