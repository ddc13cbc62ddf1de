// Package policies holds the embedded policies: the cases with their rules,
// and the libraries that the rules share. Adding a folder is all it takes to
// add one.
package policies

import (
	"embed"
	"io/fs"
)

//go:embed cases/*/case.yaml cases/*/*/policy.rego cases/*/*/bad.yaml cases/*/*/good.yaml lib/*/*.rego vocabulary.yaml schemas/input.json compiled.bin
var embedded embed.FS

// FS gives the tree of cases and libraries: the policies, and of the fixtures
// the two examples that users see; the words that cases are classified by, and
// the schema of what policies judge; and the compiled form of all, which 'make docs'
// writes.
func FS() fs.FS { return embedded }
