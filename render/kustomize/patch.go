package kustomize

import (
	"regexp"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// patch is one document of a patch: a part of an object, or a list of JSON
// patch operations.
type patch struct {
	doc *manifest.Document
	// root leads to the patch in doc: it may be the text of a field.
	root   manifest.Path
	body   any
	target *types.Selector
}

// patches gives the patches of a layer, the one applied last first.
func (r *Renderer) patches(l *layer) []patch {
	if known, ok := r.patched.Load(l.file); ok {
		return known.([]patch)
	}
	// The layer that was decoded has them as the file has them.
	spec := &l.kustomization.spec
	var all []patch
	for i, p := range spec.PatchesStrategicMerge {
		all = append(all, r.patch(l, types.Patch{Patch: string(p), Path: string(p)}, "patchesStrategicMerge", manifest.Index(i))...)
	}
	for i, p := range spec.Patches {
		all = append(all, r.patch(l, p, "patches", manifest.Index(i), manifest.Key("patch"))...)
	}
	for i, p := range spec.PatchesJson6902 {
		all = append(all, r.patch(l, p, "patchesJson6902", manifest.Index(i), manifest.Key("patch"))...)
	}
	slices.Reverse(all)
	known, _ := r.patched.LoadOrStore(l.file, all)
	return known.([]patch)
}

// patch gives the documents of one patch, from its file or from the text that
// steps lead to below a field of the kustomization.
func (r *Renderer) patch(l *layer, p types.Patch, field string, steps ...manifest.Step) []patch {
	var all []patch
	if name := place(r, l, p.Path).Name; p.Path != "" && name != "" {
		for _, doc := range r.documents(name) {
			all = append(all, patch{doc: doc, body: doc.Body, target: p.Target})
		}
		return all
	}
	for _, doc := range r.documents(l.file) {
		key, _, ok := foldedField(doc.Body, field)
		if !ok {
			continue
		}
		for _, inline := range manifest.Parse(l.file, []byte(p.Patch)) {
			root := append(manifest.Path{manifest.Key(key)}, steps...)
			all = append(all, patch{doc: doc, root: root, body: inline.Body, target: p.Target})
		}
	}
	return all
}

// locate tells whether and where the patch sets the field at path of the
// rendered object body to value.
func (p patch) locate(from *origin, body map[string]any, path manifest.Path, value any) (manifest.Location, bool) {
	if !p.selects(from, body) {
		return manifest.Location{}, false
	}
	if operations, ok := p.body.([]any); ok {
		return p.locateOperation(operations, body, path, value)
	}
	there, set, all := follow(body, p.body, path)
	if !all || !agree(set, value) {
		return manifest.Location{}, false
	}
	return p.doc.Locate(append(p.root[:len(p.root):len(p.root)], there...)), true
}

// locateOperation does locate for a JSON patch.
func (p patch) locateOperation(operations []any, body map[string]any, path manifest.Path, value any) (manifest.Location, bool) {
	for i, operation := range slices.Backward(operations) {
		fields, _ := operation.(map[string]any)
		pointer, _ := fields["path"].(string)
		rest, ok := below(pointer, path)
		if !ok {
			continue
		}
		at, _ := lookup(body, path[:len(path)-len(rest)])
		there, set, all := follow(at, fields["value"], rest)
		if !all || !agree(set, value) {
			continue
		}
		full := slices.Concat(p.root, manifest.Path{manifest.Index(i), manifest.Key("value")}, there)
		return p.doc.Locate(full), true
	}
	return manifest.Location{}, false
}

// below gives what is left of path below the field that a JSON pointer names.
// The index - stands for the end of a sequence, which may be any item by now.
func below(pointer string, path manifest.Path) (manifest.Path, bool) {
	steps := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	if len(steps) > len(path) {
		return nil, false
	}
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for i, step := range steps {
		name := path[i].Key()
		if path[i].IsIndex() {
			continue
		}
		if unescape.Replace(step) != name {
			return nil, false
		}
	}
	return path[len(steps):], true
}

// selects tells whether the patch is for the object: the target names it, or
// without a target the patch itself.
func (p patch) selects(from *origin, body map[string]any) bool {
	final := identify(manifest.Object{Body: body})
	if p.target != nil {
		return fits(p.target.Kind, final.kind) && fits(p.target.Group, final.group) &&
			(fits(p.target.Name, final.name) || fits(p.target.Name, from.first.name))
	}
	fields, _ := p.body.(map[string]any)
	named := identify(manifest.Object{Body: fields})
	return named.kind == final.kind && (named.name == final.name || named.name == from.first.name)
}

// fits tells whether the whole of text matches a selector's expression; an
// empty one matches anything.
func fits(expression, text string) bool {
	if expression == "" || expression == text {
		return true
	}
	pattern, err := regexp.Compile("^(?:" + expression + ")$")
	return err == nil && pattern.MatchString(text)
}
