// Package place is where on a machine a program runs: it makes absolute paths of those
// that users write, and finds the root of the repository that they lie in and the files
// of Helm.
package place

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// Place is the working directory and the environment of a program.
type Place struct {
	// Dir is the working directory, to which arguments are relative.
	Dir string
	// Getenv gives a variable of the environment; "" where it is not set.
	Getenv func(string) string
}

// Abs makes a path absolute, relative to the working directory, and cleans it.
func (p Place) Abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(p.Dir, path)
}

// AbsFromReal is Abs for a path whose own links count: those of the working directory
// are resolved.
func (p Place) AbsFromReal(path string) string {
	if dir, err := filepath.EvalSymlinks(p.Dir); err == nil {
		p.Dir = dir
	}
	return p.Abs(path)
}

// Relative gives an absolute path as a user in the working directory writes it.
func (p Place) Relative(abs string) string {
	if name, err := filepath.Rel(p.Dir, abs); err == nil {
		return name
	}
	return abs
}

// Existing gives the absolute paths as Resolved has them, and fails for one that does
// not exist, by the name that it has in paths.
func (p Place) Existing(paths []string) ([]string, error) {
	absolute := make([]string, len(paths))
	for i, path := range paths {
		abs := p.Abs(path)
		if path == "" {
			return nil, fmt.Errorf("%q: an empty path names nothing; the working directory is %s", path, ".")
		}
		_, err := os.Lstat(abs)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, fsys.Cause(err))
		}
		if absolute[i], err = Resolved(abs); err != nil {
			return nil, fmt.Errorf("%s: %w", path, fsys.Cause(err))
		}
	}
	return absolute, nil
}
