package argocd

import (
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/repository"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// defaultProject exists in every Argo CD.
const defaultProject = "default"

// knownProject checks that the project exists, where the environment has
// projects at all. It gives false where one may still become known.
func (a *application) knownProject(d gitops.Deployment) bool {
	a.project = text(mapping(a.object.Body, "spec"), "project")
	if a.project == "" {
		a.project = defaultProject
	}
	named := func(o manifest.Object) bool { return o.Name() == a.project }
	if len(d.Environment.Those(Group, kindProject, named)) > 0 {
		return true
	}
	switch {
	case a.project == defaultProject, repository.Placeholder(a.project), len(d.Environment.All(Group, kindProject)) == 0:
	case !d.Last:
		return false
	case d.Environment.Complete():
		gitops.SeekObject(a.c.tree, kindProject, a.project)
		a.fail(manifest.Path{manifest.Key("spec"), manifest.Key("project")},
			"there is no AppProject %s, though others are there", a.project)
	}
	return true
}

// identity is what tells objects of one cluster apart.
type identity struct{ group, kind, namespace, name string }

// lastWins takes out objects that a later source of the same Application renders,
// too: Argo CD applies the last. See
// https://argo-cd.readthedocs.io/en/stable/user-guide/multiple_sources/
func lastWins(units []render.Unit) {
	if len(units) < 2 {
		return
	}
	seen := map[identity]int{}
	for i := len(units) - 1; i >= 0; i-- {
		var kept []manifest.Object
		for _, o := range units[i].Objects {
			group, _ := o.GroupVersion()
			id := identity{group, o.Kind(), o.Namespace(), o.Name()}
			by, later := seen[id]
			if later && by != i {
				units[i].Warnings = append(units[i].Warnings, render.Problem{
					Reason:   render.ReasonPartial,
					Message:  "another source of the Application renders this object, too, and wins",
					Location: o.Source.Trace(nil).Location,
				})
				continue
			}
			seen[id] = i
			kept = append(kept, o)
		}
		units[i].Objects = kept
	}
}
