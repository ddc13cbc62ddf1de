package fetch

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// repository is a git repository at one ref, with the directories of it that
// kustomizations name.
type repository struct {
	refs
	// remotes are of one ID, and sorted by path.
	remotes []vendored.Remote
}

func (r *repository) what() string { return r.remotes[0].ID() }

func (r *repository) keys() []string { return []string{baseKey(r.remotes[0])} }

func (r *repository) present(folder *vendored.Folder, held *locked) (string, bool) {
	for _, ref := range r.refs {
		if _, ok := folder.Base(ref.Entry); !ok {
			return "", false
		}
	}
	return held.bases[r.keys()[0]].Commit, true
}

func (r *repository) fetch(ctx context.Context, f *fetcher) (string, error) {
	timeout := r.timeout(f.options.Timeout)
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	commit, err := r.copy(ctx, f)
	if ctx.Err() != nil {
		err = interrupted(ctx, timeout)
	}
	return commit, err
}

func (r *repository) copy(ctx context.Context, f *fetcher) (string, error) {
	remote := r.remotes[0]
	entry := vendored.Base{Repository: remote.Repository, Asked: remote.Ref}
	pinned, isPinned := f.before.bases[r.keys()[0]]
	entry.Paths = r.paths(pinned.Paths)
	ref := remote.Ref
	if isPinned = isPinned && !f.options.Update; isPinned {
		ref = pinned.Commit
	}
	clone, err := f.store.stage()
	if err != nil {
		return "", fmt.Errorf("make folder: %w", fsys.Cause(err))
	}
	defer f.store.discard(clone)
	git := gitRunner{dir: f.store.path(clone)}
	if entry.Commit, err = git.checkout(ctx, remote.Repository, ref); err != nil {
		return "", err
	}
	if slices.ContainsFunc(r.remotes, func(r vendored.Remote) bool { return r.Submodules }) {
		if err := git.submodules(ctx); err != nil {
			return "", err
		}
	}
	staged, err := f.store.stage()
	if err != nil {
		return "", fmt.Errorf("make folder: %w", fsys.Cause(err))
	}
	if err := f.copyNeeded(git.dir, staged, entry.Paths); err != nil {
		return "", err
	}
	if entry.Digest, err = vendored.Digest(f.tree, staged); err != nil {
		return "", fmt.Errorf("read copy: %w", fsys.Cause(err))
	}
	samePaths := slices.Equal(entry.Paths, pinned.Paths)
	if isPinned && samePaths && entry.Digest != pinned.Digest {
		return "", changed(entry.Digest, pinned.Digest)
	}
	entry.Path = basePath(f.store, remote)
	if err := f.store.move(staged, entry.Path); err != nil {
		return "", fmt.Errorf("write %s: %w", entry.Path, fsys.Cause(err))
	}
	f.now.setBase(entry)
	return entry.Commit, nil
}

// copyNeeded copies what the directories need from a checkout to a staged folder.
func (f *fetcher) copyNeeded(checkout, staged string, dirs []string) error {
	tree, err := fsys.Open(checkout)
	if err != nil {
		return fmt.Errorf("open checkout: %w", fsys.Cause(err))
	}
	defer tree.Close()
	files, err := needed(tree, dirs)
	if err != nil {
		return err
	}
	for _, name := range files {
		data, err := tree.ReadFile(name)
		if err != nil {
			return fmt.Errorf("read %s: %w", name, fsys.Cause(err))
		}
		to := path.Join(staged, name)
		if err := f.store.root.MkdirAll(path.Dir(to), 0o755); err != nil {
			return fmt.Errorf("write %s: %w", name, fsys.Cause(err))
		}
		if err := f.store.root.WriteFile(to, data, 0o644); err != nil {
			return fmt.Errorf("write %s: %w", name, fsys.Cause(err))
		}
	}
	return nil
}

// basePath gives the place of the copy of a repository at a ref.
func basePath(s *store, remote vendored.Remote) string {
	id, ref := remote.ID(), cmp.Or(remote.Ref, "HEAD")
	parent, name := path.Split(strings.TrimSuffix(id, "@"+remote.Ref))
	return s.place("bases", strings.TrimSuffix(parent, "/"), name+"@"+ref)
}

// paths gives the directories that are asked for, and those that were before:
// another part of the repository may need them.
func (r *repository) paths(before []string) []string {
	paths := slices.Clone(before)
	for _, remote := range r.remotes {
		paths = append(paths, remote.Path)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// timeout gives the longest time that an entry asks for, and no less than least.
func (r *repository) timeout(least time.Duration) time.Duration {
	for _, remote := range r.remotes {
		least = max(least, remote.Timeout)
	}
	return least
}

// validRef tells whether a ref is one name, rather than an option or a pattern.
func validRef(ref string) bool {
	return !strings.HasPrefix(ref, "-") && !strings.HasPrefix(ref, "+") && !strings.ContainsAny(ref, ":*?[\\^~ ")
}
