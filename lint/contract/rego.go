package contract

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"

	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/lint/policy"
)

func isTest(name string) bool { return strings.HasSuffix(name, "_test.rego") }

// regoFiles gives the files of Rego in a folder.
func regoFiles(f Folder, folder string) []string {
	entries, _ := fs.ReadDir(f.FS, folder) // a folder that cannot be read is a mistake already
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() && path.Ext(entry.Name()) == ".rego" {
			names = append(names, path.Join(folder, entry.Name()))
		}
	}
	return names
}

// parse gives the modules of those files in a folder that are wanted, by the
// names that mistakes give them.
func parse(f Folder, folder string, wanted func(name string) bool) (map[string]*ast.Module, mistake.List) {
	modules := map[string]*ast.Module{}
	var mistakes mistake.List
	for _, name := range regoFiles(f, folder) {
		if !wanted(name) {
			continue
		}
		module, err := parseFile(f, name)
		if err != nil {
			mistakes = append(mistakes, policy.MistakesOf(err, f.File(name))...)
			continue
		}
		modules[f.File(name)] = module
	}
	return modules, mistakes
}

func parseFile(f Folder, name string) (*ast.Module, error) {
	data, err := fs.ReadFile(f.FS, name)
	if err != nil {
		return nil, err
	}
	return ast.ParseModuleWithOpts(f.File(name), string(data), ast.ParserOptions{ProcessAnnotation: true, RegoVersion: ast.RegoV1})
}

// checkFormat demands what `opa fmt` writes. A file that cannot be parsed fails
// elsewhere.
func checkFormat(f Folder, folder string) mistake.List {
	var mistakes mistake.List
	for _, name := range regoFiles(f, folder) {
		text, err := fs.ReadFile(f.FS, name)
		if err != nil {
			continue
		}
		formatted, err := Format(name, text)
		if err == nil && !bytes.Equal(formatted, text) {
			mistakes = append(mistakes, mistake.Mistake{File: f.File(name), Line: firstDifference(formatted, text), Message: "is not formatted as opa fmt does"})
		}
	}
	return mistakes
}

// Format gives a file of Rego as `opa fmt` writes it.
func Format(name string, text []byte) ([]byte, error) {
	return format.SourceWithOpts(name, text, format.Opts{RegoVersion: ast.RegoV1})
}

// firstDifference gives the first line in which two texts differ.
func firstDifference(a, b []byte) int {
	left, right := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(left), len(right)) {
		if !bytes.Equal(left[i], right[i]) {
			return i + 1
		}
	}
	return min(len(left), len(right))
}

// checkDescriptions demands METADATA with a description for a package in lib, and
// for all in it that policies may use.
func checkDescriptions(f Folder, folder string) mistake.List {
	modules, _ := parse(f, folder, func(name string) bool { return !isTest(name) }) // it compiles
	described := map[string]bool{}
	public := map[string]*ast.Location{}
	for _, module := range modules {
		name := module.Package.Path.String()
		if at, ok := public[name]; !ok || module.Package.Location.File < at.File {
			public[name] = module.Package.Location
		}
		for _, rule := range module.Rules {
			name := rule.Ref().GroundPrefix().String()
			if strings.HasPrefix(string(rule.Head.Ref()[0].Value.(ast.Var)), "_") {
				continue
			}
			if at, ok := public[name]; !ok || before(rule.Location, at) {
				public[name] = rule.Location
			}
		}
		for _, annotation := range module.Annotations {
			if annotation.Description != "" {
				described[annotation.GetTargetPath().GroundPrefix().String()] = true
			}
		}
	}
	var mistakes mistake.List
	for name, location := range public {
		short := name[strings.LastIndexByte(name, '.')+1:]
		if !described[name] {
			mistakes = append(mistakes, mistake.Mistake{File: location.File, Line: location.Row, Message: fmt.Sprintf("%s has no METADATA with a description", short)})
		}
	}
	return mistakes
}

func before(a, b *ast.Location) bool {
	return a.File < b.File || a.File == b.File && a.Row < b.Row
}
