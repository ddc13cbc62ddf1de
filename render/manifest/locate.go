package manifest

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// entry is a node and how its container holds it: the key node is nil for the
// item of a sequence and for the root.
type entry struct{ key, value *yaml.Node }

// Locate gives the place of the node that path leads to: from the key to the
// end of a scalar that stands behind it, the key alone before a mapping, a
// sequence or a block of text, and the first line of an item of a sequence. The
// root's place is its kind. A path that goes through an alias or a merge key
// leads to where the value is written.
//
// A node that does not exist has the place of its nearest ancestor that does,
// and so has a node within text that is not a literal block (|), since only
// lines of those can be mapped; the precision is then PrecisionNearby.
func (d *Document) Locate(path Path) Location { return d.locate(path, 0) }

// locate is Locate for an object that lies under the first root steps of path.
func (d *Document) locate(path Path, root int) Location {
	if d.Err != nil {
		return d.Err.Location
	}
	at, found := d.find(path)
	if found < len(path) {
		if l, ok := d.locateEmbedded(dereference(at.value), path[found:]); ok {
			return l
		}
	}
	if found <= root {
		at = rootEntry(at)
	}
	l := d.region(at)
	if found < len(path) {
		l.Precision = PrecisionNearby
	}
	return l
}

// Node gives the root of the document, for reading only. Its lines are those of
// the file, its columns count code points. The tag of a plain scalar may be
// left to ShortTag to find. It is nil if the document could not be read.
func (d *Document) Node() *yaml.Node {
	if d.Err != nil {
		return nil
	}
	d.parse.Do(func() {
		if d.JSON {
			d.root = jsonTree(d.text, cursor{d.line + 1, d.column})
		} else {
			d.root, _ = parseYAML(d.text, d.line)
		}
		d.lines = lineOffsets(d.text)
	})
	return d.root
}

// find follows path as far as it exists, aliases and merge keys included, and
// tells how many steps that is.
func (d *Document) find(path Path) (at entry, found int) {
	at = entry{value: d.Node()}
	for found < len(path) {
		next, ok := child(dereference(at.value), path[found])
		if !ok {
			break
		}
		at = next
		found++
	}
	return at, found
}

func dereference(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

func child(n *yaml.Node, s Step) (entry, bool) {
	switch {
	case n.Kind == yaml.MappingNode && !s.IsIndex():
		return lookupKey(n, s.Key())
	case n.Kind == yaml.SequenceNode && s.IsIndex() && s.Index() < len(n.Content):
		return entry{value: n.Content[s.Index()]}, true
	}
	return entry{}, false
}

// lookupKey finds the entry that decides the value of key: the last one, as in
// decoder.mapping, which has also refused endless merges.
func lookupKey(n *yaml.Node, key string) (e entry, ok bool) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if !isMerge(k) {
			if text, err := keyText(k); err == nil && text == key {
				e, ok = entry{k, v}, true
			}
			continue
		}
		for _, part := range mergeParts(v) {
			if merged, found := lookupKey(dereference(part), key); found {
				e, ok = merged, true
			}
		}
	}
	return e, ok
}

// rootEntry gives the entry that stands for a whole object: its kind, else its
// first key.
func rootEntry(at entry) entry {
	n := dereference(at.value)
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		return at
	}
	if kind, ok := lookupKey(n, "kind"); ok {
		return kind
	}
	return entry{n.Content[0], n.Content[1]}
}

// region gives the place of an entry, as Locate promises.
func (d *Document) region(at entry) Location {
	first := at.value
	if at.key != nil {
		first = at.key
	}
	l := Location{File: d.file, Line: first.Line, Column: first.Column, Precision: PrecisionExact}
	var end int
	switch {
	case at.key != nil && isInline(at.value):
		end = d.scalarEnd(at.value)
	case at.key != nil:
		end = d.scalarEnd(at.key)
	default:
		end = d.itemEnd(at.value)
	}
	l.EndLine, l.EndColumn = d.position(end)
	return l
}

// isInline tells whether a node is a scalar with text behind its key.
func isInline(n *yaml.Node) bool {
	block := n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
	empty := n.Value == "" && n.Style&^yaml.TaggedStyle == 0
	return n.Kind == yaml.AliasNode || n.Kind == yaml.ScalarNode && !block && !empty
}

// itemEnd gives the offset of the end of what an item of a sequence has on its
// first line.
func (d *Document) itemEnd(n *yaml.Node) int {
	start := d.offset(n.Line, n.Column)
	switch {
	case isInline(n):
		return d.scalarEnd(n)
	case n.Kind == yaml.MappingNode && len(n.Content) > 0:
		first := d.region(entry{n.Content[0], n.Content[1]})
		if first.Line == n.Line && first.EndLine == n.Line {
			return d.offset(first.EndLine, first.EndColumn)
		}
	}
	end := start + len(strings.TrimRight(cutLine(d.text[start:]), " \t\r"))
	return max(end, start)
}

func cutLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
