package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/lint/policy"
)

func (a App) inputCommand() cli.Command {
	return cli.Command{
		Name:    "input",
		Usage:   "input [flags] [PATH...]",
		Summary: "print what the policies see of PATH",
		Long: `kubegap-lint input prints the input of the policies as JSON: the objects under
PATH and what Flux and Argo CD deploy from there, the environments that they meet
in, and how they refer to each other. policies/schemas/input.json describes it.`,
		Examples: `  kubegap-lint input ./deploy | jq '.objects[].kind'
  kubegap-lint input ./deploy | opa eval --stdin-input -d policies/lib -d my-rule.rego data.my.rule
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f renderFlags
			f.register(flags)
			return func(ctx context.Context, args []string) (int, error) { return a.input(ctx, f, args) }
		},
	}
}

func (a App) input(ctx context.Context, f renderFlags, paths []string) (int, error) {
	repo, err := a.open(ctx, f, paths)
	if err != nil {
		return exitUsage, err
	}
	defer repo.close()
	a.listBarren(repo.plan.Barren)
	progress := a.startProgress(len(repo.plan.Targets) + len(repo.plan.Context))
	deployed := repo.deploy(ctx, repo.plan.Targets, progress)
	units := slices.Concat(deployed.Bare, deployed.Units)
	contextUnits := repo.context(ctx, progress)
	progress.stop()
	g := graph.Build(units, contextUnits)
	text, err := ast.JSON(policy.Input(g, lint.Question{KubeVersion: repo.config.KubeVersion, Platform: repo.config.Platform}))
	if err != nil {
		return exitUsage, fmt.Errorf("convert policy input: %w", err)
	}
	if err := a.encode(text); err != nil {
		return exitUsage, err
	}
	out := collect(repo.plan, units)
	a.listProblems(out)
	if len(out.Failures) > 0 {
		return exitIncomplete, nil
	}
	return exitClean, nil
}
