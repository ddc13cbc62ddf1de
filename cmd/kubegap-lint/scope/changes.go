package scope

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Changes are the files that changed, by their names from the root of the repository:
// clean paths with slashes. NewChanges makes them; the zero value cannot take any.
type Changes struct {
	// names are all of them, among them directories of which only that is known:
	// submodules, and repositories inside of this one. gone are those that are no
	// more. A file that was renamed is there with both of its names.
	names, gone map[string]bool
	// texts are what those that are no more held, as far as something looks into it;
	// nil stands for what is not known.
	texts map[string][]byte
}

// NewChanges gives none.
func NewChanges() Changes {
	return Changes{map[string]bool{}, map[string]bool{}, map[string][]byte{}}
}

// Add adds a file that is there, or a directory of which only that is known. If it was
// lost before, it no longer is.
func (c Changes) Add(name string) {
	c.names[name] = true
	delete(c.gone, name)
	delete(c.texts, name)
}

// Lose adds a file that is no more, with what it held: nil where that is not known, and
// anything else where LooksInto is false for it.
func (c Changes) Lose(name string, held []byte) {
	c.names[name], c.gone[name], c.texts[name] = true, true, unpackedText(name, held)
}

// has tells whether a file changed, or a directory above it of which only that is
// known. The name is a clean path with slashes; one that leads out of the repository,
// such as an absolute one, did not change.
func (c Changes) has(name string) bool {
	if len(c.names) == 0 {
		return false
	}
	for {
		if c.names[name] {
			return true
		}
		above := path.Dir(name)
		if above == name {
			return false
		}
		name = above
	}
}

// sorted gives the names in order.
func (c Changes) sorted() []string { return slices.Sorted(maps.Keys(c.names)) }

// below tells whether something in a directory changed.
func (c Changes) below(dir string) bool {
	for name := range c.names {
		if dir == "." || name == dir || strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}

// names tells whether a text may name a file: the last part of its name stands in
// it, and not as the end of another name.
func names(text []byte, file string) bool {
	base := []byte(path.Base(file))
	for {
		at := bytes.Index(text, base)
		if at < 0 {
			return false
		}
		last, _ := utf8.DecodeLastRune(text[:at])
		if at == 0 || !unicode.IsLetter(last) && !unicode.IsDigit(last) && !strings.ContainsRune("-_.", last) {
			return true
		}
		text = text[at+len(base):]
	}
}
