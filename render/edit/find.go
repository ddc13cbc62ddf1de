package edit

import (
	"errors"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// spot is a place in a document: an entry of a mapping, or an item of a sequence,
// which has no key.
type spot struct {
	doc        *manifest.Document
	path       manifest.Path
	key, value *yaml.Node
	// parent is the mapping or sequence that holds it, and flow tells whether it
	// stands in brackets.
	parent *yaml.Node
	flow   bool
}

// errNoField tells that nothing of the file stands at a place.
var errNoField = errors.New("the field does not stand there by itself")

// find gives the entry, or for an index the item, that starts at a place.
func (f *File) find(at manifest.Location, last manifest.Step) (spot, bool) {
	if at.Line < 1 || at.Column < 1 {
		return spot{}, false
	}
	for i, doc := range f.docs {
		root := doc.Node()
		if root == nil || root.Line > at.Line || f.startsBefore(i+1, at.Line) {
			continue
		}
		if s, ok := search(spot{doc: doc, value: root}, at, last.IsIndex()); ok {
			return s, true
		}
	}
	return spot{}, false
}

// startsBefore tells whether there is a document of a number that starts above a
// line.
func (f *File) startsBefore(number, line int) bool {
	if number >= len(f.docs) {
		return false
	}
	root := f.docs[number].Node()
	return root != nil && root.Line < line
}

// search looks for the entry or item below a spot that starts at a place.
func search(in spot, at manifest.Location, item bool) (spot, bool) {
	n := in.value
	flow := in.flow || n.Style&yaml.FlowStyle != 0
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			s := spot{doc: in.doc, path: below(in.path, manifest.Key(n.Content[i].Value)), key: n.Content[i], value: n.Content[i+1], parent: n, flow: flow}
			if !item && s.key.Line == at.Line && s.key.Column == at.Column {
				return s, true
			}
			if found, ok := search(s, at, item); ok {
				return found, true
			}
		}
	case yaml.SequenceNode:
		for i, value := range n.Content {
			s := spot{doc: in.doc, path: below(in.path, manifest.Index(i)), value: value, parent: n, flow: flow}
			if item && value.Line == at.Line && value.Column == at.Column {
				return s, true
			}
			if found, ok := search(s, at, item); ok {
				return found, true
			}
		}
	}
	return spot{}, false
}

func below(path manifest.Path, step manifest.Step) manifest.Path {
	return append(path[:len(path):len(path)], step)
}

// isEmpty tells whether a spot holds nothing: null, {} or [].
func (s spot) isEmpty() bool {
	if s.value.Kind == yaml.ScalarNode {
		value, ok := s.doc.Lookup(s.path)
		return ok && value == nil
	}
	return s.value.Kind != yaml.AliasNode && len(s.value.Content) == 0
}

// isTemplate tells whether the file is the text of a template at a line: no
// document that can be read has it.
func (f *File) isTemplate() bool {
	for _, doc := range f.docs {
		if doc.Err != nil {
			return true
		}
	}
	return false
}
