package gitops

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
)

// inOrder gives the directories of the units in the order in which to follow
// them: those above first, but each behind those whose objects deploy from it, as
// far as paths tell. In a circle, the first one comes first.
func inOrder(holders []render.Unit) []string {
	var dirs []string
	by := map[string][]string{} // directories by the path that is deployed
	for _, u := range holders {
		dirs = append(dirs, home(u))
		for _, from := range paths(u) {
			if known := by[from]; len(known) == 0 || known[len(known)-1] != home(u) {
				by[from] = append(known, home(u))
			}
		}
	}
	slices.SortFunc(dirs, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
	})
	dirs = slices.Compact(dirs)
	var ordered []string
	state := map[string]int{} // 1: on the way, 2: in the order
	var visit func(dir string)
	visit = func(dir string) {
		if state[dir] > 0 {
			return
		}
		state[dir] = 1
		for above := dir; above != "."; above = path.Dir(above) {
			for _, other := range by[above] {
				visit(other)
			}
		}
		state[dir] = 2
		ordered = append(ordered, dir)
	}
	for _, dir := range dirs {
		visit(dir)
	}
	return ordered
}

// nearest gives the nearest of the directories that is dir or holds it. The root
// of the repository holds only what lies in it.
func nearest(dir string, dirs map[string][]render.Unit) (string, bool) {
	if _, ok := dirs[dir]; ok {
		return dir, true
	}
	for dir != "." {
		if dir = path.Dir(dir); len(dirs[dir]) > 0 && dir != "." {
			return dir, true
		}
	}
	return "", false
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
