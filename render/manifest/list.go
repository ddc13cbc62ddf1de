package manifest

import (
	"fmt"
	"maps"
	"strings"
)

// Source gives the source of the object that path leads to in the document.
func (d *Document) Source(path Path) Source { return &source{d, path} }

// Objects gives the Kubernetes objects of the document, in order: none if it
// lacks an apiVersion or a kind, the items of a List (and of a ConfigMapList
// and the like, also nested) one by one, else the document itself. Issues tell
// of items that are no objects, and of lists whose items are no sequence.
func (d *Document) Objects() (objects []Object, issues []Issue) {
	body, ok := d.Body.(map[string]any)
	if !ok || !IsObject(body) {
		return nil, nil
	}
	d.collect(&objects, &issues, body, nil)
	return objects, issues
}

// IsObject tells whether a document is a Kubernetes object: it has an
// apiVersion and a kind, and both are strings that are not empty.
func IsObject(body any) bool {
	m, _ := body.(map[string]any)
	return text(m, "apiVersion") != "" && text(m, "kind") != ""
}

func (d *Document) collect(objects *[]Object, issues *[]Issue, body map[string]any, path Path) {
	if !isList(body) {
		*objects = append(*objects, Object{Body: body, Source: d.Source(path)})
		return
	}
	items, ok := body["items"].([]any)
	if !ok && body["items"] != nil {
		at := append(path[:len(path):len(path)], Key("items"))
		*issues = append(*issues, Issue{Location: d.Locate(at), Message: "the items of a " + text(body, "kind") + " must be a sequence"})
	}
	for i, item := range items {
		at := append(path[:len(path):len(path)], Key("items"), Index(i))
		m, _ := item.(map[string]any)
		if m = completeItem(m, body); !IsObject(m) {
			*issues = append(*issues, Issue{
				Location: d.Locate(at),
				Message:  fmt.Sprintf("item %d of the list has no apiVersion and kind", i),
			})
			continue
		}
		d.collect(objects, issues, m, at)
	}
}

// isList tells whether an object is a list. kubectl takes everything with items
// for one, even if they are null; custom resources that happen to have a field
// of that name, or a kind that ends in List and items of their own sort, are
// spared here.
func isList(body map[string]any) bool {
	kind := text(body, "kind")
	items, exists := body["items"]
	if !exists || !strings.HasSuffix(kind, "List") {
		return false
	}
	sequence, _ := items.([]any)
	return kind == "List" || allMappings(sequence)
}

func allMappings(items []any) bool {
	for _, item := range items {
		if _, ok := item.(map[string]any); !ok {
			return false
		}
	}
	return true
}

// completeItem gives an item of a typed list, such as a ConfigMapList, the kind
// and apiVersion that it need not repeat. See
// https://github.com/kubernetes/apimachinery/blob/v0.37.0/pkg/apis/meta/v1/unstructured/helpers.go
func completeItem(item, list map[string]any) map[string]any {
	kind := strings.TrimSuffix(text(list, "kind"), "List")
	if item == nil || kind == "" || text(item, "kind") != "" || text(item, "apiVersion") != "" {
		return item
	}
	complete := maps.Clone(item)
	complete["kind"], complete["apiVersion"] = kind, list["apiVersion"]
	return complete
}

// source locates the fields of the object at path in doc.
type source struct {
	doc  *Document
	path Path
}

// Trace implements Source.
func (s *source) Trace(path Path) Trace {
	if len(s.path) == 0 {
		return Trace{Location: s.doc.locate(path, 0)}
	}
	full := append(s.path[:len(s.path):len(s.path)], path...)
	return Trace{Location: s.doc.locate(full, len(s.path))}
}

// Origin implements Source.
func (s *source) Origin() Origin {
	at := s.path
	namespace, _ := s.doc.Lookup(append(at[:len(at):len(at)], Key("metadata"), Key("namespace")))
	name, _ := s.doc.Lookup(append(at[:len(at):len(at)], Key("metadata"), Key("name")))
	origin := Origin{File: s.doc.file}
	origin.Namespace, _ = namespace.(string)
	origin.Name, _ = name.(string)
	return origin
}
