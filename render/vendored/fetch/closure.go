package fetch

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// The limits of what is copied of one repository.
const (
	maxFiles = 10_000
	maxBytes = 64 << 20
)

// needed lists the files that the kustomizations in dirs are made of, sorted, and
// the licences of the repository. Links are followed as long as they stay in it,
// so that what is copied holds none.
func needed(tree *fsys.Tree, dirs []string) ([]string, error) {
	c := &closure{tree: tree, files: map[string]bool{}, seen: map[string]bool{}}
	for _, dir := range dirs {
		found, err := c.kustomization(dir)
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, fmt.Errorf("there is no kustomization in %s", dir)
		}
	}
	if err := c.licences(); err != nil {
		return nil, err
	}
	return slices.Sorted(maps.Keys(c.files)), nil
}

// closure collects files.
type closure struct {
	tree  *fsys.Tree
	files map[string]bool
	bytes int64
	// seen are the directories that have been visited.
	seen map[string]bool
}

// kustomization adds the kustomization in dir and all that it reads. It tells
// whether there is one.
func (c *closure) kustomization(dir string) (found bool, err error) {
	entries, err := c.tree.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read %s: %w", dir, fsys.Cause(err))
	}
	for _, entry := range entries {
		if !render.IsKustomizationName(entry.Name()) {
			continue
		}
		found = true
		if !c.seen[dir] {
			c.seen[dir] = true
			err = errors.Join(err, c.readBy(dir, entry.Name()))
		}
	}
	return found, err
}

// readBy adds a kustomization file and what it names. What is not there, and what
// lies outside of the repository by its name, kustomize refuses, too.
func (c *closure) readBy(dir, base string) error {
	file := path.Join(dir, base)
	if err := c.file(file); err != nil {
		return err
	}
	text, err := c.tree.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read %s: %w", file, fsys.Cause(err))
	}
	names := render.KustomizationReads(text, func(name string) ([]byte, error) {
		return c.tree.ReadFile(path.Join(dir, name))
	})
	for _, name := range names {
		_, isRemote := vendored.ParseRemote(name)
		if vendored.IsURL(name) || isRemote && !c.exists(path.Join(dir, name)) {
			continue
		}
		if name = path.Join(dir, name); name == ".." || strings.HasPrefix(name, "../") {
			continue
		}
		if err := c.add(name); err != nil {
			return err
		}
	}
	return nil
}

func (c *closure) exists(name string) bool {
	_, err := c.tree.Stat(name)
	return err == nil
}

// add adds a file, a kustomization, or a directory of anything else.
func (c *closure) add(name string) error {
	resolved, err := c.tree.Resolve(name)
	switch {
	case errors.Is(err, fsys.ErrOutside):
		return fmt.Errorf("%s %w", name, fsys.ErrOutside)
	case err != nil:
		return nil
	case !c.tree.IsDir(resolved):
		return c.file(name)
	}
	found, err := c.kustomization(name)
	if found || err != nil {
		return err
	}
	return c.below(name, resolved)
}

// below adds all files of a directory, such as a chart.
func (c *closure) below(dir, resolved string) error {
	if c.seen[resolved] {
		return nil
	}
	c.seen[resolved] = true
	entries, err := c.tree.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("read %s: %w", dir, fsys.Cause(err))
	}
	for _, entry := range entries {
		if entry.Name() == ".git" {
			continue
		}
		name := path.Join(dir, entry.Name())
		resolved, err := c.tree.Resolve(name)
		switch {
		case errors.Is(err, fsys.ErrOutside):
			return fmt.Errorf("%s %w", name, fsys.ErrOutside)
		case err != nil:
			continue // A link that leads nowhere is nothing to copy.
		case c.tree.IsDir(resolved):
			err = c.below(name, resolved)
		default:
			err = c.file(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// file adds one file.
func (c *closure) file(name string) error {
	if c.files[name] {
		return nil
	}
	info, err := c.tree.Stat(name)
	switch {
	case err != nil:
		return fmt.Errorf("read %s: %w", name, fsys.Cause(err))
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file", name)
	}
	c.files[name] = true
	c.bytes += info.Size()
	if len(c.files) > maxFiles || c.bytes > maxBytes {
		return fmt.Errorf("it is made of more than %d files or %d MiB", maxFiles, maxBytes>>20)
	}
	return nil
}

// licences adds the licences at the top of the repository: copies must keep them.
func (c *closure) licences() error {
	entries, err := c.tree.ReadDir(".")
	if err != nil {
		return fmt.Errorf("read repository: %w", fsys.Cause(err))
	}
	for _, entry := range entries {
		stem, _, _ := strings.Cut(strings.ToUpper(entry.Name()), ".")
		if entry.Type().IsRegular() && slices.Contains([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE"}, stem) {
			if err := c.file(entry.Name()); err != nil {
				return err
			}
		}
	}
	return nil
}
