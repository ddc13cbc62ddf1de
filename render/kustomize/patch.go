package kustomize

import (
	"reflect"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// patches reads the patches in a field of the kustomization. An old form of
// patches is that of patchesStrategicMerge.
func (d *reader) patches(field string) []setting {
	var all []setting
	for _, entry := range d.root.field(field).items() {
		if entry.text() != "" {
			all = append(all, d.mergePatches([]node{entry})...)
		} else {
			all = append(all, d.patch(entry, entry.field("patch"))...)
		}
	}
	return all
}

// mergePatches reads patches that are entries themselves, or in files that
// entries name.
func (d *reader) mergePatches(entries []node) []setting {
	var all []setting
	for _, entry := range entries {
		for _, body := range d.documents(entry) {
			all = append(all, newPatch(body, nil, false))
		}
	}
	return all
}

// patch reads an entry of patches: text is the patch itself, where it has one.
func (d *reader) patch(entry, text node) []setting {
	bodies := d.embed(text)
	if _, ok := text.value.([]any); ok {
		bodies = []node{text} // as older versions of Flux have it
	}
	if file := entry.field("path"); file.text() != "" {
		bodies = d.documents(file)
	}
	var all []setting
	for _, body := range bodies {
		all = append(all, newPatch(body, newSelector(entry.field("target")), entry.field("options", "allowNameChange").isTrue()))
	}
	return all
}

// documents gives the documents of the file that entry names, or in its text.
func (d *reader) documents(entry node) []node {
	if _, ok := entry.value.(map[string]any); ok {
		return []node{entry} // as older versions of Flux have it
	}
	if p := placeOfCopy(d.r, d.l, entry.text()); p.IsFile() {
		return d.r.nodes(p.Name)
	}
	return d.embed(entry)
}

// newPatch gives the patch that a document is: a part of an object, or a list of
// operations.
func newPatch(body node, target *selector, renames bool) setting {
	if _, ok := body.value.([]any); ok {
		return newJSONPatch(body, target)
	}
	fields, _ := body.value.(map[string]any)
	return &mergePatch{body, identify(manifest.Object{Body: fields}), target, renames}
}

// mergePatch is a strategic merge patch.
type mergePatch struct {
	node
	// named is the object that the patch names.
	named identity
	// target selects the objects; nil where the patch is for the one it names.
	target *selector
	// renames tells that the patch may change the name.
	renames bool
}

func (p *mergePatch) reaches(o *origin) bool {
	if p.target == nil && !o.isCalled(p.named) || p.target != nil && !p.target.selects(o) {
		return false
	}
	o.describe("labels", p.field("metadata", "labels").value)
	o.describe("annotations", p.field("metadata", "annotations").value)
	if p.renames && p.named.name != "" {
		o.rename(o.last().namespace, p.named.name)
	}
	return true
}

func (p *mergePatch) set(f *field, under any) (step, bool) {
	at, value, ok := p.find(f)
	if !ok || value == (missing{}) && under == (missing{}) || f.isItemKey() && agree(value, under) {
		return step{}, false
	}
	s, _ := stepAt("a patch", value, node{p.in, join(p.path, at), value})
	if sequence, ok := value.([]any); ok {
		s.whole = replaces(f, sequence, under)
	}
	return s, true
}

// find gives the place of a field in the patch, and the value that it gets:
// missing{} where the patch takes it away.
func (p *mergePatch) find(f *field) (there manifest.Path, value any, ok bool) {
	if f.isIdentity() && !p.renames {
		return nil, nil, false
	}
	var replaced manifest.Path
	at := pair{body: f.body, other: p.value, partial: true}
	for _, step := range f.path {
		if directive := directiveIn(at.other, "replace"); directive != nil {
			replaced = join(there, directive)
		}
		if at, step, ok = at.follow(step); !ok {
			return replaced, missing{}, replaced != nil
		}
		there = append(there, step)
		if directive := directiveIn(at.other, "delete"); directive != nil {
			return join(there, directive), missing{}, true
		}
		if at.other == nil {
			return there, missing{}, true
		}
	}
	return there, at.other, true
}

// directiveIn gives the way to the field $patch in a mapping, or in an item of a
// sequence, that has the value; nil where there is none. A deletion is about the
// item itself.
func directiveIn(value any, want string) manifest.Path {
	const key = "$patch"
	switch value := value.(type) {
	case map[string]any:
		if value[key] == want {
			return manifest.Path{manifest.Key(key)}
		}
	case []any:
		for i, item := range value {
			if fields, ok := item.(map[string]any); ok && fields[key] == want && want == "replace" {
				return manifest.Path{manifest.Index(i), manifest.Key(key)}
			}
		}
	}
	return nil
}

// replaces tells whether a sequence in a patch took the place of the one that was
// there: it is all that is there now, and items that were there are not.
func replaces(f *field, sequence []any, under any) bool {
	before, _ := under.([]any)
	list := f.name()
	return reflect.DeepEqual(f.value, any(sequence)) &&
		len(surplus(identities(list, before), identities(list, sequence))) > 0
}
