package policy

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
	"golang.org/x/sync/errgroup"

	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/lint/policy/module"
)

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

// compile gives a compiler for each of the rules, in their order. Rules that are
// compiled already and those that are not have different ones; the former work in
// two halves, at the same time where there are processors for it.
func (l *Library) compile(rules []loaded) ([]*ast.Compiler, error) {
	var (
		compilers = make([]*ast.Compiler, len(rules))
		ready     []int
		raw       []int
		group     errgroup.Group
	)
	for i, rule := range rules {
		if rule.policy.compiled != nil {
			ready = append(ready, i)
		} else {
			raw = append(raw, i)
		}
	}
	half := len(ready) / 2
	parts := [][]int{ready[:half], ready[half:], raw}
	errs := make([]error, len(parts))
	for n, part := range parts {
		group.Go(func() error {
			if len(part) == 0 {
				return nil
			}
			var compiler *ast.Compiler
			compiler, errs[n] = l.compileTogether(pick(rules, part))
			for _, i := range part {
				compilers[i] = compiler
			}
			return nil
		})
	}
	_ = group.Wait() // the errors are kept by part, so that the first is reported
	return compilers, errors.Join(errs...)
}

func pick(rules []loaded, indices []int) []loaded {
	picked := make([]loaded, len(indices))
	for n, i := range indices {
		picked[n] = rules[i]
	}
	return picked
}

// compileTogether gives a compiler of the policies of the rules and the packages
// that they import, and keeps it. All of the rules are compiled already, or none.
func (l *Library) compileTogether(rules []loaded) (*ast.Compiler, error) {
	var ids []string
	var files []*source
	for _, rule := range rules {
		ids, files = append(ids, rule.ID), append(files, rule.policy)
	}
	key := strings.Join(ids, " ")
	if compiler, ok := l.compilers.Load(key); ok {
		return compiler.(*ast.Compiler), nil
	}
	compiler, err := l.compileFiles(files)
	if err == nil {
		l.compilers.Store(key, compiler)
	}
	return compiler, err
}

// compileFiles compiles files and what they import. From source it leaves out the
// stages that Check has made needless, which take about half of the time.
func (l *Library) compileFiles(files []*source) (*ast.Compiler, error) {
	if files[0].compiled != nil {
		modules, err := l.collect(files)
		if err != nil {
			return nil, err
		}
		return module.Compiler(modules)
	}
	modules, err := l.parse(files)
	if err != nil {
		return nil, err
	}
	compiler := judgingCompiler()
	return compiler, compileModules(compiler, modules)
}

// query names what holds the violations of a rule.
func query(rule loaded) string { return packageOf("cases/"+rule.ID) + ".violations" }

// parse gives the modules of files and of all that they import, by file name.
// Files are parsed at the same time where there are processors for it. Its error
// is of type mistake.List.
func (l *Library) parse(files []*source) (map[string]*ast.Module, error) {
	var (
		mutex   sync.Mutex
		group   errgroup.Group
		modules = map[string]*ast.Module{}
		wrong   mistake.List
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
			modules[s.name] = module
			if err != nil {
				wrong = append(wrong, MistakesOf(err, s.name)...)
			}
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
	for _, file := range files {
		visit(file)
	}
	_ = group.Wait() // the mistakes are kept, so that all are reported
	if err := wrong.Err(); err != nil {
		return nil, fmt.Errorf("parse policy: %w", err)
	}
	return modules, nil
}

// WithImports adds to modules, which are known by their file names, those that
// they import, directly or not. Its error is of type mistake.List.
func (l *Library) WithImports(modules map[string]*ast.Module) (map[string]*ast.Module, error) {
	var files []*source
	for _, module := range modules {
		for _, imported := range module.Imports {
			files = append(files, l.imported(imported.Path.Value.String())...)
		}
	}
	all, err := l.parse(files)
	if err != nil {
		return nil, err
	}
	maps.Copy(all, modules)
	return all, nil
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
