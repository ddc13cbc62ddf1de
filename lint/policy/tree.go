package policy

import (
	"io/fs"
	"path"
)

// Tree is a file tree with the layout of a library.
type Tree struct {
	// Name stands before the names of the files where a mistake names one. It may
	// be "".
	Name string
	FS   fs.FS
}

// File gives the name of a file as mistakes have it.
func (t Tree) File(name string) string { return path.Join(t.Name, name) }

// Line gives the line of the value that the keys lead to in a file of YAML, or of
// the nearest above it; 0 where not even the first key is there.
func (t Tree) Line(name string, keys ...string) int {
	text, _ := readText(t.FS, name) // a file that cannot be read has no lines
	return lineOf([]byte(text), keys...)
}
