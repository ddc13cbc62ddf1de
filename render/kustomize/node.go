package kustomize

import (
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// node is a value in a kustomization, in a patch or in the configuration of a
// plugin, and the way to it. The zero node is one that is not there.
type node struct {
	in    manifest.Locator
	path  manifest.Path
	value any
}

// root gives the content of a kustomization file.
func (r *Renderer) root(file string) node {
	for _, doc := range r.documents(file) {
		if _, ok := doc.Body.(map[string]any); ok {
			return node{in: doc, value: doc.Body}
		}
	}
	return node{}
}

func (n node) exists() bool { return n.in != nil }

// step gives the value behind one more step of the path.
func (n node) step(s manifest.Step, value any) node {
	return node{n.in, join(n.path, manifest.Path{s}), value}
}

// field gives a field of a mapping, whose case does not count.
func (n node) field(names ...string) node {
	for _, name := range names {
		key, value, ok := foldedField(n.value, name)
		if !ok {
			return node{}
		}
		n = n.step(manifest.Key(key), value)
	}
	return n
}

// key gives the value of a key of a mapping, whose case counts.
func (n node) key(key string) node {
	mapping, _ := n.value.(map[string]any)
	value, ok := mapping[key]
	if !ok {
		return node{}
	}
	return n.step(manifest.Key(key), value)
}

// items gives the items of a sequence.
func (n node) items() []node {
	sequence, _ := n.value.([]any)
	items := make([]node, len(sequence))
	for i, value := range sequence {
		items[i] = n.step(manifest.Index(i), value)
	}
	return items
}

// text gives a string, or "" where the value is none.
func (n node) text() string {
	text, _ := n.value.(string)
	return text
}

// isTrue tells whether the value is true.
func (n node) isTrue() bool { return n.value == true }

// at gives the place of the value.
func (n node) at() manifest.Location { return n.in.Locate(n.path) }

// join gives one path behind the other.
func join(path, rest manifest.Path) manifest.Path {
	if len(rest) == 0 {
		return path
	}
	return append(path[:len(path):len(path)], rest...)
}
