// Package fetch fills the vendor folder of a repository. It is the only code that
// uses the network, and only the command vendor imports it.
//
// Charts come by Helm's own getters and registry client, with the credentials
// that Helm has; bases come by the git program, with those that git has; single
// files come by HTTPS. Everything is written beside its place and moved there
// once it is complete and checked, and the lock file is written last.
package fetch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/vendored"
	"github.com/kubegap/kubegap-lint/render/vendored/wanted"
)

// Options say how to fetch.
type Options struct {
	// Dir is the vendor folder, relative to the root of the repository.
	Dir string
	// RepositoryConfig is Helm's repositories.yaml, and RegistryConfig its
	// registry/config.json; files that do not exist hold nothing.
	RepositoryConfig, RegistryConfig string
	// PlainHTTP tells that OCI registries are to be asked without TLS.
	PlainHTTP bool
	// Update fetches what is there already again, in the newest version that a
	// range or a branch gives.
	Update bool
	// Timeout bounds each transfer; 0 is DefaultTimeout.
	Timeout time.Duration
}

// DefaultTimeout is what Helm gives a transfer.
const DefaultTimeout = 2 * time.Minute

// parallel is how many transfers run at a time.
const parallel = 4

// Status tells what became of a chart or a base.
type Status string

// The statuses.
const (
	// Present: the folder held it already.
	Present Status = "present"
	// Fetched: the folder holds it now.
	Fetched Status = "fetched"
	// Missing: the folder does not hold it, and nothing was asked to fetch it.
	Missing Status = "missing"
	// Removed: nothing refers to it any more, and it was taken out.
	Removed Status = "removed"
	// Unknown: it cannot be told what the references mean.
	Unknown Status = "unknown"
	// Failed: it could not be fetched; the folder holds what it held before.
	Failed Status = "failed"
)

// Outcome is what became of one chart, base or file.
type Outcome struct {
	Status Status
	// What names it without passwords, and Version is the version or the commit
	// that the folder holds.
	What, Version string
	// References are the places that refer to it.
	References []wanted.Reference
	// Err tells without passwords why it is Failed or Unknown.
	Err error
}

// Plan tells what Run would find to do for the references, sorted by name, and
// changes nothing. The error is about the lock file.
func Plan(tree *fsys.Tree, references []wanted.Reference, dir string) ([]Outcome, error) {
	folder, err := vendored.Open(tree, dir)
	if err != nil {
		return nil, err
	}
	items, outcomes := group(references)
	held := newLocked(folder.Lock())
	for _, it := range items {
		o := Outcome{Status: Missing, What: it.what(), References: it.references()}
		if version, ok := it.present(folder, held); ok {
			o.Status, o.Version = Present, version
		}
		outcomes = append(outcomes, o)
	}
	return sorted(outcomes), nil
}

// Run brings what the references name into the vendor folder of tree and tells
// what became of each, sorted by name. What cannot be fetched is one of the
// outcomes; the error is about the folder and its lock file.
func Run(ctx context.Context, tree *fsys.Tree, references []wanted.Reference, o Options) (_ []Outcome, err error) {
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	items, outcomes := group(references)
	f, err := open(tree, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.store.close()) }()
	outcomes = append(outcomes, f.all(ctx, items)...)
	return sorted(outcomes), f.writeLock()
}

// Prune takes out of the vendor folder what none of the references means, and
// tells what that was, sorted by name. The error is about the folder and its lock
// file.
func Prune(tree *fsys.Tree, references []wanted.Reference, dir string) (_ []Outcome, err error) {
	f, err := open(tree, Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.store.close()) }()
	items, _ := group(references)
	removed, err := f.prune(items)
	if err != nil {
		return nil, err
	}
	return sorted(removed), f.writeLock()
}

func open(tree *fsys.Tree, o Options) (*fetcher, error) {
	folder, err := vendored.Open(tree, o.Dir)
	if err != nil {
		return nil, err
	}
	f := &fetcher{options: o, tree: tree, folder: folder, before: newLocked(folder.Lock()), now: newLocked(folder.Lock())}
	f.store, err = openStore(tree, o.Dir)
	return f, err
}

// sorted gives the outcomes in order, for people to read.
func sorted(outcomes []Outcome) []Outcome {
	redact(outcomes)
	slices.SortStableFunc(outcomes, func(a, b Outcome) int { return cmp.Compare(a.What, b.What) })
	return outcomes
}

// fetcher is one run.
type fetcher struct {
	options Options
	tree    *fsys.Tree
	folder  *vendored.Folder
	store   *store
	// before is what the lock file said, and now what it is going to say.
	before, now *locked
	helm        helm
}

// all fetches the items: charts and files first, since what is asked for like a
// file may turn out to be a git repository.
func (f *fetcher) all(ctx context.Context, items []item) []Outcome {
	var repositories []item
	var others []item
	for _, it := range items {
		if _, ok := it.(*repository); ok {
			repositories = append(repositories, it)
		} else {
			others = append(others, it)
		}
	}
	outcomes := f.some(ctx, others)
	for i, it := range others {
		if file, ok := it.(*file); ok && errors.Is(outcomes[i].Err, errNoFile) {
			outcomes[i].Status = ""
			repositories = mergeRepository(repositories, file.remote, file.refs)
		}
	}
	outcomes = slices.DeleteFunc(outcomes, func(o Outcome) bool { return o.Status == "" })
	return append(outcomes, f.some(ctx, repositories)...)
}

// some fetches items and gives an outcome for each.
func (f *fetcher) some(ctx context.Context, items []item) []Outcome {
	outcomes := make([]Outcome, len(items))
	var workers errgroup.Group
	workers.SetLimit(parallel)
	for i, it := range items {
		workers.Go(func() error {
			outcomes[i] = f.one(ctx, it)
			return nil
		})
	}
	_ = workers.Wait() // No worker returns an error.
	return outcomes
}

func (f *fetcher) one(ctx context.Context, it item) Outcome {
	o := Outcome{What: it.what(), References: it.references()}
	version, ok := it.present(f.folder, f.before)
	if ok && !f.options.Update {
		o.Status, o.Version = Present, version
		return o
	}
	if o.Version, o.Err = it.fetch(ctx, f); o.Err != nil {
		o.Status, o.Version = Failed, ""
		return o
	}
	o.Status = Fetched
	for _, key := range it.keys() {
		if ok && f.before.digest(key) != "" && f.before.digest(key) == f.now.digest(key) {
			o.Status = Present
		}
	}
	return o
}

// prune takes out what none of the items means.
func (f *fetcher) prune(items []item) ([]Outcome, error) {
	used := map[string]bool{}
	for _, it := range items {
		for _, key := range it.keys() {
			used[key] = true
		}
	}
	var removed []Outcome
	for _, e := range f.now.takeOut(used) {
		removed = append(removed, Outcome{Status: Removed, What: e.what, Version: e.version})
	}
	for _, path := range f.before.paths() {
		if !slices.Contains(f.now.paths(), path) {
			if err := f.store.remove(path); err != nil {
				return nil, fmt.Errorf("remove %s: %w", path, fsys.Cause(err))
			}
		}
	}
	return removed, nil
}

// writeLock writes the lock file where it has changed, and takes it out with the
// last entry.
func (f *fetcher) writeLock() error {
	name := vendored.LockName(f.options.Dir)
	beside := path.Join(f.options.Dir, ".gitattributes")
	if len(f.now.paths()) == 0 {
		return errors.Join(f.store.remove(name), f.store.remove(beside))
	}
	text, err := f.now.lock().Marshal()
	if err != nil {
		return err
	}
	for _, file := range []struct {
		name string
		text []byte
	}{{beside, []byte(attributes)}, {name, text}} {
		if old, err := f.tree.ReadFile(file.name); err == nil && bytes.Equal(old, file.text) {
			continue
		}
		if err := f.store.write(file.name, file.text); err != nil {
			return fmt.Errorf("write %s: %w", file.name, fsys.Cause(err))
		}
	}
	return nil
}
