package kustomize

import (
	"path"
	"path/filepath"
)

// Elsewhere finds copies of what lies outside of the repository. It is safe for
// concurrent use.
type Elsewhere interface {
	// Base gives the directory or the file, as a name in the tree, that a remote
	// entry of a kustomization stands for.
	Base(entry string) (string, bool)
	// Chart gives the package of a chart by its repository, its name and its
	// version, as Charts takes it.
	Chart(repository, name, version string) (string, bool)
}

// fromElsewhere gives the entry that leads to the copy of a remote one, and any
// other entry as it is: one without a scheme may be the name of a file.
func (r *Renderer) fromElsewhere(l *layer, entry string) string {
	if r.elsewhere == nil || !mayBeRemote(entry) {
		return entry
	}
	if !isURL(entry) && r.cache.Place(path.Join(l.dir, entry)).Err == nil {
		return entry
	}
	if name, ok := r.elsewhere.Base(entry); ok {
		if rel, err := filepath.Rel(l.dir, name); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	return entry
}

// chartElsewhere gives the package of a chart that does not lie where kustomize
// looks for it.
func (r *Renderer) chartElsewhere(c *chart) (string, bool) {
	if r.elsewhere == nil || c.Repo == "" {
		return "", false
	}
	return r.elsewhere.Chart(c.Repo, c.Name, c.Version)
}
