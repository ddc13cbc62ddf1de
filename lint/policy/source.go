package policy

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// source is one file of Rego, which is parsed when it is first needed.
type source struct {
	name, text string
	// pkg is the package that the file must belong to, by its place.
	pkg string

	once   sync.Once
	module *ast.Module
	err    error
}

// readSource reads lib/<topic>/<file>.rego or cases/<case>/<rule>/policy.rego.
func readSource(fsys fs.FS, name string) (*source, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, fmt.Errorf("read policy: %w", err)
	}
	return &source{name: name, text: string(data), pkg: packageOf(path.Dir(name))}, nil
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
		return fmt.Errorf("%s: package is %s, want %s", module.Package.Location, got, s.pkg)
	}
	return nil
}
