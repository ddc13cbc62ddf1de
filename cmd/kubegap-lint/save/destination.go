// Package save writes files in one step each, so that a program that is broken off
// leaves the former file or none.
package save

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Destination is where a file that the user named is written. The zero value is no place:
// it is the same as another zero value, and nothing can be written there.
type Destination struct {
	// path is absolute. What a link leads to is written, not the link.
	path string
	// info is that of the regular file at path; nil where there is none.
	info fs.FileInfo
	// direct is set where path is neither a regular file nor free, such as a pipe, or
	// is a stream of the program, which may be a file that others write to as well.
	direct bool
}

// To looks up an absolute path, which may be free.
func To(path string) Destination {
	path, stream := followed(path)
	info, err := os.Stat(path)
	switch {
	case stream || err != nil && !errors.Is(err, fs.ErrNotExist):
		return Destination{path: path, direct: true}
	case err != nil:
		return Destination{path: path}
	case !info.Mode().IsRegular():
		return Destination{path: path, direct: true}
	default:
		return Destination{path: path, info: info}
	}
}

// followed follows the links of a path, the last of which may lead to nothing, up to
// the name of a stream of the program.
func followed(path string) (end string, stream bool) {
	const maxLinks = 40 // as in Linux (https://man7.org/linux/man-pages/man7/path_resolution.7.html)
	for range maxLinks {
		if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
			path = filepath.Join(dir, filepath.Base(path))
		}
		if path == "/dev/stdout" || path == "/dev/stderr" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/") {
			return path, true
		}
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	return path, false
}

// Same tells whether one of two destinations would take the place of the other.
func (d Destination) Same(other Destination) bool {
	return d.path == other.path || d.info != nil && other.info != nil && os.SameFile(d.info, other.info)
}

// Write writes the file in one step, so that a run that is broken off leaves the
// former file or none, and keeps its permissions. What is no regular file is written
// directly, as is a file that cannot be replaced, such as one that is mounted.
func (d Destination) Write(data []byte) error {
	if d.direct {
		return os.WriteFile(d.path, data, 0o644)
	}
	err := d.replace(data)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EBUSY) {
		return os.WriteFile(d.path, data, 0o644)
	}
	return err
}

// replace puts a new file in the place of the former one, if that may be written.
func (d Destination) replace(data []byte) error {
	mode := fs.FileMode(0o644)
	if d.info != nil {
		mode = d.info.Mode().Perm()
		file, err := os.OpenFile(d.path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		file.Close()
	}
	temporary, err := writeTemporary(filepath.Dir(d.path), data, mode)
	if err != nil {
		return err
	}
	if d.info != nil {
		err = os.Chmod(temporary, mode)
	}
	if err == nil {
		err = os.Rename(temporary, d.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}

// writeTemporary writes a new file in dir, with the permissions that the process lets
// it have of mode.
func writeTemporary(dir string, data []byte, mode fs.FileMode) (string, error) {
	name := filepath.Join(dir, ".kubegap-lint-"+rand.Text())
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", errors.Join(err, os.Remove(name))
	}
	return name, nil
}
