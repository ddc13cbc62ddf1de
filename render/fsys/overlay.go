package fsys

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// ErrReadOnly tells that something tried to write to an Overlay.
var ErrReadOnly = errors.New("the file system is read only")

// Overlay is the file system that one unit sees: the tree, with files that
// exist in memory only laid over it. It records which files of the tree were
// read. Paths are absolute and start with the tree's directory, as krusty
// expects; names are relative to it, as everywhere else. It is meant for one
// goroutine.
type Overlay struct {
	cache  *Cache
	sealed func(name string) bool
	files  map[string][]byte
	dirs   map[string]bool
	read   map[string]bool
}

var _ filesys.FileSystem = (*Overlay)(nil)

// NewOverlay lays an empty set of files over what cache reads. A file for whose
// name sealed is true is served from memory or not at all, so that nothing but
// what has been put there reaches the reader.
func NewOverlay(cache *Cache, sealed func(name string) bool) *Overlay {
	return &Overlay{
		cache:  cache,
		sealed: sealed,
		files:  map[string][]byte{},
		dirs:   map[string]bool{},
		read:   map[string]bool{},
	}
}

// Abs gives the path by which the overlay knows name.
func (o *Overlay) Abs(name string) string {
	return filepath.Join(o.cache.tree.dir, filepath.FromSlash(name))
}

// Put lays a file over the tree.
func (o *Overlay) Put(name string, data []byte) {
	name = clean(name)
	o.files[name] = data
	for dir := path.Dir(name); dir != "." && !o.dirs[dir]; dir = path.Dir(dir) {
		o.dirs[dir] = true
	}
}

// Note records that the unit read the named file by other means.
func (o *Overlay) Note(name string) { o.read[clean(name)] = true }

// Read gives the content that the named file has in the tree and records it as
// read.
func (o *Overlay) Read(name string) ([]byte, error) {
	data, err := o.cache.ReadFile(name)
	if err != nil {
		return nil, err
	}
	o.Note(name)
	// Behind a link, both the link and its end decide what was read.
	o.Note(o.cache.Place(name).Name)
	return data, nil
}

// Files gives the names of the files that were read, sorted.
func (o *Overlay) Files() []string { return slices.Sorted(maps.Keys(o.read)) }

// ReadFile implements filesys.FileSystem.
func (o *Overlay) ReadFile(abs string) ([]byte, error) {
	name, err := o.name("read", abs)
	if err != nil {
		return nil, err
	}
	if data, ok := o.files[name]; ok {
		return data, nil
	}
	if o.sealed(name) {
		return nil, &fs.PathError{Op: "read", Path: abs, Err: fs.ErrNotExist}
	}
	data, err := o.Read(name)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: abs, Err: err}
	}
	return data, nil
}

// CleanedAbs implements filesys.FileSystem.
func (o *Overlay) CleanedAbs(abs string) (filesys.ConfirmedDir, string, error) {
	name, err := o.name("find", abs)
	if err != nil {
		return "", "", err
	}
	p := o.place(name)
	if p.Err != nil {
		return "", "", &fs.PathError{Op: "find", Path: abs, Err: p.Err}
	}
	if p.IsDir {
		return filesys.ConfirmedDir(o.Abs(p.Name)), "", nil
	}
	return filesys.ConfirmedDir(o.Abs(path.Dir(p.Name))), path.Base(p.Name), nil
}

// IsDir implements filesys.FileSystem.
func (o *Overlay) IsDir(abs string) bool {
	name, err := o.name("find", abs)
	if err != nil {
		return false
	}
	p := o.place(name)
	return p.Err == nil && p.IsDir
}

// Exists implements filesys.FileSystem.
func (o *Overlay) Exists(abs string) bool {
	name, err := o.name("find", abs)
	return err == nil && o.place(name).Err == nil
}

// place tells what name stands for, in memory or in the tree.
func (o *Overlay) place(name string) Place {
	if _, ok := o.files[name]; ok {
		return Place{Name: name}
	}
	if o.dirs[name] {
		return Place{Name: name, IsDir: true}
	}
	return o.cache.Place(name)
}

func (o *Overlay) name(op, abs string) (string, error) {
	if name, ok := o.cache.tree.Rel(abs); ok {
		return name, nil
	}
	return "", &fs.PathError{Op: op, Path: abs, Err: ErrOutside}
}

// Open implements filesys.FileSystem; krusty reads whole files instead.
func (o *Overlay) Open(abs string) (filesys.File, error) {
	return nil, &fs.PathError{Op: "open", Path: abs, Err: errors.ErrUnsupported}
}

// ReadDir implements filesys.FileSystem; krusty lists no directories.
func (o *Overlay) ReadDir(abs string) ([]string, error) {
	return nil, &fs.PathError{Op: "list", Path: abs, Err: errors.ErrUnsupported}
}

// Glob implements filesys.FileSystem; krusty knows no patterns.
func (o *Overlay) Glob(pattern string) ([]string, error) {
	return nil, fmt.Errorf("list %s: %w", pattern, errors.ErrUnsupported)
}

// Walk implements filesys.FileSystem; krusty walks no directories.
func (o *Overlay) Walk(abs string, _ filepath.WalkFunc) error {
	return &fs.PathError{Op: "walk", Path: abs, Err: errors.ErrUnsupported}
}

// Create implements filesys.FileSystem and fails.
func (o *Overlay) Create(abs string) (filesys.File, error) {
	return nil, readOnly("create", abs)
}

// Mkdir implements filesys.FileSystem and fails.
func (o *Overlay) Mkdir(abs string) error { return readOnly("mkdir", abs) }

// MkdirAll implements filesys.FileSystem and fails.
func (o *Overlay) MkdirAll(abs string) error { return readOnly("mkdir", abs) }

// RemoveAll implements filesys.FileSystem and fails.
func (o *Overlay) RemoveAll(abs string) error { return readOnly("remove", abs) }

// WriteFile implements filesys.FileSystem and fails.
func (o *Overlay) WriteFile(abs string, _ []byte) error { return readOnly("write", abs) }

func readOnly(op, abs string) error {
	return &fs.PathError{Op: op, Path: abs, Err: ErrReadOnly}
}
