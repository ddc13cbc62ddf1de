package kustomize

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// documents parses the named file once. A file that cannot be read has none.
func (r *Renderer) documents(name string) []*manifest.Document {
	if known, ok := r.parsed.Load(name); ok {
		return known.([]*manifest.Document)
	}
	var docs []*manifest.Document
	if data, err := r.cache.ReadFile(name); err == nil {
		docs = manifest.Parse(name, data)
	}
	known, _ := r.parsed.LoadOrStore(name, docs)
	return known.([]*manifest.Document)
}

// objects gives the objects in the named file.
func (r *Renderer) objects(name string) []manifest.Object {
	var all []manifest.Object
	for _, doc := range r.documents(name) {
		objects, _ := doc.Objects()
		all = append(all, objects...)
	}
	return all
}

// syntaxError gives what keeps the named file from being YAML, or nil.
func (r *Renderer) syntaxError(name string) *manifest.Issue {
	for _, doc := range r.documents(name) {
		if doc.Err != nil {
			return doc.Err
		}
	}
	return nil
}

// templateToken gives a token that has to be replaced before a file is YAML; "" for
// one that is not the text of a template.
func (r *Renderer) templateToken(name string) string {
	for _, doc := range r.documents(name) {
		if place, isTemplate := doc.Template(); isTemplate {
			data, _ := r.cache.ReadFile(name) // It was read before.
			return manifest.TokenNear(data, place.Line)
		}
	}
	return ""
}

// documentOf finds the last object with this kustomize id, such as
// Deployment.v1.apps/web.shop, in a file. Where there is none, it gives other.
func (r *Renderer) documentOf(file, id string, other manifest.Location) manifest.Location {
	kind, name := splitID(id)
	for _, object := range slices.Backward(r.objects(file)) {
		if object.Kind() == kind && object.Name() == name {
			return object.Source.Trace(nil).Location
		}
	}
	return other
}

// splitID takes kind and name out of a kustomize id.
func splitID(id string) (kind, name string) {
	kind, _, _ = strings.Cut(id, ".")
	_, name, _ = strings.Cut(id, "/")
	if i := strings.LastIndex(name, "."); i >= 0 {
		name = name[:i]
	}
	return kind, name
}

// locate finds a string below one of the fields of a kustomization, tried in
// order; "" stands for a null, too. Where there is none, it gives the place of
// the first of these fields, and failing that, the file.
func (r *Renderer) locate(file, value string, fields ...string) manifest.Location {
	return r.locateNth(file, value, 1, fields...)
}

// locateNth is locate for the nth time that the string is there, counted from 1.
func (r *Renderer) locateNth(file, value string, n int, fields ...string) manifest.Location {
	for _, doc := range r.documents(file) {
		for _, field := range fields {
			key, below, _ := foldedField(doc.Body, field)
			path, ok := find(below, manifest.Path{manifest.Key(key)}, func(_ string, v any) bool {
				if v == value || v == nil && value == "" {
					n--
				}
				return n == 0
			})
			if ok {
				return doc.Locate(path)
			}
		}
	}
	return r.locateField(file, fields...)
}

// locateField gives the place of the first of these fields that a kustomization
// has, as one that is near to what is meant, and failing that, the file.
func (r *Renderer) locateField(file string, fields ...string) manifest.Location {
	for _, doc := range r.documents(file) {
		for _, field := range fields {
			if key, _, ok := foldedField(doc.Body, field); ok {
				at := doc.Locate(manifest.Path{manifest.Key(key)})
				at.Precision = manifest.PrecisionNearby
				return at
			}
		}
	}
	return manifest.Location{File: file}
}

// locatePath gives the place of what path leads to in a kustomization.
func (r *Renderer) locatePath(file string, path manifest.Path) manifest.Location {
	if docs := r.documents(file); len(docs) > 0 {
		return docs[0].Locate(path)
	}
	return manifest.Location{File: file}
}

// item gives one of the items that the lists in some fields of a kustomization have
// together, in order; the index counts from zero.
func (r *Renderer) item(file string, index int, fields ...string) node {
	for _, doc := range r.documents(file) {
		for _, field := range fields {
			items := node{in: doc, value: doc.Body}.field(field).items()
			if index < len(items) {
				return items[index]
			}
			index -= len(items)
		}
	}
	return node{}
}

// locateItem gives the place of such an item.
func (r *Renderer) locateItem(file string, index int, fields ...string) manifest.Location {
	if item := r.item(file, index, fields...); item.exists() {
		return item.at()
	}
	return manifest.Location{File: file}
}

// foldedField gives a field of a mapping. Case does not count in kustomize.
func foldedField(body any, name string) (key string, value any, ok bool) {
	mapping, _ := body.(map[string]any)
	if value, ok = mapping[name]; ok {
		return name, value, true
	}
	for _, key := range slices.Sorted(maps.Keys(mapping)) {
		if strings.EqualFold(key, name) {
			return key, mapping[key], true
		}
	}
	return "", nil, false
}

// search finds a string in value, which at leads to.
func search(value any, text string, at manifest.Path) (manifest.Path, bool) {
	return find(value, at, func(_ string, value any) bool { return value == text })
}

// find gives the path to the first field or item in value that fits.
func find(value any, at manifest.Path, fits func(key string, value any) bool) (manifest.Path, bool) {
	if text, ok := value.(string); ok {
		return at, fits("", text)
	}
	return findPath(value, at, func(path manifest.Path, value any) bool {
		return fits(path[len(path)-1].Key(), value)
	})
}

// findPath gives the path to the first field or item below value that fits.
func findPath(value any, at manifest.Path, fits func(path manifest.Path, value any) bool) (manifest.Path, bool) {
	try := func(step manifest.Step, below any) (manifest.Path, bool) {
		path := append(at[:len(at):len(at)], step)
		if fits(path, below) {
			return path, true
		}
		return findPath(below, path, fits)
	}
	switch value := value.(type) {
	case []any:
		for i, item := range value {
			if path, ok := try(manifest.Index(i), item); ok {
				return path, true
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if path, ok := try(manifest.Key(key), value[key]); ok {
				return path, true
			}
		}
	}
	return nil, false
}
