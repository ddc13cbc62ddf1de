package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/kubegap/kubegap-lint/lint/mistake"
)

// Strict makes the compiler that finds the mistakes in policies and their tests.
func Strict() *ast.Compiler {
	return ast.NewCompiler().WithStrict(true).WithCapabilities(Capabilities()).SetErrorLimit(0)
}

// Check finds the mistakes in the code of what was read into the library, save
// for that of its base: it compiles strictly, against the schema of the input
// where schema, a decoded JSON Schema, is not nil. Judge leaves that out for the
// sake of its speed, and so expects a library that has been checked.
func (l *Library) Check(schema any) mistake.List {
	modules, err := l.parse(l.added)
	if err != nil {
		return MistakesOf(err, "")
	}
	var mistakes mistake.List
	for _, s := range l.added {
		mistakes = append(mistakes, checkCalls(modules[s.name])...)
	}
	for _, rule := range l.rules {
		if slices.Contains(l.added, rule.policy) {
			mistakes = append(mistakes, checkViolations(modules[rule.policy.name])...)
		}
	}
	found, compiled := l.compileStrictly(modules, schema, l.added)
	if compiled {
		return append(mistakes, found...).Sorted()
	}
	// The compiler stops after the first stage that finds a mistake in any file. So
	// each file is compiled by itself, with what it imports.
	for _, s := range l.added {
		alone, err := l.parse([]*source{s})
		if err != nil {
			return MistakesOf(err, "")
		}
		found, _ := l.compileStrictly(alone, schema, []*source{s})
		mistakes = append(mistakes, found...)
	}
	return mistakes.Sorted()
}

// compileStrictly compiles modules and gives the mistakes in them. Where they
// compile, it goes on to those that the compiler does not know, in the given
// files.
func (l *Library) compileStrictly(modules map[string]*ast.Module, schema any, files []*source) (mistakes mistake.List, compiled bool) {
	compiler := Strict()
	if schema != nil {
		schemas := ast.NewSchemaSet()
		schemas.Put(ast.SchemaRootRef, schema)
		compiler = compiler.WithSchemas(schemas)
	}
	if err := compileModules(compiler, modules); err != nil {
		return l.undefined(MistakesOf(err, ""), modules), false
	}
	for _, s := range files {
		mistakes = append(mistakes, l.checkReferences(compiler.Modules[s.name], l.packagesOf(modules[s.name]))...)
	}
	return append(mistakes, l.checkOrder(modules)...), true
}

// undefined words the mistakes about functions of packages that the compiler has
// not been given.
func (l *Library) undefined(mistakes mistake.List, modules map[string]*ast.Module) mistake.List {
	for i, m := range mistakes {
		name, undefined := strings.CutPrefix(m.Message, "undefined function data.")
		module := modules[m.File]
		if !undefined || module == nil {
			continue
		}
		if ref, err := ast.ParseRef("data." + name); err == nil && !ref.HasPrefix(module.Package.Path) {
			mistakes[i].Message = l.refuse(ref, l.packagesOf(module))
		}
	}
	return mistakes
}

// checkCalls refuses functions that the compiler replaces by others, and Judge does
// not.
func checkCalls(module *ast.Module) mistake.List {
	var mistakes mistake.List
	eachRef(module, func(ref ast.Ref, place *ast.Location) {
		if slices.Contains([]string{"print", "rego.metadata.rule", "rego.metadata.chain"}, ref.String()) {
			mistakes = append(mistakes, at(place, "%s%s", ref, notForPolicies))
		}
	})
	return mistakes
}

// eachRef visits the references in the rules of a module, with the place of the
// expression that each stands in.
func eachRef(module *ast.Module, visit func(ref ast.Ref, place *ast.Location)) {
	place := module.Package.Location
	visitor := ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.Expr:
			place = x.Location
		case *ast.Term:
			if ref, ok := x.Value.(ast.Ref); ok {
				visit(ref, place)
			}
		}
		return false
	})
	for _, rule := range module.Rules {
		visitor.Walk(rule)
	}
}

// checkViolations demands of a policy the set that Judge asks for.
func checkViolations(policy *ast.Module) mistake.List {
	var mistakes mistake.List
	found := false
	for _, rule := range policy.Rules {
		if rule.Head.Ref()[0].Value.Compare(ast.Var("violations")) != 0 {
			continue
		}
		found = true
		if rule.Head.RuleKind() != ast.MultiValue || rule.Default {
			mistakes = append(mistakes, at(rule.Location, "violations is no set: write violations contains violation if { … }"))
		}
	}
	if !found {
		mistakes = append(mistakes, at(policy.Package.Location, "there are no violations: write violations contains violation if { … }"))
	}
	return mistakes
}

// checkReferences refuses what a compiled module refers to and Judge would not
// find: it knows the packages below lib that the module imports, and no other
// data. A name that such a package lacks is undefined, which OPA does not mind.
func (l *Library) checkReferences(module *ast.Module, imports map[string]bool) mistake.List {
	var mistakes mistake.List
	eachRef(module, func(ref ast.Ref, place *ast.Location) {
		if !ref.HasPrefix(ast.DefaultRootRef) || ref.HasPrefix(module.Package.Path) {
			return
		}
		if objection := l.refuse(ref, imports); objection != "" {
			mistakes = append(mistakes, at(place, "%s", objection))
		}
	})
	return mistakes
}

// packagesOf gives the packages that a module imports. The compiler takes imports
// out.
func (l *Library) packagesOf(module *ast.Module) map[string]bool {
	packages := map[string]bool{}
	for _, imported := range module.Imports {
		for _, file := range l.imported(imported.Path.Value.String()) {
			packages[file.pkg] = true
		}
	}
	return packages
}

// refuse tells what is wrong with a reference to data, "" where nothing is.
func (l *Library) refuse(ref ast.Ref, imports map[string]bool) string {
	const parts = 4 // data.kubegap.lib.<topic>
	if len(ref) <= parts || !ref[:parts+1].IsGround() || !strings.HasPrefix(ref.String(), packageOf("lib")+".") {
		return fmt.Sprintf("%s is out of reach: a policy reaches its input and names in data.kubegap.lib.<topic>", ref.GroundPrefix())
	}
	pkg, name := ref[:parts].String(), ref[parts].Value
	switch files := l.shared[pkg]; {
	case files == nil:
		return ref.String() + " is out of reach: there is no package " + pkg
	case !imports[pkg]:
		return ref.String() + " is out of reach: write import " + pkg
	case !slices.ContainsFunc(files, func(s *source) bool { return s.defines(name) }):
		return pkg + " has no " + strings.Trim(name.String(), `"`)
	}
	return ""
}

// defines tells whether a file has a rule of that name.
func (s *source) defines(name ast.Value) bool {
	module, err := s.parse()
	return err == nil && slices.ContainsFunc(module.Rules, func(rule *ast.Rule) bool {
		return ast.String(rule.Head.Ref()[0].Value.(ast.Var)).Compare(name) == 0
	})
}

// checkOrder finds the rules whose expressions do not stand in an order in which
// they can be evaluated. OPA would reorder them, at a fifth of the time that
// compiling takes; Judge leaves that out.
func (l *Library) checkOrder(modules map[string]*ast.Module) mistake.List {
	ordered, asWritten := orderingCompiler(), judgingCompiler()
	for _, compiler := range []*ast.Compiler{ordered, asWritten} {
		if err := compileModules(compiler, modules); err != nil {
			return MistakesOf(err, "")
		}
	}
	var mistakes mistake.List
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		for i, rule := range ordered.Modules[name].Rules {
			if written := asWritten.Modules[name].Rules[i]; !rule.Equal(written) {
				mistakes = append(mistakes, at(rule.Location, "%s uses a variable before the expression that gives it a value", rule.Head.Ref()))
			}
		}
	}
	return mistakes
}
