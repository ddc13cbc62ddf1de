// Package vendored finds the charts and the kustomize bases that a repository
// uses and does not hold: in its vendor folder, which a lock file describes, and
// in Helm's own cache. It reads files only; package fetch below it, which fills
// the folder, is the one that uses the network.
package vendored

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// DefaultDir is where the vendor folder of a repository lies, relative to its
// root. The lock file lies beside it, so that it can be committed without the
// folder.
const DefaultDir = ".kubegap/vendor"

// LockName gives the name of the lock file of the vendor folder dir.
func LockName(dir string) string { return dir + ".lock.yaml" }

// Folder is the vendor folder of a repository. It is safe for concurrent use.
type Folder struct {
	tree *fsys.Tree
	name string
	lock Lock
	// charts, bases and files find the entries of lock.
	charts map[chartKey]*Chart
	bases  map[baseKey]*Base
	files  map[string]*File
	// checks holds what is wrong with the copies: path → func() *render.Problem.
	checks sync.Map
}

// Open reads the lock file of the vendor folder dir of tree. A repository without
// one has an empty folder. The error names the line that is wrong.
func Open(tree *fsys.Tree, dir string) (*Folder, error) {
	f := &Folder{tree: tree, name: LockName(dir)}
	data, err := tree.ReadFile(f.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", f.name, fsys.Cause(err))
	default:
		if f.lock, err = ParseLock(f.name, data, dir); err != nil {
			return nil, err
		}
	}
	f.index()
	return f, nil
}

func (f *Folder) index() {
	f.charts, f.bases, f.files = map[chartKey]*Chart{}, map[baseKey]*Base{}, map[string]*File{}
	for i := range f.lock.Charts {
		c := &f.lock.Charts[i]
		f.charts[c.key()] = c
	}
	// An exact version is found by the entry that asked for it, else by one whose
	// range it satisfied.
	for i := range f.lock.Charts {
		c := &f.lock.Charts[i]
		key := newChartKey(c.Repository, c.Name, c.Version)
		f.charts[key] = cmp.Or(f.charts[key], c)
	}
	for i := range f.lock.Bases {
		b := &f.lock.Bases[i]
		f.bases[b.key()] = b
	}
	for i := range f.lock.Files {
		f.files[f.lock.Files[i].URL] = &f.lock.Files[i]
	}
}

// Lock gives what the folder holds according to its lock file. It must not be
// changed.
func (f *Folder) Lock() Lock { return f.lock }

// Chart gives the package of a chart, as a name in the tree: by its repository
// (https:// or oci://, or @alias as a Chart.yaml has it), by its name there, and by
// its version or the range that is asked for; "" is any. It gives false where the
// folder does not hold the chart as the lock file says.
func (f *Folder) Chart(repository, name, version string) (string, bool) {
	c := f.charts[newChartKey(repository, name, version)]
	if c == nil && version == "" && strings.HasPrefix(repository, SchemeOCI) {
		c = f.charts[newChartKey(repository, name, latest)]
	}
	if c == nil || !f.check(&c.Copy) {
		return "", false
	}
	return c.Path, true
}

// Base gives the directory or the file that a remote entry of a kustomization
// stands for, as a name in the tree. It gives false where the folder does not hold
// it as the lock file says.
func (f *Folder) Base(entry string) (string, bool) {
	if file := f.files[entry]; file != nil {
		return file.Path, f.check(&file.Copy)
	}
	remote, ok := ParseRemote(entry)
	if !ok {
		return "", false
	}
	b := f.bases[remote.key()]
	if b == nil || !slices.Contains(b.Paths, remote.Path) || !f.check(&b.Copy) {
		return "", false
	}
	return path.Join(b.Path, remote.Path), true
}

// check tells whether a copy is there and what it was, which is found out once. A
// copy that is not there is a problem without a message: nobody has to hear of it
// but those who asked.
func (f *Folder) check(c *Copy) bool {
	problem, _ := f.checks.LoadOrStore(c.Path, sync.OnceValue(func() *render.Problem {
		if _, err := f.tree.Stat(c.Path); errors.Is(err, fs.ErrNotExist) {
			return &render.Problem{}
		}
		at := manifest.Location{File: f.name, Line: c.line, Precision: manifest.PrecisionExact}
		got, err := Digest(f.tree, c.Path)
		switch {
		case err != nil:
			return &render.Problem{Reason: render.ReasonUnreadable, Location: at,
				Message: fmt.Sprintf("%s cannot be read: %v", c.Path, fsys.Cause(err))}
		case got != c.Digest:
			return &render.Problem{Reason: render.ReasonUnreadable, Location: at,
				Message: fmt.Sprintf("%s is not what was vendored: its digest is %s, not %s; 'kubegap-lint vendor' fetches it again", c.Path, got, c.Digest)}
		}
		return nil
	}))
	return problem.(func() *render.Problem)() == nil
}

// Problems tells which copies were asked for and are not what the lock file says,
// in the order of its lines.
func (f *Folder) Problems() []render.Problem {
	var problems []render.Problem
	f.checks.Range(func(_, check any) bool {
		if problem := check.(func() *render.Problem)(); problem != nil && problem.Message != "" {
			problems = append(problems, *problem)
		}
		return true
	})
	slices.SortFunc(problems, func(a, b render.Problem) int { return a.Location.Compare(b.Location) })
	return problems
}

// Finder finds copies in the vendor folder and in Helm's cache.
type Finder struct {
	Folder *Folder
	// Cache is Helm's cache; nil leaves it out.
	Cache *Cache
}

// Base is Folder.Base.
func (f Finder) Base(entry string) (string, bool) { return f.Folder.Base(entry) }

// Chart gives the package of a chart, as Folder.Chart and Cache.Chart do. The cache
// does not tell where a package came from, and is asked last.
func (f Finder) Chart(repository, name, version string) (string, bool) {
	if at, ok := f.Folder.Chart(repository, name, version); ok || f.Cache == nil {
		return at, ok
	}
	return f.Cache.Chart(name, version)
}

// CacheTree gives the folder of the cache, or nil where there is none.
func (f Finder) CacheTree() *fsys.Tree {
	if f.Cache == nil {
		return nil
	}
	return f.Cache.tree
}
