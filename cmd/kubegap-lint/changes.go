package main

import (
	"bytes"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/git"
)

// changes are the files that changed, relative to the root of the repository.
type changes struct {
	// names are all of them, among them directories of which only that is known:
	// submodules, and repositories inside of this one. gone are those that are no
	// more. A file that was renamed is there with both of its names.
	names, gone map[string]bool
	// texts are what those that are no more held, as far as something looks into it;
	// nil stands for what is not known.
	texts map[string][]byte
}

func newChanges() changes {
	return changes{map[string]bool{}, map[string]bool{}, map[string][]byte{}}
}

// changesOf gives what git tells.
func changesOf(files []git.Change) changes {
	c := newChanges()
	for _, file := range files {
		if file.Gone {
			c.lose(file.Name, unpackedText(file.Name, file.Held))
		} else {
			c.add(file.Name)
		}
	}
	return c
}

// unpackedText gives the text of a file as textOf does; nil where it is not known.
func unpackedText(name string, held []byte) []byte {
	if held == nil {
		return nil
	}
	text, err := textIn(name, bytes.NewReader(held))
	if err != nil {
		return nil
	}
	return text
}

// add adds a file that is there.
func (c changes) add(name string) {
	c.names[name] = true
	delete(c.gone, name)
	delete(c.texts, name)
}

// lose adds a file that is no more, with its text; nil if that is not known.
func (c changes) lose(name string, text []byte) {
	c.names[name], c.gone[name], c.texts[name] = true, true, text
}

// has tells whether a file changed, or a directory above it of which only that is
// known. The name is a clean path with slashes; one that leads out of the repository,
// such as an absolute one, did not change.
func (c changes) has(name string) bool {
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
