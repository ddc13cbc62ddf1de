package kustomize

import (
	"fmt"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// resource checks an entry of resources: a file, or the directory of a base.
func (w *walk) resource(l *layer, entry, namespace string) (string, bool) {
	at := func() manifest.Location { return w.r.locate(l.file, entry, "resources", "bases") }
	checked, p, ok := w.local(l, entry, at)
	if !ok {
		return "", false
	}
	if !p.IsDir {
		l.parts = append(l.parts, part{file: p.Name})
		return checked, true
	}
	base := w.base(p.Name, namespace, types.KustomizationKind, at)
	if base == nil {
		return "", false
	}
	l.parts = append(l.parts, part{layer: base})
	return checked, true
}

// component checks an entry of components: the directory of a component.
func (w *walk) component(l *layer, entry, namespace string) (string, bool) {
	at := func() manifest.Location { return w.r.locate(l.file, entry, "components") }
	checked, p, ok := w.local(l, entry, at)
	if !ok {
		return "", false
	}
	if !p.IsDir {
		w.lose(render.ReasonRender, fmt.Sprintf("%q is not a directory", entry), at())
		return "", false
	}
	base := w.base(p.Name, namespace, types.ComponentKind, at)
	if base == nil {
		return "", false
	}
	l.parts = append(l.parts, part{layer: base})
	return checked, true
}

// base visits a directory that must hold a kustomization of the kind.
func (w *walk) base(dir, namespace, kind string, at func() manifest.Location) *layer {
	base := w.visit(dir, namespace, at)
	if base == nil {
		return nil
	}
	if isComponent := base.spec.Kind == types.ComponentKind; isComponent != (kind == types.ComponentKind) {
		w.lose(render.ReasonRender, fmt.Sprintf("%s holds a %s where a %s is due", dir, base.spec.Kind, kind), at())
		return nil
	}
	return base
}

// local gives a local entry in a form that kustomize cannot take for a remote
// one, and what it stands for. Any other entry is listed.
func (w *walk) local(l *layer, entry string, at func() manifest.Location) (string, fsys.Place, bool) {
	entry = w.r.fromElsewhere(l, entry)
	p := place(w.r, l, entry)
	switch {
	case isURL(entry) || mayBeRemote(entry) && p.Err != nil:
		w.skip(render.ReasonRemote, fmt.Sprintf("%q is remote; it was left out", render.Redacted(entry)), at())
		return "", p, false
	case isForeign(entry) && p.Err != nil:
		w.skip(render.ReasonRemote, fmt.Sprintf("%q is remote, at an address that kustomize cannot read; it was left out", render.Redacted(entry)), at())
		return "", p, false
	case entry == "":
		w.lose(render.ReasonRender, "the entry is empty", at())
		return "", p, false
	case p.Err != nil:
		w.missing(entry, p.Err, at())
		return "", p, false
	case mayBeRemote(entry):
		return "./" + entry, p, true
	}
	return entry, p, true
}

// file checks an entry that must be a file and stands as the scalar text below
// a field of the kustomization.
func (w *walk) file(l *layer, entry, text, field string) (string, bool) {
	at := func() manifest.Location { return w.r.locate(l.file, text, field) }
	checked, p, ok := w.local(l, entry, at)
	if ok && p.IsDir {
		w.lose(render.ReasonUnreadable, fmt.Sprintf("%q is a directory", entry), at())
		return "", false
	}
	w.beside[p.Name] = true
	return checked, ok
}

// filterFiles checks all fields that name files other than resources.
func (w *walk) filterFiles(l *layer) {
	s := &l.spec
	s.Configurations = w.fileEntries(l, s.Configurations, "configurations")
	s.Crds = w.fileEntries(l, s.Crds, "crds")
	s.Patches = w.patches(l, s.Patches, "patches")
	s.PatchesJson6902 = w.patches(l, s.PatchesJson6902, "patchesJson6902")
	w.filterMergePatches(l)
	w.filterReplacements(l)
	w.filterSchema(l)
	s.ConfigMapGenerator = slices.Clone(s.ConfigMapGenerator)
	for i := range s.ConfigMapGenerator {
		w.filterPairs(l, &s.ConfigMapGenerator[i].KvPairSources, "configMapGenerator")
	}
	s.SecretGenerator = slices.Clone(s.SecretGenerator)
	for i := range s.SecretGenerator {
		w.filterPairs(l, &s.SecretGenerator[i].KvPairSources, "secretGenerator")
	}
}

func (w *walk) fileEntries(l *layer, entries []string, field string) []string {
	return w.entries(l, entries, func(entry string) (string, bool) { return w.file(l, entry, entry, field) })
}

func (w *walk) patches(l *layer, patches []types.Patch, field string) []types.Patch {
	var kept []types.Patch
	for _, patch := range patches {
		if patch.Path != "" {
			checked, ok := w.file(l, patch.Path, patch.Path, field)
			l.changed = l.changed || !ok || checked != patch.Path
			if !ok {
				continue
			}
			patch.Path = checked
		}
		kept = append(kept, patch)
	}
	return kept
}

// filterMergePatches checks patchesStrategicMerge, whose entries are patches
// or the names of their files.
func (w *walk) filterMergePatches(l *layer) {
	var kept []types.PatchStrategicMerge
	for _, patch := range l.spec.PatchesStrategicMerge {
		text := string(patch)
		if w.isInline(text) {
			l.inline[patch] = true
			kept = append(kept, patch)
			continue
		}
		if checked, ok := w.file(l, text, text, "patchesStrategicMerge"); ok {
			kept = append(kept, types.PatchStrategicMerge(checked))
		}
	}
	// The field is deprecated: the layer is written anew anyway.
	l.spec.PatchesStrategicMerge = kept
}

// isInline tells whether an entry is YAML itself rather than the name of a
// file. What could be fetched is never taken for YAML.
func (w *walk) isInline(entry string) bool {
	_, err := w.r.decodeObjects([]byte(entry))
	return err == nil && !mayBeRemote(entry)
}

func (w *walk) filterReplacements(l *layer) {
	var kept []types.ReplacementField
	for _, replacement := range l.spec.Replacements {
		if replacement.Path != "" {
			checked, ok := w.file(l, replacement.Path, replacement.Path, "replacements")
			l.changed = l.changed || !ok || checked != replacement.Path
			if !ok {
				continue
			}
			replacement.Path = checked
		}
		kept = append(kept, replacement)
	}
	l.spec.Replacements = kept
}

func (w *walk) filterSchema(l *layer) {
	entry, ok := l.spec.OpenAPI["path"]
	if !ok {
		return
	}
	checked, ok := w.file(l, entry, entry, "openapi")
	if ok && checked == entry {
		return
	}
	l.changed = true
	l.spec.OpenAPI = nil
	if ok {
		l.spec.OpenAPI = map[string]string{"path": checked}
	}
}

// filterPairs checks the files that a generator reads.
func (w *walk) filterPairs(l *layer, pairs *types.KvPairSources, field string) {
	pairs.EnvSources = w.fileEntries(l, pairs.EnvSources, field)
	pairs.FileSources = w.entries(l, pairs.FileSources, func(entry string) (string, bool) {
		key, file, named := strings.Cut(entry, "=")
		if !named {
			return w.file(l, entry, entry, field)
		}
		checked, ok := w.file(l, file, entry, field)
		return key + "=" + checked, ok
	})
}
