package policy

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/topdown"
	"golang.org/x/sync/errgroup"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
)

// Judge evaluates those of the asked rules that can find something. See
// lint.Judge for the contract.
func (l *Library) Judge(ctx context.Context, g *graph.Graph, q lint.Question) (lint.Verdict, error) {
	rules := l.applicable(g, q.Rules)
	if len(rules) == 0 {
		return lint.Verdict{}, ctx.Err()
	}
	var (
		e       evaluation
		prepare errgroup.Group
	)
	prepare.Go(func() (err error) { e.compilers, err = l.compile(rules); return err })
	prepare.Go(func() error { e.input = ast.NewTerm(Input(g, q)); return nil })
	if err := prepare.Wait(); err != nil {
		return lint.Verdict{}, err
	}
	e.rules, e.objects = rules, len(g.Objects)
	return e.all(ctx)
}

// evaluation is the work of one run.
type evaluation struct {
	rules []loaded
	// compilers belong to the rules of the same index.
	compilers []*ast.Compiler
	input     *ast.Term
	// objects is the number of objects in the input.
	objects int
}

// all evaluates the rules, as many at a time as there are processors. The rules
// that one worker evaluates share what they compute with the shared packages,
// most of all those of one case; so each worker starts with neighbours, and
// only then helps the others.
func (e *evaluation) all(ctx context.Context) (lint.Verdict, error) {
	cancel := topdown.NewCancel()
	defer context.AfterFunc(ctx, cancel.Cancel)()
	found := make([]lint.Verdict, len(e.rules))
	errs := make([]error, len(e.rules))
	taken := make([]atomic.Bool, len(e.rules))
	var group errgroup.Group
	workers := min(runtime.GOMAXPROCS(0), len(e.rules))
	for n := range workers {
		group.Go(func() error {
			w := worker{e, inmem.New(), topdown.NewVirtualCache(), cancel}
			for k := range e.rules {
				i := (n*len(e.rules)/workers + k) % len(e.rules)
				if taken[i].Swap(true) {
					continue
				}
				if found[i], errs[i] = w.one(ctx, i); errs[i] != nil {
					errs[i] = fmt.Errorf("evaluate %s: %w", e.rules[i].ID, errs[i])
				}
			}
			return nil
		})
	}
	_ = group.Wait() // each rule keeps its error, so that the others are evaluated
	if err := ctx.Err(); err != nil {
		return lint.Verdict{}, err
	}
	var verdict lint.Verdict
	for _, f := range found {
		verdict.Violations = append(verdict.Violations, f.Violations...)
		verdict.Doubts = append(verdict.Doubts, f.Doubts...)
	}
	return verdict, errors.Join(errs...)
}

// worker evaluates rules one after the other.
type worker struct {
	*evaluation
	store  storage.Store
	cache  topdown.VirtualCache
	cancel topdown.Cancel
}

// one gives the verdict of the rule of that index. An error of a builtin
// function, which a manifest with a value of the wrong type can bring about, is
// a doubt: the rule is evaluated again with the value taken as undefined.
func (w *worker) one(ctx context.Context, i int) (lint.Verdict, error) {
	var verdict lint.Verdict
	violations, err := w.evaluate(ctx, i, true)
	if wrong := (*topdown.Error)(nil); errors.As(err, &wrong) && wrong.Code != topdown.CancelErr {
		verdict.Doubts = []lint.Doubt{{Rule: w.rules[i].ID, Message: wrong.Message}}
		violations, err = w.evaluate(ctx, i, false)
	}
	verdict.Violations = violations
	return verdict, err
}

// evaluate gives the violations of the rule of that index.
func (w *worker) evaluate(ctx context.Context, i int, strict bool) ([]lint.Violation, error) {
	txn, err := w.store.NewTransaction(ctx)
	if err != nil {
		return nil, err
	}
	defer w.store.Abort(ctx, txn)
	answer := ast.VarTerm("violations")
	body := ast.NewBody(ast.Equality.Expr(ast.NewTerm(ast.MustParseRef(query(w.rules[i]))), answer))
	results, err := topdown.NewQuery(body).
		WithCompiler(w.compilers[i]).
		WithStore(w.store).
		WithTransaction(txn).
		WithInput(w.input).
		WithCancel(w.cancel).
		WithVirtualCache(w.cache).
		WithStrictBuiltinErrors(strict).
		Run(ctx)
	if err != nil {
		return nil, err
	}
	if len(results) != 1 {
		return nil, errors.New("the policy defines no violations")
	}
	value, err := ast.JSON(results[0][answer.Value.(ast.Var)].Value)
	if err != nil {
		return nil, err
	}
	return decode(value, w.rules[i].Rule, w.objects)
}
