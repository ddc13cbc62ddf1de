package policy

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"time"

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
	e.rules, e.objects, e.limit = rules, len(g.Objects), q.Limit
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
	// limit is how long one rule may take; 0 stands for any time.
	limit time.Duration
}

// all evaluates the rules, as many at a time as there are processors. The rules
// that one worker evaluates share what they compute with the shared packages,
// most of all those of one case; so each worker starts with neighbours, and
// only then helps the others.
func (e *evaluation) all(ctx context.Context) (lint.Verdict, error) {
	found := make([]lint.Verdict, len(e.rules))
	taken := make([]atomic.Bool, len(e.rules))
	var group errgroup.Group
	workers := min(runtime.GOMAXPROCS(0), len(e.rules))
	for n := range workers {
		group.Go(func() error {
			w := worker{e, inmem.New(), topdown.NewVirtualCache()}
			for k := range e.rules {
				i := (n*len(e.rules)/workers + k) % len(e.rules)
				if !taken[i].Swap(true) {
					found[i] = w.one(ctx, i)
				}
			}
			return nil
		})
	}
	_ = group.Wait() // what a rule fails with is part of its verdict
	if err := ctx.Err(); err != nil {
		return lint.Verdict{}, err
	}
	var verdict lint.Verdict
	for _, f := range found {
		verdict.Violations = append(verdict.Violations, f.Violations...)
		verdict.Doubts = append(verdict.Doubts, f.Doubts...)
		verdict.Failed = append(verdict.Failed, f.Failed...)
	}
	return verdict, nil
}

// worker evaluates rules one after the other.
type worker struct {
	*evaluation
	store storage.Store
	cache topdown.VirtualCache
}

// one gives the verdict of the rule of that index. Where a builtin function fails,
// which a manifest with a value of the wrong type can bring about, its value is
// undefined, and that is a doubt.
func (w *worker) one(ctx context.Context, i int) lint.Verdict {
	rule := w.rules[i]
	value, doubts, err := w.evaluate(ctx, i)
	if err != nil || len(doubts) > 0 {
		w.cache = topdown.NewVirtualCache() // no other rule is to miss what failed here
	}
	var violations []lint.Violation
	if err == nil {
		violations, err = decode(value, rule.Rule, w.objects)
	}
	if err != nil {
		return lint.Verdict{Failed: []lint.Trouble{rule.failed(err, w.limit)}}
	}
	return lint.Verdict{Violations: violations, Doubts: rule.doubts(doubts)}
}

// evaluate gives the violations of the rule of that index as they are in Rego, and
// the errors of builtin functions.
func (w *worker) evaluate(ctx context.Context, i int) (value ast.Value, doubts []topdown.Error, err error) {
	txn, err := w.store.NewTransaction(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer w.store.Abort(ctx, txn)
	cancel, stop := Deadline(ctx, w.limit)
	defer stop()
	answer := ast.VarTerm("violations")
	body := ast.NewBody(ast.Equality.Expr(ast.NewTerm(ast.MustParseRef(query(w.rules[i]))), answer))
	results, err := topdown.NewQuery(body).
		WithCompiler(w.compilers[i]).
		WithStore(w.store).
		WithTransaction(txn).
		WithInput(w.input).
		WithCancel(cancel).
		WithVirtualCache(w.cache).
		WithBuiltinErrorList(&doubts).
		Run(ctx)
	if err != nil {
		return nil, nil, err
	}
	if len(results) != 1 {
		return nil, nil, errors.New("the policy defines no violations")
	}
	return results[0][answer.Value.(ast.Var)].Value, doubts, nil
}

// Deadline makes what stops an evaluation when the context is done, or after a
// limit, of which 0 stands for any time. The function that it gives is to be called
// when the evaluation is over.
func Deadline(ctx context.Context, limit time.Duration) (topdown.Cancel, func()) {
	cancel, done := topdown.NewCancel(), func() {}
	if limit > 0 {
		ctx, done = context.WithTimeout(ctx, limit)
	}
	forget := context.AfterFunc(ctx, cancel.Cancel)
	return cancel, func() { forget(); done() }
}
