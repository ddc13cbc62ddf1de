package fsys

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Listing is what a walk saw, each list in the order of the walk: a directory
// before what it holds, and the entries of a directory by name.
type Listing struct {
	Dirs []string
	// Files are the regular files.
	Files []string
	Links []Link
	// Excluded tells for each pattern to leave out whether it matched anything.
	Excluded []bool
	// Unreadable are the directories and ignore files that could not be read.
	Unreadable []Unreadable
}

// Link is a symbolic link.
type Link struct {
	Name string
	// Target is the name without links of what the link leads to; "" where
	// Err is set.
	Target string
	// Err tells why the link leads nowhere: see Tree.Resolve.
	Err error
}

// Unreadable is a name that could not be read, and why.
type Unreadable struct {
	Name string
	Err  error
}

// OwnDir is the directory that holds the files of this program in a repository.
// What is vendored in it is read by those who use it, and stands for nothing by
// itself.
const OwnDir = ".kubegap"

// Walk lists what lies under the directory start. Left out are .git, node_modules
// and OwnDir directories and what .gitignore files (and .git/info/exclude)
// from start downwards leave out; start itself is never left out. Links are
// listed and not followed, so that nothing is seen twice and no loop is
// entered. What is neither file, directory nor link is not listed.
//
// Walk fails only when ctx is done.
func (t *Tree) Walk(ctx context.Context, start string) (Listing, error) {
	return t.WalkWithout(ctx, start, Patterns{})
}

// WalkWithout is Walk that leaves out what the patterns match, too.
func (t *Tree) WalkWithout(ctx context.Context, start string, exclude Patterns) (Listing, error) {
	w := walker{ctx: ctx, tree: t, exclude: exclude}
	if n := exclude.Len(); n > 0 {
		w.list.Excluded = make([]bool, n)
	}
	name, err := t.Resolve(start)
	if err != nil {
		w.unreadable(clean(start), err)
		return w.list, nil
	}
	err = w.dir(name, w.ownRules(name))
	return w.list, err
}

type walker struct {
	ctx     context.Context
	tree    *Tree
	exclude Patterns
	list    Listing
}

func (w *walker) dir(name string, ignored *ignores) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	w.list.Dirs = append(w.list.Dirs, name)
	// Unlike Tree.ReadDir this asks the system nothing about each entry. No
	// link is on the way: the walk has come through directories alone.
	entries, err := os.ReadDir(filepath.Join(w.tree.dir, filepath.FromSlash(name)))
	if err != nil {
		w.unreadable(name, err)
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".gitignore" && e.Type().IsRegular() }) {
		ignored = w.ignoreFile(path.Join(name, ".gitignore"), name, ignored)
	}
	for _, entry := range entries {
		if err := w.entry(path.Join(name, entry.Name()), entry, ignored); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) entry(name string, entry fs.DirEntry, ignored *ignores) error {
	if entry.Name() == ".git" || entry.Name() == OwnDir {
		return nil
	}
	excluded := w.exclude.match(name, entry.IsDir(), func(i int) { w.list.Excluded[i] = true })
	if excluded || ignored.match(name, entry.IsDir()) {
		return nil
	}
	switch mode := entry.Type(); {
	case mode.IsDir():
		if entry.Name() == "node_modules" {
			return nil
		}
		return w.dir(name, ignored)
	case mode.IsRegular():
		w.list.Files = append(w.list.Files, name)
	case mode&fs.ModeSymlink != 0:
		target, err := w.tree.Resolve(name)
		w.list.Links = append(w.list.Links, Link{Name: name, Target: target, Err: err})
	}
	return nil
}

// ownRules gives the rules of .git/info/exclude of the repository that starts
// in the directory name.
func (w *walker) ownRules(name string) *ignores {
	file := path.Join(name, ".git/info/exclude")
	if !w.tree.IsFile(file) {
		return nil
	}
	return w.ignoreFile(file, name, nil)
}

func (w *walker) ignoreFile(file, dir string, above *ignores) *ignores {
	data, err := w.tree.ReadFile(file)
	if err != nil {
		w.unreadable(file, err)
		return above
	}
	return above.with(dir, data)
}

func (w *walker) unreadable(name string, err error) {
	w.list.Unreadable = append(w.list.Unreadable, Unreadable{Name: name, Err: Cause(err)})
}

// Cause takes the operation and the path off an error of package os: users see
// the place by its name in the tree, and nothing of the machine.
func Cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
