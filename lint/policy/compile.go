package policy

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
	"golang.org/x/sync/errgroup"
)

// Capabilities are the language features and builtin functions that policies
// may use: all of the linked OPA save for the functions whose result depends on
// more than their arguments.
func Capabilities() *ast.Capabilities {
	c := ast.CapabilitiesForThisVersion()
	c.Builtins = slices.DeleteFunc(slices.Clone(c.Builtins), func(b *ast.Builtin) bool {
		return b.Nondeterministic || b.Name == "opa.runtime" || b.Name == "trace"
	})
	c.AllowNet = []string{}
	return c
}

// Check compiles all policies strictly, against the schema of their input where
// schema, a decoded JSON Schema, is not nil. Judge leaves that out for the sake
// of its speed, and so expects a library that has been checked.
func (l *Library) Check(schema any) error {
	modules, err := l.parse(l.rules)
	if err != nil {
		return err
	}
	compiler := ast.NewCompiler().WithStrict(true).WithCapabilities(Capabilities())
	if schema != nil {
		schemas := ast.NewSchemaSet()
		schemas.Put(ast.SchemaRootRef, schema)
		compiler = compiler.WithSchemas(schemas)
	}
	if err := compileModules(compiler, modules); err != nil {
		return err
	}
	return checkOrder(modules)
}

// checkOrder fails for a rule whose expressions do not stand in an order in
// which they can be evaluated. OPA would reorder them, at a fifth of the time
// that compiling takes; Judge leaves that out.
func checkOrder(modules map[string]*ast.Module) error {
	ordered, asWritten := orderingCompiler(), judgingCompiler()
	for _, compiler := range []*ast.Compiler{ordered, asWritten} {
		if err := compileModules(compiler, modules); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		for i, rule := range ordered.Modules[name].Rules {
			if written := asWritten.Modules[name].Rules[i]; !rule.Equal(written) {
				return fmt.Errorf("%s: %s uses a variable before the expression that gives it a value", rule.Location, rule.Head.Ref())
			}
		}
	}
	return nil
}

// judgingCompiler makes the compiler that Judge uses: it leaves out every stage
// that a checked library can do without.
func judgingCompiler() *ast.Compiler {
	return orderingCompiler().WithSkipStages(ast.StageCheckSafetyRuleBodies)
}

// orderingCompiler makes a compiler that leaves out the stages which only find
// mistakes, or prepare for what policies do not do, but still puts expressions
// into an order in which they can be evaluated.
func orderingCompiler() *ast.Compiler {
	return ast.NewCompiler().WithCapabilities(Capabilities()).WithSkipStages(
		ast.StageCheckUnusedImports, ast.StageCheckKeywordOverrides, ast.StageCheckDuplicateImports,
		ast.StageCheckVoidCalls, ast.StageRewritePrintCalls, ast.StageParseMetadataBlocks,
		ast.StageSetAnnotationSet, ast.StageRewriteRegoMetadataCalls, ast.StageCheckRuleConflicts,
		ast.StageCheckUndefinedFuncs, ast.StageCheckSafetyRuleHeads, ast.StageRewriteTestRulesForTracing,
		ast.StageCheckRecursion, ast.StageCheckTypes, ast.StageCheckUnsafeBuiltins,
		ast.StageCheckDeprecatedBuiltins, ast.StageBuildRequiredCapabilities, ast.StageSetGraph,
	)
}

func compileModules(compiler *ast.Compiler, modules map[string]*ast.Module) error {
	if compiler.Compile(modules); compiler.Failed() {
		return fmt.Errorf("compile policies: %w", compiler.Errors)
	}
	return nil
}

// compile gives a compiler for each of the rules, in their order. It works on
// two halves of the rules at a time where there are processors for it: parts
// compile anew what they import both, so that more of them would not pay.
func (l *Library) compile(rules []loaded) ([]*ast.Compiler, error) {
	compilers := make([]*ast.Compiler, len(rules))
	parts := min(2, runtime.GOMAXPROCS(0), len(rules))
	errs := make([]error, parts)
	var group errgroup.Group
	for part := range parts {
		from, to := part*len(rules)/parts, (part+1)*len(rules)/parts
		group.Go(func() error {
			compiler, err := l.compileTogether(rules[from:to])
			for i := from; i < to; i++ {
				compilers[i] = compiler
			}
			errs[part] = err
			return nil
		})
	}
	_ = group.Wait() // the errors are kept by part, so that the first is reported
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return compilers, nil
}

// compileTogether compiles the policies of the rules and the packages that they
// import, without the stages that Check has made needless: they take about half
// of the time. What it has compiled it keeps.
func (l *Library) compileTogether(rules []loaded) (*ast.Compiler, error) {
	var ids []string
	for _, rule := range rules {
		ids = append(ids, rule.ID)
	}
	key := strings.Join(ids, " ")
	if compiler, ok := l.compiled.Load(key); ok {
		return compiler.(*ast.Compiler), nil
	}
	modules, err := l.parse(rules)
	if err != nil {
		return nil, err
	}
	compiler := judgingCompiler()
	if err := compileModules(compiler, modules); err != nil {
		return nil, err
	}
	l.compiled.Store(key, compiler)
	return compiler, nil
}

// query names what holds the violations of a rule.
func query(rule loaded) string { return packageOf("cases/"+rule.ID) + ".violations" }

// parse gives the modules of the rules and all that they import, by file name.
// Files are parsed at the same time where there are processors for it.
func (l *Library) parse(rules []loaded) (map[string]*ast.Module, error) {
	var (
		mutex   sync.Mutex
		group   errgroup.Group
		modules = map[string]*ast.Module{}
		errs    = map[string]error{}
		visit   func(s *source)
	)
	visit = func(s *source) {
		mutex.Lock()
		_, known := modules[s.name]
		if !known {
			modules[s.name] = nil
		}
		mutex.Unlock()
		if known {
			return
		}
		group.Go(func() error {
			module, err := s.parse()
			mutex.Lock()
			modules[s.name], errs[s.name] = module, err
			mutex.Unlock()
			if err == nil {
				for _, imported := range module.Imports {
					for _, shared := range l.imported(imported.Path.Value.String()) {
						visit(shared)
					}
				}
			}
			return nil
		})
	}
	for _, rule := range rules {
		visit(rule.policy)
	}
	_ = group.Wait() // the errors are kept by file, so that the first by name is reported
	for _, name := range slices.Sorted(maps.Keys(errs)) {
		if errs[name] != nil {
			return nil, fmt.Errorf("parse policy: %w", errs[name])
		}
	}
	return modules, nil
}

// imported gives the files of the shared package that an import names, or of
// which it names a rule.
func (l *Library) imported(path string) []*source {
	if files, ok := l.shared[path]; ok {
		return files
	}
	if i := strings.LastIndexByte(path, '.'); i > 0 {
		return l.shared[path[:i]]
	}
	return nil
}
