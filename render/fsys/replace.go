package fsys

// Replace has the tree give other texts for files that exist, as if they stood on
// disk. The names lead through no links. It is called before the tree is shared.
func (t *Tree) Replace(texts map[string][]byte) { t.replaced = texts }

// replacement gives the text that stands in for the named file, through links
// too, and whether there is one.
func (t *Tree) replacement(name string) ([]byte, bool) {
	if len(t.replaced) == 0 {
		return nil, false
	}
	if text, ok := t.replaced[clean(name)]; ok {
		return text, true
	}
	resolved, err := t.Resolve(name)
	if err != nil {
		return nil, false
	}
	text, ok := t.replaced[resolved]
	return text, ok
}

// look runs the test of Watch on the text of a file.
func (t *Tree) look(name string, data []byte) {
	if t.watch != nil && t.watch(data) {
		t.watched.Store(clean(name), true)
	}
}
