package policies_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"
	"github.com/open-policy-agent/opa/v1/tester"

	"github.com/kubegap/kubegap-lint/lint/policy"
)

// TestFormat demands what `opa fmt` writes.
func TestFormat(t *testing.T) {
	t.Parallel()
	for name, text := range sources(t, os.DirFS("."), ".") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			formatted, err := format.SourceWithOpts(name, []byte(text), format.Opts{RegoVersion: ast.RegoV1})
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(formatted, []byte(text)) {
				t.Errorf("%s is not formatted: run opa fmt -w %s", name, name)
			}
		})
	}
}

// TestSchema compiles all policies against the schema of their input, which a
// run of the program does not for the sake of its speed.
func TestSchema(t *testing.T) {
	t.Parallel()
	modules := parse(t, sources(t, os.DirFS("."), "."))
	maps.DeleteFunc(modules, func(name string, _ *ast.Module) bool { return isTest(name) })
	data, err := os.ReadFile("schemas/input.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema any
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	schemas := ast.NewSchemaSet()
	schemas.Put(ast.SchemaRootRef, schema)
	compiler := strict().WithSchemas(schemas).WithUseTypeCheckAnnotations(true)
	if compiler.Compile(modules); compiler.Failed() {
		t.Error(compiler.Errors)
	}
}

// TestLibraries runs the Rego tests of what policies share.
func TestLibraries(t *testing.T) {
	t.Parallel()
	root := os.DirFS(".")
	for _, topic := range folders(t, root, "lib") {
		t.Run(topic, func(t *testing.T) {
			t.Parallel()
			runRegoTests(t, root, path.Join("lib", topic))
		})
	}
}

// TestLibraryMetadata demands a description of all that policies may use.
func TestLibraryMetadata(t *testing.T) {
	t.Parallel()
	described := map[string]bool{}
	public := map[string]*ast.Location{}
	for _, module := range parse(t, sources(t, os.DirFS("."), "lib")) {
		if isTest(module.Package.Location.File) {
			continue
		}
		public[module.Package.Path.String()] = module.Package.Location
		for _, rule := range module.Rules {
			if name := rule.Head.Ref()[0].Value.String(); !strings.HasPrefix(strings.Trim(name, `"`), "_") {
				public[rule.Ref().GroundPrefix().String()] = rule.Location
			}
		}
		for _, annotation := range module.Annotations {
			if annotation.Description != "" {
				described[annotation.GetTargetPath().GroundPrefix().String()] = true
			}
		}
	}
	for name, location := range public {
		if !described[name] {
			t.Errorf("%s: %s has no METADATA description", location, name)
		}
	}
}

// runRegoTests runs the tests in a folder.
func runRegoTests(t *testing.T, root fs.FS, folder string) {
	t.Helper()
	texts := sources(t, root, folder)
	if !slices.ContainsFunc(slices.Collect(maps.Keys(texts)), isTest) {
		return
	}
	results, err := tester.NewRunner().
		SetCompiler(strict()).
		RaiseBuiltinErrors(true).
		SetModules(withImports(t, root, parse(t, texts))).
		RunTests(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for result := range results {
		count++
		if !result.Pass() {
			t.Errorf("%s: %s", result.Location, result)
		}
	}
	if count == 0 {
		t.Errorf("%s has a test file without tests", folder)
	}
}

// withImports adds the libraries that modules import, and those that these do.
func withImports(t *testing.T, root fs.FS, modules map[string]*ast.Module) map[string]*ast.Module {
	t.Helper()
	for {
		wanted := map[string]bool{}
		for _, module := range modules {
			for _, imported := range module.Imports {
				if parts := strings.Split(imported.Path.String(), "."); len(parts) > 3 && parts[2] == "lib" {
					wanted["lib/"+parts[3]] = true
				}
			}
		}
		before := len(modules)
		for folder := range wanted {
			for name, text := range sources(t, root, folder) {
				if modules[name] == nil && !isTest(name) {
					maps.Copy(modules, parse(t, map[string]string{name: text}))
				}
			}
		}
		if len(modules) == before {
			return modules
		}
	}
}

func isTest(name string) bool { return strings.HasSuffix(name, "_test.rego") }

func strict() *ast.Compiler {
	return ast.NewCompiler().WithStrict(true).WithCapabilities(policy.Capabilities())
}

// sources gives the text of all Rego files below a folder, by name.
func sources(t *testing.T, root fs.FS, folder string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := fs.WalkDir(root, folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".rego" {
			return err
		}
		data, err := fs.ReadFile(root, name)
		texts[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func parse(t *testing.T, texts map[string]string) map[string]*ast.Module {
	t.Helper()
	modules := map[string]*ast.Module{}
	for name, text := range texts {
		module, err := ast.ParseModuleWithOpts(name, text, ast.ParserOptions{ProcessAnnotation: true, RegoVersion: ast.RegoV1})
		if err != nil {
			t.Fatal(err)
		}
		modules[name] = module
	}
	return modules
}
