package contract

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/lint/policy"
)

// runTests runs the tests in a folder, the rules test_* of *_test.rego, as `opa
// test` does: each must be true. OPA's own runner would link all of its server
// into the program, which then starts later.
func (s *suite) runTests(ctx context.Context, f Folder, folder string) mistake.List {
	modules, mistakes := parse(f, folder, func(string) bool { return true })
	if len(mistakes) > 0 {
		return mistakes
	}
	tests, mistakes := findTests(modules)
	if len(mistakes) > 0 {
		return mistakes
	}
	modules, err := s.library.WithImports(modules)
	if err != nil {
		return policy.MistakesOf(err, f.File(folder))
	}
	compiler := policy.Strict()
	if compiler.Compile(modules); compiler.Failed() {
		return policy.MistakesOf(compiler.Errors, f.File(folder))
	}
	for _, test := range tests {
		if mistake, failed := s.runTest(ctx, compiler, test); failed {
			mistakes = append(mistakes, mistake)
		}
	}
	return mistakes
}

// findTests gives the tests in modules, and what keeps tests from being run.
func findTests(modules map[string]*ast.Module) ([]*ast.Rule, mistake.List) {
	var tests []*ast.Rule
	var mistakes mistake.List
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		if !isTest(name) {
			continue
		}
		module, seen, refused := modules[name], map[string]bool{}, len(mistakes)
		if tested := packageUnderTest(modules); tested != "" && module.Package.Path.String() != tested+"_test" {
			mistakes = append(mistakes, mistakeAt(module.Package.Location, "package is %s, want %s_test", module.Package.Path, tested))
		}
		for _, rule := range module.Rules {
			switch test := rule.Head.Ref().String(); {
			case strings.HasPrefix(test, "todo_test_"):
				mistakes = append(mistakes, mistakeAt(rule.Location, "%s is never run", test))
			case !strings.HasPrefix(test, "test_"):
			case seen[test]:
				mistakes = append(mistakes, mistakeAt(rule.Location, "%s stands here twice, so that one hides the other", test))
			case len(rule.Head.Ref()) > 1 || rule.Head.RuleKind() != ast.SingleValue || len(rule.Head.Args) > 0:
				mistakes = append(mistakes, mistakeAt(rule.Location, "%s is no test: write test_<what> if { … }", test))
			default:
				seen[test] = true
				tests = append(tests, rule)
			}
		}
		if len(seen) == 0 && len(mistakes) == refused {
			mistakes = append(mistakes, mistakeAt(module.Package.Location, "there are no tests: write test_<what> if { … }"))
		}
	}
	return tests, mistakes
}

// packageUnderTest gives the package of the files in a folder that hold no tests.
func packageUnderTest(modules map[string]*ast.Module) string {
	for name, module := range modules {
		if !isTest(name) {
			return module.Package.Path.String()
		}
	}
	return ""
}

// runTest runs one test and tells whether and where it failed.
func (s *suite) runTest(ctx context.Context, compiler *ast.Compiler, test *ast.Rule) (mistake.Mistake, bool) {
	name := test.Head.Ref().String()
	passed, err := s.ask(ctx, compiler, test, nil)
	switch {
	case topdown.IsCancel(err):
		return mistakeAt(test.Location, "%s cannot be evaluated: %s", name, policy.TooLong(s.Limit)), true
	case err != nil:
		at, message := test.Location, err.Error()
		if wrong, ok := errors.AsType[*topdown.Error](err); ok && wrong.Location != nil {
			at, message = wrong.Location, wrong.Message
		}
		return mistakeAt(at, "%s cannot be evaluated: %s", name, message), true
	case passed:
		return mistake.Mistake{}, false
	}
	tracer := topdown.NewBufferTracer()
	_, _ = s.ask(ctx, compiler, test, tracer) // it has just been asked without an error
	if at := failure(test, *tracer); at != nil {
		expression, _, _ := strings.Cut(string(at.Text), "\n")
		return mistakeAt(at, "%s failed: %s", name, expression), true
	}
	return mistakeAt(test.Location, "%s failed", name), true
}

// ask evaluates a test, and tells whether it is true.
func (s *suite) ask(ctx context.Context, compiler *ast.Compiler, test *ast.Rule, tracer *topdown.BufferTracer) (bool, error) {
	store := inmem.New()
	var answer bool
	err := storage.Txn(ctx, store, storage.TransactionParams{}, func(txn storage.Transaction) error {
		cancel, stop := policy.Deadline(ctx, s.Limit)
		defer stop()
		query := topdown.NewQuery(ast.NewBody(ast.NewExpr(ast.NewTerm(test.Module.Package.Path.Extend(test.Head.Ref()))))).
			WithCompiler(compiler).
			WithStore(store).
			WithTransaction(txn).
			WithCancel(cancel).
			WithStrictBuiltinErrors(true)
		if tracer != nil {
			query = query.WithQueryTracer(tracer)
		}
		results, err := query.Run(ctx)
		answer = len(results) > 0
		return err
	})
	return answer, err
}

// failure gives the place of the last expression of a test that failed, nil where
// none is known.
func failure(test *ast.Rule, events []*topdown.Event) *ast.Location {
	var last *ast.Location
	for _, event := range events {
		expression, ok := event.Node.(*ast.Expr)
		if !ok || event.Op != topdown.FailOp || expression.Location == nil {
			continue
		}
		at, body := expression.Location, test.Body
		if at.File == test.Location.File && at.Row >= test.Location.Row && at.Row <= lastRow(body) {
			last = at
		}
	}
	return last
}

// lastRow gives the line in which the last expression of a body starts.
func lastRow(body ast.Body) int {
	row := 0
	for _, expression := range body {
		if expression.Location != nil {
			row = max(row, expression.Location.Row)
		}
	}
	return row
}

func mistakeAt(at *ast.Location, format string, args ...any) mistake.Mistake {
	return mistake.Mistake{File: at.File, Line: at.Row, Message: fmt.Sprintf(format, args...)}
}
