package fix

import (
	"fmt"
	"reflect"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/edit"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// What overlays change in an object, and a fix repeats from it.
var (
	selectorPath  = manifest.Path{manifest.Key("spec"), manifest.Key("selector"), manifest.Key("matchLabels")}
	podLabelsPath = manifest.Path{manifest.Key("spec"), manifest.Key("template"), manifest.Key("metadata"), manifest.Key("labels")}
	namePath      = manifest.Path{manifest.Key("metadata"), manifest.Key("name")}
	namespacePath = manifest.Path{manifest.Key("metadata"), manifest.Key("namespace")}
)

// source gives the object as it stands in its file, before any layer changes it.
func (p *planner) source(o *manifest.Object) (map[string]any, bool) {
	origin := o.Source.Origin()
	f, err := p.open(origin.File)
	if err != nil {
		return nil, false
	}
	var found []map[string]any
	for _, doc := range f.Documents() {
		objects, _ := doc.Objects()
		for _, other := range objects {
			if other.Kind() == o.Kind() && other.Name() == origin.Name && other.Namespace() == origin.Namespace {
				found = append(found, other.Body)
			}
		}
	}
	if len(found) != 1 {
		return nil, false
	}
	return found[0], true
}

// asWritten gives the value of a repair as it belongs into the file: labels that
// it repeats from its object are those that the file has, to which overlays add.
func (p *planner) asWritten(r lint.Repair) (any, error) {
	rendered := labelsOf(r.Target.Body)
	if !repeats(r.Value, rendered) {
		return r.Value, nil
	}
	source, ok := p.source(r.Target)
	if !ok {
		return nil, errComputed
	}
	return rewritten(r.Value, rendered, labelsOf(source))
}

// labelsOf gives the labels that a workload's pods are selected by, and those that
// they have.
func labelsOf(body map[string]any) [2]any {
	selector, _ := manifest.Lookup(body, selectorPath)
	labels, _ := manifest.Lookup(body, podLabelsPath)
	return [2]any{selector, labels}
}

// repeats tells whether a value has one of some labels in it.
func repeats(value any, labels [2]any) bool {
	m, ok := value.(map[string]any)
	if list, isList := value.([]any); isList {
		for _, item := range list {
			if repeats(item, labels) {
				return true
			}
		}
	}
	if !ok || len(m) == 0 {
		return false
	}
	if reflect.DeepEqual(value, labels[0]) || reflect.DeepEqual(value, labels[1]) {
		return true
	}
	for _, v := range m {
		if repeats(v, labels) {
			return true
		}
	}
	return false
}

// rewritten puts labels of a file in the place of rendered ones.
func rewritten(value any, rendered, source [2]any) (any, error) {
	for i, labels := range rendered {
		if m, ok := value.(map[string]any); ok && len(m) > 0 && reflect.DeepEqual(value, labels) {
			if written, ok := source[i].(map[string]any); ok && len(written) > 0 {
				return written, nil
			}
			return nil, errComputed
		}
	}
	var err error
	switch value := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(value))
		for key, v := range value {
			if out[key], err = rewritten(v, rendered, source); err != nil {
				return nil, err
			}
		}
		return out, nil
	case []any:
		out := make([]any, len(value))
		for i, v := range value {
			if out[i], err = rewritten(v, rendered, source); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return value, nil
}

// add adds a document behind the others in the file of its neighbour.
func (p *planner) add(r lint.Repair) (string, edit.Replacement, error) {
	file := r.Target.Source.Origin().File
	source, ok := p.source(r.Target)
	if !ok {
		if err := p.refused[file]; err != nil {
			return "", edit.Replacement{}, err
		}
		return "", edit.Replacement{}, errTemplated
	}
	value, err := rewritten(r.Document, labelsOf(r.Target.Body), labelsOf(source))
	if err != nil {
		return "", edit.Replacement{}, err
	}
	document, _ := value.(map[string]any)
	for _, path := range []manifest.Path{namePath, namespacePath} {
		alike(document, path, r.Target.Body, source)
	}
	replacement, err := p.files[file].AppendDocument(document)
	if err != nil {
		return "", edit.Replacement{}, fmt.Errorf("%s: %w", file, err)
	}
	return file, replacement, nil
}

// alike gives a document the field that the source of its neighbour has, where it
// repeats that of the neighbour.
func alike(document map[string]any, path manifest.Path, rendered, source map[string]any) {
	own, _ := manifest.Lookup(document, path)
	theirs, _ := manifest.Lookup(rendered, path)
	metadata, ok := document["metadata"].(map[string]any)
	if !ok || own == nil || own != theirs {
		return
	}
	key := path[len(path)-1].Key()
	if written, ok := manifest.Lookup(source, path); ok {
		metadata[key] = written
	} else {
		delete(metadata, key)
	}
}
