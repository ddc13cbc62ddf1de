package vendored

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"

	"github.com/Masterminds/semver/v3"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// Cache is the folder in which Helm keeps the packages that it has downloaded,
// named name-version.tgz. It is safe for concurrent use.
type Cache struct {
	// tree is nil where the folder cannot be read.
	tree *fsys.Tree
	// unreadable tells why it cannot, and missed that a chart was looked for in vain.
	unreadable error
	missed     atomic.Bool
}

// OpenCache opens the folder dir of Helm's cache. It gives nil where there is
// none. One that cannot be read is taken as empty: see Problems.
func OpenCache(dir string) *Cache {
	tree, err := fsys.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return &Cache{tree: tree, unreadable: err}
}

// Close releases the folder. A cache that is nil holds none.
func (c *Cache) Close() {
	if c != nil && c.tree != nil {
		c.tree.Close()
	}
}

// Problems tells that the cache cannot be read, once a chart was looked for in it.
func (c *Cache) Problems() []render.Problem {
	if c == nil || !c.missed.Load() {
		return nil
	}
	message := fmt.Sprintf("Helm's cache cannot be read, so charts may be missing: %v", fsys.Cause(c.unreadable))
	return []render.Problem{{Reason: render.ReasonUnreadable, Message: message}}
}

// CachePrefix starts the names of charts in Helm's cache where others are names in
// the tree of the repository.
const CachePrefix = "helm-cache:"

// Chart gives the package of a chart by its exact version, with CachePrefix before
// its name. What else is in the cache says nothing about the version that a range
// stands for.
func (c *Cache) Chart(name, version string) (string, bool) {
	at := name + "-" + version + ".tgz"
	if c.tree == nil {
		c.missed.Store(true)
		return "", false
	}
	_, err := semver.StrictNewVersion(strings.TrimPrefix(version, "v"))
	if err != nil || strings.ContainsAny(at, `/\`) || !c.tree.IsFile(at) {
		return "", false
	}
	return CachePrefix + at, true
}
