package main

import (
	"context"
	"slices"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/gitops"
)

func (a App) treeCommand() cli.Command {
	return cli.Command{
		Name:    "tree",
		Usage:   "tree [flags] [PATH...]",
		Summary: "show what Flux and Argo CD deploy from PATH, and what is missing",
		Long: `kubegap-lint tree shows the environments that the objects of Flux and Argo CD under
PATH (default .) make: what each of these objects deploys, how many objects come out,
what could not be rendered, and why. What none of them deploys comes last.`,
		Examples: `  kubegap-lint tree                 show the repository
  kubegap-lint tree ./clusters      show what one directory leads to
  kubegap-lint tree --format json   print it for programs

Exit codes:
  0  all that should have rendered did
  2  usage or configuration
  3  something that should have rendered did not
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f renderFlags
			outputFormat := flags.String("format", "text", "output `FORMAT`: text or json")
			cli.Choices(flags, "format", "text", "json")
			f.register(flags)
			return func(ctx context.Context, args []string) (int, error) { return a.tree(ctx, f, *outputFormat, args) }
		},
	}
}

// treeEnvironment is an environment as the command prints it.
type treeEnvironment struct {
	// Name is "" for what no object deploys.
	Name    string     `json:"name"`
	Deploys []treeNode `json:"deploys"`
	// Units are those that are rendered by themselves.
	Units []treeUnit `json:"units"`
}

// treeNode is an object of Flux or Argo CD.
type treeNode struct {
	APIVersion string     `json:"apiVersion"`
	Kind       string     `json:"kind"`
	Namespace  string     `json:"namespace,omitempty"`
	Name       string     `json:"name"`
	Location   fileLine   `json:"location"`
	DependsOn  []string   `json:"dependsOn,omitempty"`
	Units      []treeUnit `json:"units"`
	Deploys    []treeNode `json:"deploys"`
	// Repeats names objects that are in the tree elsewhere.
	Repeats []string `json:"repeats,omitempty"`
}

// treeUnit is a rendered unit.
type treeUnit struct {
	// Environment is named where it is not the one around.
	Environment string           `json:"environment,omitempty"`
	Path        string           `json:"path"`
	Kind        render.Kind      `json:"kind"`
	Objects     int              `json:"objects"`
	Failures    []render.Problem `json:"failures,omitempty"`
	Skipped     []render.Problem `json:"skipped,omitempty"`
	Warnings    []render.Problem `json:"warnings,omitempty"`
}

func (a App) tree(ctx context.Context, f renderFlags, outputFormat string, paths []string) (int, error) {
	repo, err := a.open(ctx, f, paths)
	if err != nil {
		return exitUsage, err
	}
	defer repo.close()
	a.listBarren(repo.plan.Barren)
	progress := a.startProgress(len(repo.plan.Targets))
	result := repo.deploy(ctx, repo.plan.Targets, progress)
	progress.stop()
	environments := treeOf(result)
	if outputFormat == "json" {
		err = a.encode(environments)
	} else {
		err = writeTree(a.Stdout, environments)
	}
	if err != nil {
		return exitUsage, err
	}
	failures := slices.Concat(repo.plan.Failures, result.Failures)
	a.listFailures(failures)
	for _, u := range slices.Concat(result.Bare, result.Units) {
		failures = append(failures, u.Failures...)
	}
	if len(failures) > 0 {
		return exitIncomplete, nil
	}
	return exitClean, nil
}

// treeOf puts units and objects together.
func treeOf(r gitops.Result) []treeEnvironment {
	bare := map[string][]treeUnit{}
	for _, u := range r.Bare {
		bare[u.Environment] = append(bare[u.Environment], unitOf(u, u.Environment))
	}
	environments := []treeEnvironment{}
	for _, c := range r.Clusters {
		e := treeEnvironment{Name: c.Name, Deploys: nodesOf(r, c.Roots, c.Name), Units: noNil(bare[c.Name])}
		if len(e.Deploys)+len(e.Units) > 0 {
			environments = append(environments, e)
		}
	}
	if units := bare[""]; len(units) > 0 {
		environments = append(environments, treeEnvironment{Deploys: []treeNode{}, Units: units})
	}
	return environments
}

func nodesOf(r gitops.Result, nodes []*gitops.Node, environment string) []treeNode {
	list := []treeNode{}
	for _, n := range nodes {
		d := n.Deployer
		node := treeNode{
			APIVersion: d.APIVersion, Kind: d.Kind, Namespace: d.Namespace, Name: d.Name,
			Location: fileLine{d.Location.File, d.Location.Line}, DependsOn: d.DependsOn,
			Units: []treeUnit{}, Deploys: nodesOf(r, n.Children, environment),
		}
		for _, i := range n.Units {
			node.Units = append(node.Units, unitOf(r.Units[i], environment))
		}
		for _, d := range n.Repeats {
			node.Repeats = append(node.Repeats, objectName(d.Kind, d.Namespace, d.Name))
		}
		list = append(list, node)
	}
	return list
}

func unitOf(u render.Unit, environment string) treeUnit {
	path := u.Target.Path
	if u.Deployer.Kind == "" {
		path = u.Target.Name()
	}
	unit := treeUnit{
		Path: path, Kind: u.Target.Kind, Objects: len(u.Objects), Failures: u.Failures, Skipped: u.Skipped, Warnings: u.Warnings,
	}
	if u.Environment != environment {
		unit.Environment = u.Environment
	}
	return unit
}

func noNil(units []treeUnit) []treeUnit {
	if units == nil {
		return []treeUnit{}
	}
	return units
}
