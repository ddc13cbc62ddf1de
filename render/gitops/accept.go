package gitops

import (
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
)

// accept takes in what an object deploys.
func (x *Expansion) accept(c *cluster, t *task, outcome Outcome) {
	for _, name := range outcome.Covers {
		if !slices.Contains(x.covered[name], t.root) {
			x.covered[name] = append(x.covered[name], t.root)
		}
	}
	problems := x.enqueue(c, outcome.Objects, t)
	for _, u := range outcome.Units {
		reached := c
		if u.Environment == "" {
			u.Environment = c.environment.Name
		} else if u.Environment != c.environment.Name {
			reached = x.remote(u.Environment)
		}
		if len(u.Deployer.DependsOn) > 0 {
			t.node.Deployer.DependsOn = u.Deployer.DependsOn
		}
		u.Deployer = t.node.Deployer
		reached.environment.add(u)
		problems = append(problems, x.enqueue(reached, u.Objects, t)...)
		u.Failures = append(u.Failures, problems...)
		problems = nil
		x.deployed = append(x.deployed, deployedUnit{u, t.root, t.node})
	}
	if len(problems) > 0 {
		x.deployed = append(x.deployed, deployedUnit{failedUnit(c, t.node.Deployer, problems), t.root, t.node})
	}
}

// failedUnit is the unit of an object that deploys nothing, with what is wrong.
func failedUnit(c *cluster, d render.Deployer, problems []render.Problem) render.Unit {
	kind := render.KindFlux
	if strings.HasPrefix(d.APIVersion, "argoproj.io/") {
		kind = render.KindArgoCD
	}
	name := strings.TrimPrefix(d.Namespace+"/"+d.Name, "/")
	u := render.Unit{
		Target:      render.Target{Kind: kind, Path: d.Location.File, Variant: c.environment.Name + ": " + d.Kind + " " + name},
		Environment: c.environment.Name, Deployer: d, Failures: problems, Partial: true,
	}
	for i := range u.Failures {
		u.Failures[i].Unit = u.Target.Name()
	}
	return u
}
