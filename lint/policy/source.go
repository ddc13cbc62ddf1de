package policy

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/kubegap/kubegap-lint/lint/mistake"
)

// source is one file of Rego, which is parsed when it is first needed.
type source struct {
	name, text string
	// pkg is the package that the file must belong to, by its place.
	pkg string

	once   sync.Once
	module *ast.Module
	err    error

	// compiled is the compiled form of the file, nil where there is none, and
	// imports are the packages that it needs.
	compiled      []byte
	imports       []string
	decode        sync.Once
	decodedModule *ast.Module
	decodeErr     error
}

// readSource reads lib/<topic>/<file>.rego or cases/<case>/<rule>/policy.rego.
func readSource(tree Tree, name string) (*source, error) {
	data, err := fs.ReadFile(tree.FS, name)
	if err != nil {
		return nil, fmt.Errorf("read policy: %w", err)
	}
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		return nil, mistake.Mistake{File: tree.File(name), Line: 1, Message: "starts with a byte order mark: save it without one"}
	}
	return &source{name: tree.File(name), text: string(data), pkg: packageOf(path.Dir(name))}, nil
}

// packageOf gives the package of the files in a folder.
func packageOf(folder string) string {
	return "data.kubegap." + strings.NewReplacer("-", "_", "/", ".").Replace(strings.ToLower(folder))
}

// parse gives the module of the file.
func (s *source) parse() (*ast.Module, error) {
	s.once.Do(func() {
		s.module, s.err = ast.ParseModuleWithOpts(s.name, s.text, ast.ParserOptions{RegoVersion: ast.RegoV1})
		if s.err == nil {
			s.err = s.checkPackage(s.module)
		}
	})
	return s.module, s.err
}

// parseHead gives a module that holds only what comes before the code: the
// package and its METADATA.
func (s *source) parseHead() (*ast.Module, error) {
	end := 0
	for end < len(s.text) {
		line, _, _ := strings.Cut(s.text[end:], "\n")
		end = min(end+len(line)+1, len(s.text))
		if strings.HasPrefix(line, "package ") {
			break
		}
	}
	head, err := ast.ParseModuleWithOpts(s.name, s.text[:end], ast.ParserOptions{RegoVersion: ast.RegoV1, ProcessAnnotation: true})
	if err != nil {
		return nil, err
	}
	return head, s.checkPackage(head)
}

func (s *source) checkPackage(module *ast.Module) error {
	if got := module.Package.Path.String(); got != s.pkg {
		return at(module.Package.Location, "package is %s, want %s", got, s.pkg)
	}
	return nil
}
