package policy

import (
	"context"
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
)

// environmentPackage is the shared package that knows the signs of clouds.
const environmentPackage = "data.kubegap.lib.environment"

// Clouds gives the cloud providers that objects of the graph speak of, sorted.
func (l *Library) Clouds(ctx context.Context, g *graph.Graph) ([]string, error) {
	compiler, err := l.compileFiles(l.shared[environmentPackage])
	if err != nil {
		return nil, err
	}
	store := inmem.New()
	txn, err := store.NewTransaction(ctx)
	if err != nil {
		return nil, err
	}
	defer store.Abort(ctx, txn)
	answer := ast.VarTerm("cloud")
	body := ast.NewBody(ast.NewExpr(ast.NewTerm(ast.MustParseRef(environmentPackage + ".clouds").Append(answer))))
	results, err := topdown.NewQuery(body).
		WithCompiler(compiler).WithStore(store).WithTransaction(txn).WithInput(ast.NewTerm(Input(g, lint.Question{}))).
		Run(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for clouds: %w", err)
	}
	var clouds []string
	for _, r := range results {
		if name, ok := r[answer.Value.(ast.Var)].Value.(ast.String); ok {
			clouds = append(clouds, string(name))
		}
	}
	slices.Sort(clouds)
	return clouds, nil
}
