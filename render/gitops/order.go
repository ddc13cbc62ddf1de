package gitops

import (
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
)

// take takes the units that are wanted out of a list.
func take(from *[]render.Unit, wanted func(render.Unit) bool) []render.Unit {
	var taken, left []render.Unit
	for _, u := range *from {
		if wanted(u) {
			taken = append(taken, u)
		} else {
			left = append(left, u)
		}
	}
	*from = left
	return taken
}

// firstOf gives the directory to follow first: the first one that no object in
// another directory deploys from, as far as paths tell, or that deploys itself,
// as `flux bootstrap` leaves it.
// https://fluxcd.io/flux/installation/bootstrap/
func firstOf(holders []render.Unit) string {
	deployed := map[string][]string{} // directories by the path that is deployed
	for _, u := range holders {
		for _, from := range paths(u) {
			deployed[from] = append(deployed[from], home(u))
		}
	}
	for _, u := range holders {
		free := true
		for dir := home(u); dir != "." && free; dir = path.Dir(dir) {
			free = !slices.ContainsFunc(deployed[dir], func(by string) bool { return by != home(u) })
		}
		if free {
			return home(u)
		}
	}
	return home(holders[0])
}

// paths gives the paths that the objects of a unit name as what they deploy.
func paths(u render.Unit) []string {
	var all []string
	add := func(fields map[string]any) {
		if name, _ := fields["path"].(string); name != "" {
			all = append(all, path.Clean(strings.TrimPrefix(name, "/")))
		}
	}
	for _, o := range u.Objects {
		spec, _ := o.Body["spec"].(map[string]any)
		switch group, _ := o.GroupVersion(); group {
		case "kustomize.toolkit.fluxcd.io":
			add(spec)
		case "argoproj.io":
			source, _ := spec["source"].(map[string]any)
			add(source)
			sources, _ := spec["sources"].([]any)
			for _, item := range sources {
				source, _ := item.(map[string]any)
				add(source)
			}
		}
	}
	return all
}

// home is the directory that gives an environment its name: that of the file, of
// the kustomization or of the chart.
func home(u render.Unit) string {
	if u.Target.Kind == render.KindPlain {
		return path.Dir(u.Target.Path)
	}
	return u.Target.Path
}
