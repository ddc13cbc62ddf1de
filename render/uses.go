package render

import (
	"context"
	"path"
	"strings"
)

// Uses knows which charts and kustomizations of a repository files belong to,
// be it through others, before anything is rendered.
type Uses struct {
	survey *survey
	// asked are the directories asked for, and complete tells that nothing of the
	// repository is excluded from the survey.
	asked    []string
	complete bool
}

// Complete gives what is known when nothing is excluded: what refers to what is
// has it all the same. It fails only when ctx is done.
func (u *Uses) Complete(ctx context.Context) (*Uses, error) {
	if u.complete {
		return u, nil
	}
	s, err := newSurvey(ctx, u.survey.tree, u.asked, Options{})
	return &Uses{s, u.asked, true}, err
}

// Files are the files of the repository, in the order of a walk.
func (u *Uses) Files() []string { return u.survey.list.Files }

// Users are the charts and the kustomizations that files belong to.
type Users struct {
	nodes map[nodeKey]bool
	// Definitions are the kustomization files and the Chart.yaml of those that
	// the files belong to without others between.
	Definitions map[string]bool
}

type nodeKey struct {
	kind Kind
	path string
}

// Has tells whether a chart or a kustomization is among them.
func (u Users) Has(t Target) bool { return u.nodes[nodeKey{t.Kind, t.Path}] }

// None tells whether there are none.
func (u Users) None() bool { return len(u.nodes) == 0 }

// Of gives the users of files and directories, which need not exist: those that
// name them, hold them, or depend on such a one.
func (u *Uses) Of(names []string) Users {
	users := Users{nodes: map[nodeKey]bool{}, Definitions: map[string]bool{}}
	charts := u.survey.dependencies()
	var todo []*node
	for _, name := range names {
		direct := u.survey.belongsTo(name)
		for _, n := range direct {
			users.Definitions[n.file] = true
		}
		for _, dir := range u.survey.chartsAround(name) {
			users.Definitions[path.Join(dir, chartFile)] = true
		}
		todo = append(todo, direct...)
		todo = append(todo, charts.onFile(u.survey, name)...)
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if key := (nodeKey{n.kind, n.path}); !users.nodes[key] {
			users.nodes[key] = true
			todo = append(todo, n.usedBy...)
			todo = append(todo, charts.on(n)...)
		}
	}
	return users
}

// belongsTo gives the kustomizations and charts that name or hold a file or a
// directory, whether or not it exists.
func (s *survey) belongsTo(name string) []*node {
	found := s.at(name)
	if target, ok := s.links[name]; ok {
		found = append(found, s.at(target)...)
		found = append(found, s.below(target)...)
	}
	if !s.files[name] {
		found = append(found, s.below(name)...)
	}
	return found
}

// at gives the kustomizations and charts that name or hold what is at a path.
func (s *survey) at(name string) []*node {
	var found []*node
	for above := range ancestors(name) {
		found = append(found, s.readBy[above]...)
		found = append(found, s.wanted[above]...)
		found = append(found, s.linked[above]...)
		if chart := s.charts[above]; chart != nil {
			found = append(found, chart)
		}
	}
	if n := s.kustomizations[path.Dir(name)]; n != nil && isKustomizationName(path.Base(name)) {
		found = append(found, n)
	}
	return found
}

// below gives the kustomizations and charts in a directory, and those that name
// what is in it.
func (s *survey) below(dir string) []*node {
	var found []*node
	for _, n := range s.nodes {
		if isBelow(n.path, dir) {
			found = append(found, n)
		}
	}
	for _, index := range []map[string][]*node{s.readBy, s.wanted, s.linked} {
		for name, nodes := range index {
			if isBelow(name, dir) {
				found = append(found, nodes...)
			}
		}
	}
	return found
}

// isBelow tells whether name is dir or lies in it.
func isBelow(name, dir string) bool {
	return dir == "." || name == dir || strings.HasPrefix(name, dir+"/")
}

// chartsAround gives the charts that hold a file, subcharts included, the
// innermost first.
func (s *survey) chartsAround(file string) []string {
	var dirs []string
	for dir := range ancestors(path.Dir(file)) {
		if s.chartDirs[dir] {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
