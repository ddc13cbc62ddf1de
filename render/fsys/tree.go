// Package fsys gives the renderers their view of the repository: read only,
// confined to its root, and without any network.
package fsys

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// Tree is a repository on disk. Names are relative to its root, with slashes;
// "." is the root. Symbolic links are followed only while they stay inside the
// root. A Tree is safe for concurrent use.
type Tree struct {
	root *os.Root
	dir  string
	// watch is the test of Watch, and watched holds the names that pass it.
	watch   func(data []byte) bool
	watched *sync.Map
	// replaced holds the texts that stand in for those on disk, by their names
	// without links.
	replaced map[string][]byte
	// lost is what Lose told, and search that of a view; nil for the tree itself.
	lost   lost
	search *Search
}

// Open opens the repository whose root is the directory dir.
func Open(dir string) (*Tree, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, err
	}
	return &Tree{root: root, dir: abs, watched: &sync.Map{}}, nil
}

// Close releases the root directory.
func (t *Tree) Close() error { return t.root.Close() }

// Dir is the absolute path of the root on this machine. It must not appear in
// any output.
func (t *Tree) Dir() string { return t.dir }

// Rel gives the name of the file or directory at the absolute path abs, and
// whether it lies in the tree.
func (t *Tree) Rel(abs string) (string, bool) {
	rel, err := filepath.Rel(t.dir, abs)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// Watch has the tree remember which of the files that are read from now on, whole
// and by ReadFile, pass a test: who looks for something rare in what others read
// need not read it again. It is called before the tree is shared.
func (t *Tree) Watch(test func(data []byte) bool) { t.watch = test }

// Watched tells whether the named file was read and passes the test of Watch.
func (t *Tree) Watched(name string) bool {
	_, found := t.watched.Load(clean(name))
	return found
}

// ReadFile reads the named file.
func (t *Tree) ReadFile(name string) ([]byte, error) {
	if text, ok := t.replacement(name); ok {
		t.look(name, text)
		return slices.Clone(text), nil
	}
	f, size, err := t.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, 0, size+512)
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			t.look(name, data)
			return data, nil
		}
		if err != nil {
			return nil, err
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

// ReadHead reads the first bytes of the named file into buf and tells how many
// there are: fewer than len(buf) only where the file ends.
func (t *Tree) ReadHead(name string, buf []byte) (int, error) {
	if text, ok := t.replacement(name); ok {
		return copy(buf, text), nil
	}
	f, _, err := t.open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	n, err := io.ReadFull(f, buf)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return n, err
}

// Open opens the named file for reading.
func (t *Tree) Open(name string) (io.ReadCloser, error) {
	if text, ok := t.replacement(name); ok {
		return io.NopCloser(bytes.NewReader(text)), nil
	}
	f, _, err := t.open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// open opens a regular file and tells its size in bytes.
func (t *Tree) open(name string) (*os.File, int64, error) {
	// Without O_NONBLOCK, opening a named pipe waits for its writer.
	f, err := t.root.OpenFile(clean(name), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.seek(name)
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", name)
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// ReadDir lists the named directory, sorted by name.
func (t *Tree) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(t.root.FS(), clean(name))
	if err != nil {
		t.seek(name)
	}
	return entries, err
}

// Stat describes the named file, following links.
func (t *Tree) Stat(name string) (fs.FileInfo, error) {
	info, err := t.root.Stat(clean(name))
	if err != nil {
		t.seek(name)
	}
	return info, err
}

// Lstat describes the named file without following a link at its end.
func (t *Tree) Lstat(name string) (fs.FileInfo, error) { return t.root.Lstat(clean(name)) }

// IsDir tells whether name is a directory.
func (t *Tree) IsDir(name string) bool {
	info, err := t.root.Stat(clean(name))
	return t.found(name, err == nil && info.IsDir())
}

// IsFile tells whether name is a regular file.
func (t *Tree) IsFile(name string) bool {
	info, err := t.root.Stat(clean(name))
	return t.found(name, err == nil && info.Mode().IsRegular())
}

// found passes on whether a name stands for what is looked for.
func (t *Tree) found(name string, is bool) bool {
	if !is {
		t.seek(name)
	}
	return is
}

func clean(name string) string { return path.Clean(name) }
