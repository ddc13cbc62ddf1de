package fsys

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// ErrOutside tells that a name or a link leads out of the repository. An
// absolute link does so wherever it points: it means another file in the next
// checkout.
var ErrOutside = errors.New("leads out of the repository")

// maxLinks is how many links Resolve follows before it takes them for a loop.
const maxLinks = 40

// Resolve gives the name without links of the file or directory that name
// stands for. It fails with ErrOutside where the way leads out of the tree,
// with fs.ErrNotExist where it ends in nothing, and on a loop of links.
func (t *Tree) Resolve(name string) (string, error) {
	resolved, err := t.resolve(name)
	if err != nil {
		t.seek(name)
	}
	return resolved, err
}

// resolve is Resolve that tells nobody what was looked for in vain.
func (t *Tree) resolve(name string) (string, error) { return t.follow(name, func(string) {}) }

// Links gives the links, each by its name without links before it, that are followed
// on the way to what name stands for, in their order, as far as the way stays in the
// tree.
func (t *Tree) Links(name string) []string {
	var links []string
	_, _ = t.follow(name, func(link string) { links = append(links, link) }) // the links up to an error count
	return links
}

// follow is Resolve that tells of each link on the way.
func (t *Tree) follow(name string, tell func(link string)) (string, error) {
	if path.IsAbs(name) {
		return "", ErrOutside
	}
	todo := strings.Split(clean(name), "/")
	at := "."
	for links := 0; len(todo) > 0; {
		step := todo[0]
		todo = todo[1:]
		next := path.Join(at, step)
		if next == ".." {
			return "", ErrOutside
		}
		info, err := t.root.Lstat(next)
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		tell(next)
		if links++; links > maxLinks {
			return "", fmt.Errorf("%s is in a loop of links", name)
		}
		target, err := t.root.Readlink(next)
		if err != nil {
			return "", err
		}
		if filepath.IsAbs(target) {
			return "", ErrOutside
		}
		todo = append(strings.Split(filepath.ToSlash(target), "/"), todo...)
	}
	return at, nil
}
