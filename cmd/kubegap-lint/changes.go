package main

import (
	"bytes"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// changes are the files that changed, relative to the root of the repository.
type changes struct {
	// names are all of them, among them directories of which only that is known:
	// submodules, and repositories inside of this one. gone are those that are no
	// more. A file that was renamed is there with both of its names.
	names, gone map[string]bool
}

func newChanges() changes { return changes{map[string]bool{}, map[string]bool{}} }

func (c changes) add(name string, gone bool) {
	name = strings.TrimSuffix(name, "/")
	c.names[name] = true
	if gone {
		c.gone[name] = true
	}
}

// has tells whether a file changed.
func (c changes) has(name string) bool {
	if len(c.names) == 0 {
		return false
	}
	for ; name != "."; name = path.Dir(name) {
		if c.names[name] {
			return true
		}
	}
	return c.names[name]
}

// sorted gives the names in order.
func (c changes) sorted() []string { return sortedKeys(c.names) }

// below tells whether something in a directory changed.
func (c changes) below(dir string) bool {
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
