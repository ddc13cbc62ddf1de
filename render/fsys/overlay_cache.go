package fsys

import (
	"io/fs"
	"path"
	"strings"
	"sync"
)

// Cache reads each file of a Tree at most once, so that units which share files
// agree on what they hold. It is safe for concurrent use.
type Cache struct {
	tree   *Tree
	places sync.Map // name → Place
	files  sync.Map // name → content
}

// Place is what a name stands for.
type Place struct {
	// Name is the name without links.
	Name  string
	IsDir bool
	// Err tells why the name stands for nothing: see Tree.Resolve.
	Err error
}

// IsFile tells whether the place is something other than a directory.
func (p Place) IsFile() bool { return p.Err == nil && !p.IsDir }

type content struct {
	data []byte
	err  error
}

// NewCache gives an empty cache over tree.
func NewCache(tree *Tree) *Cache { return &Cache{tree: tree} }

// Tree is what the cache reads from.
func (c *Cache) Tree() *Tree { return c.tree }

// Place tells what name stands for.
func (c *Cache) Place(name string) Place {
	name = clean(name)
	if known, ok := c.places.Load(name); ok {
		return known.(Place)
	}
	p := c.find(name)
	c.places.Store(name, p)
	return p
}

func (c *Cache) find(name string) Place {
	if path.IsAbs(name) || name == ".." || strings.HasPrefix(name, "../") {
		return Place{Err: ErrOutside}
	}
	if name == "." {
		return Place{Name: name, IsDir: true}
	}
	parent := c.Place(path.Dir(name))
	if parent.Err != nil {
		return parent
	}
	real := path.Join(parent.Name, path.Base(name))
	info, err := c.tree.Lstat(real)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if real, err = c.tree.Resolve(real); err == nil {
			info, err = c.tree.Lstat(real)
		}
	}
	if err != nil {
		return Place{Err: Cause(err)}
	}
	return Place{Name: real, IsDir: info.IsDir()}
}

// ReadFile gives the content of the named file, which the caller must not
// change.
func (c *Cache) ReadFile(name string) ([]byte, error) {
	p := c.Place(name)
	if p.Err != nil {
		return nil, p.Err
	}
	known, ok := c.files.Load(p.Name)
	if !ok {
		data, err := c.tree.ReadFile(p.Name)
		// Of two goroutines that read the same file the first one wins.
		known, _ = c.files.LoadOrStore(p.Name, content{data, Cause(err)})
	}
	read := known.(content)
	return read.data, read.err
}
