package vendored

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// Cache is the folder in which Helm keeps the packages that it has downloaded,
// named name-version.tgz. It is safe for concurrent use.
type Cache struct{ tree *fsys.Tree }

// OpenCache opens the folder dir of Helm's cache. It gives nil where there is
// none.
func OpenCache(dir string) (*Cache, error) {
	tree, err := fsys.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open Helm's cache: %w", fsys.Cause(err))
	}
	return &Cache{tree}, nil
}

// Close releases the folder. A cache that is nil holds none.
func (c *Cache) Close() {
	if c != nil {
		c.tree.Close()
	}
}

// CachePrefix starts the names of charts in Helm's cache where others are names in
// the tree of the repository.
const CachePrefix = "helm-cache:"

// Chart gives the package of a chart by its exact version, with CachePrefix before
// its name. What else is in the cache says nothing about the version that a range
// stands for.
func (c *Cache) Chart(name, version string) (string, bool) {
	at := name + "-" + version + ".tgz"
	_, err := semver.StrictNewVersion(strings.TrimPrefix(version, "v"))
	if err != nil || strings.ContainsAny(at, `/\`) || !c.tree.IsFile(at) {
		return "", false
	}
	return CachePrefix + at, true
}
