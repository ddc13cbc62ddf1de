package kustomize

import (
	"encoding/json"
	"reflect"
	"slices"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// maxTrials bounds how often a unit is built to find out what kustomize stops
// at, where its error does not tell.
const maxTrials = 200

// suspects are the entries of one field of a layer, one of which may be what
// kustomize stops at.
type suspects struct {
	count int
	// keep leaves the first n entries in the layer.
	keep func(n int)
	// drop leaves all entries but the one with this index.
	drop func(i int)
	// locate gives the place of an entry.
	locate func(i int) manifest.Location
}

func suspectsIn[T any](list *[]T, locate func(entry T) manifest.Location) suspects {
	all := *list
	return suspects{
		count:  len(all),
		keep:   func(n int) { *list = all[:n:n] },
		drop:   func(i int) { *list = slices.Delete(slices.Clone(all), i, i+1) },
		locate: func(i int) manifest.Location { return locate(all[i]) },
	}
}

// suspects gives the entries that kustomize could stop at, by field: what it
// does last comes first, so that a field is not blamed for one before it.
func (w *walk) suspects(l *layer) []suspects {
	text := func(field string) func(string) manifest.Location {
		return func(entry string) manifest.Location { return w.r.locate(l.file, entry, field) }
	}
	patch := func(p types.Patch) manifest.Location { return w.patchEntry(l, p) }
	return []suspects{
		suspectsIn(&l.spec.Validators, text("validators")),
		suspectsIn(&l.spec.Transformers, func(entry string) manifest.Location {
			return w.transformerEntry(l, entry)
		}),
		suspectsIn(&l.spec.Replacements, func(types.ReplacementField) manifest.Location {
			return w.r.locateField(l.file, "replacements")
		}),
		suspectsIn(&l.spec.PatchesJson6902, patch),
		suspectsIn(&l.spec.Patches, patch),
		suspectsIn(&l.spec.Generators, text("generators")),
		suspectsIn(&l.spec.SecretGenerator, func(args types.SecretArgs) manifest.Location {
			return w.generatorEntry(l, "Secret", args.GeneratorArgs)
		}),
		suspectsIn(&l.spec.ConfigMapGenerator, func(args types.ConfigMapArgs) manifest.Location {
			return w.generatorEntry(l, "ConfigMap", args.GeneratorArgs)
		}),
		suspectsIn(&l.spec.Crds, text("crds")),
		suspectsIn(&l.spec.Configurations, text("configurations")),
	}
}

// dropCulprit takes the entry out of the layer without which the error of
// kustomize does not come up.
func (w *walk) dropCulprit(top, l *layer, message string) bool {
	remains := func() bool {
		w.trials++
		w.again(l)
		_, err := run(w.files, top.dir, w.ownSchema())
		return err != nil && w.brief(err) == message
	}
	changed := l.changed
	for _, s := range w.suspects(l) {
		if s.count == 0 || w.trials > maxTrials || w.ctx.Err() != nil {
			continue
		}
		if s.keep(0); remains() {
			s.keep(s.count)
			continue
		}
		// The first of the entries do not cause it, the first beyond do.
		good, bad := 0, s.count
		for bad-good > 1 {
			middle := (good + bad) / 2
			if s.keep(middle); remains() {
				bad = middle
			} else {
				good = middle
			}
		}
		if noPath.MatchString(message) {
			w.lack(plainly(message), s.locate(bad-1))
		} else {
			w.lose(render.ReasonRender, plainly(message), s.locate(bad-1))
		}
		s.drop(bad - 1)
		return w.again(l)
	}
	l.changed = changed
	w.put(l)
	return false
}

// patchEntry gives the place of a patch among the patches of a layer.
func (w *walk) patchEntry(l *layer, p types.Patch) manifest.Location {
	isIt := func(other types.Patch) bool { return reflect.DeepEqual(p, other) }
	spec := &l.kustomization.spec
	if i := slices.IndexFunc(spec.Patches, isIt); i >= 0 {
		return w.r.locateItem(l.file, i, "patches")
	}
	if i := slices.IndexFunc(spec.PatchesJson6902, isIt); i >= 0 {
		return w.r.locateItem(l.file, i, "patchesJson6902")
	}
	return w.r.locate(l.file, p.Path+p.Patch, "patches", "patchesStrategicMerge", "patchesJson6902")
}

// transformerEntry gives the place of a transformer, which may stand for a JSON
// patch.
func (w *walk) transformerEntry(l *layer, entry string) manifest.Location {
	var patch struct{ Path, JSONOp string }
	if err := json.Unmarshal([]byte(entry), &patch); err == nil {
		for i, p := range l.kustomization.spec.PatchesJson6902 {
			if p.Path == patch.Path && p.Patch == patch.JSONOp {
				return w.r.locateItem(l.file, i, "patchesJson6902")
			}
		}
	}
	return w.r.locate(l.file, entry, "transformers")
}

// generatorEntry gives the place of the generator with these settings.
func (w *walk) generatorEntry(l *layer, kind string, args types.GeneratorArgs) manifest.Location {
	isSame := func(n node, text string) bool { return n.text() == text }
	for _, g := range w.r.generators(l) {
		if g.kind == kind && g.name.text() == args.Name && slices.EqualFunc(g.field("literals").items(), args.LiteralSources, isSame) {
			return g.at()
		}
	}
	return manifest.Location{File: l.file}
}
