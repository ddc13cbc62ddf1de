package gitops

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
)

// accept takes in what an object deploys.
func (x *Expansion) accept(c *cluster, t *task, a answer) {
	outcome := a.Outcome
	files := map[string]bool{}
	t.by.addTo(files, t.object)
	c.environment.addFiles(a.asked, files)
	for _, name := range outcome.Covers {
		if !slices.Contains(x.covered[name], t.root) {
			x.covered[name] = append(x.covered[name], t.root)
		}
	}
	if outcome.Missed {
		t.missed = true
		x.missed = append(x.missed, t.node.Deployer)
	}
	made := shapingOf(shapedBy(render.Unit{Objects: outcome.Objects}, files))
	problems := x.enqueue(c, made, t)
	for _, u := range outcome.Units {
		u.Missed = t.missed
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
		u = shapedBy(u, files)
		by := shapingOf(u)
		reached.environment.add(u, by)
		problems = append(problems, x.enqueue(reached, by, t)...)
		u.Failures = append(u.Failures, problems...)
		problems = nil
		x.deployed = append(x.deployed, deployedUnit{u, t.root, t.node})
	}
	if len(problems) > 0 {
		failed := shapedBy(failedUnit(c, t.node.Deployer, problems), files)
		failed.Missed = t.missed
		x.deployed = append(x.deployed, deployedUnit{failed, t.root, t.node})
	}
}

// shapedBy gives a unit that files decide about, beside those that it read.
func shapedBy(u render.Unit, files map[string]bool) render.Unit {
	u.Apart = slices.DeleteFunc(slices.Clone(u.Apart), func(file string) bool { return files[file] })
	u.Files = slices.AppendSeq(slices.Clone(u.Files), maps.Keys(files))
	slices.Sort(u.Files)
	u.Files = slices.Compact(u.Files)
	return u
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
