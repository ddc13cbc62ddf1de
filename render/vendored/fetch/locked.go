package fetch

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/kubegap/kubegap-lint/render/vendored"
)

// locked is a lock file that can be changed, by many at a time.
type locked struct {
	mu     sync.Mutex
	charts map[string]vendored.Chart
	bases  map[string]vendored.Base
	files  map[string]vendored.File
}

func newLocked(l vendored.Lock) *locked {
	k := &locked{charts: map[string]vendored.Chart{}, bases: map[string]vendored.Base{}, files: map[string]vendored.File{}}
	for _, c := range l.Charts {
		k.charts[chartKey(c.Repository, c.Name, c.Asked)] = c
	}
	for _, b := range l.Bases {
		k.bases[baseKey(vendored.Remote{Repository: b.Repository, Ref: b.Asked})] = b
	}
	for _, f := range l.Files {
		k.files[fileKey(f.URL)] = f
	}
	return k
}

func chartKey(repository, name, asked string) string {
	return "chart\n" + repository + "\n" + name + "\n" + asked
}

func baseKey(r vendored.Remote) string { return "base\n" + r.ID() }

func fileKey(url string) string { return "file\n" + url }

func (k *locked) setChart(c vendored.Chart) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.charts[chartKey(c.Repository, c.Name, c.Asked)] = c
}

func (k *locked) setBase(b vendored.Base) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.bases[baseKey(vendored.Remote{Repository: b.Repository, Ref: b.Asked})] = b
}

func (k *locked) setFile(f vendored.File) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.files[fileKey(f.URL)] = f
}

// digest gives the digest of an entry, or "" where there is none.
func (k *locked) digest(key string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return cmp.Or(k.charts[key].Digest, k.bases[key].Digest, k.files[key].Digest)
}

// entry is what users read of an entry of the lock file.
type entry struct{ what, version string }

// takeOut removes the entries whose keys are not used, and gives them.
func (k *locked) takeOut(used map[string]bool) []entry {
	var out []entry
	for key, c := range k.charts {
		if !used[key] {
			out = append(out, entry{"chart " + c.Name + " " + c.Asked + " of " + c.Repository, c.Version})
			delete(k.charts, key)
		}
	}
	for key, b := range k.bases {
		if !used[key] {
			out = append(out, entry{vendored.Remote{Repository: b.Repository, Ref: b.Asked}.ID(), b.Commit})
			delete(k.bases, key)
		}
	}
	for key, f := range k.files {
		if !used[key] {
			out = append(out, entry{f.URL, ""})
			delete(k.files, key)
		}
	}
	return out
}

// lock gives the lock file.
func (k *locked) lock() vendored.Lock {
	return vendored.Lock{
		Charts: slices.Collect(maps.Values(k.charts)),
		Bases:  slices.Collect(maps.Values(k.bases)),
		Files:  slices.Collect(maps.Values(k.files)),
	}
}

// paths gives the paths of all copies.
func (k *locked) paths() []string {
	l := k.lock()
	var paths []string
	for _, c := range l.Charts {
		paths = append(paths, c.Path)
	}
	for _, b := range l.Bases {
		paths = append(paths, b.Path)
	}
	for _, f := range l.Files {
		paths = append(paths, f.Path)
	}
	return paths
}
