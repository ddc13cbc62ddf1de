package kustomize

import (
	"maps"
	"slices"
)

// apart gives the files that decide about no other objects than those in them:
// all that are only resources, unless something takes values, or the names that
// others go by, from one object to another.
func (w *walk) apart() []string {
	files := map[string]bool{}
	for _, l := range w.layers {
		if l == nil {
			continue
		}
		if l.relates() {
			return nil
		}
		for _, p := range l.parts {
			if p.layer == nil && !w.beside[p.file] {
				files[p.file] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(files))
}

// relates tells whether the layer may relate objects to each other that kustomize
// by itself does not.
func (l *layer) relates() bool {
	s := &l.spec
	return len(s.Vars)+len(s.Replacements)+len(s.Configurations)+len(s.Crds)+len(s.OpenAPI)+
		len(s.Generators)+len(s.Transformers)+len(s.Validators) > 0
}
