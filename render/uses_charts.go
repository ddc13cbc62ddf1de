package render

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v3"
)

// dependencies knows which charts may be rendered with others of the repository
// that they name as dependencies.
type dependencies struct {
	// names are the names of the chart in a directory: its own, and that of the
	// directory.
	names map[string][]string
	// by are the charts with a dependency of a name, in themselves or in one of
	// their subcharts.
	by map[string][]*node
	// inside are the directories of charts that belong to a chart.
	inside map[*node][]string
}

// dependencies reads all Chart.yaml and requirements.yaml, once. What they do not
// say plainly Helm reports.
func (s *survey) dependencies() dependencies {
	s.readDependencies.Do(func() { s.depends = newDependencies(s) })
	return s.depends
}

func newDependencies(s *survey) dependencies {
	d := dependencies{names: map[string][]string{}, by: map[string][]*node{}, inside: map[*node][]string{}}
	for dir := range s.chartDirs {
		owner := s.enclosingChart(path.Join(dir, chartFile))
		if owner != nil {
			d.inside[owner] = append(d.inside[owner], dir)
		}
		var chart yaml.Node
		text, _ := s.tree.ReadFile(path.Join(dir, chartFile))
		_ = yaml.Unmarshal(text, &chart)
		d.names[dir] = []string{path.Base(dir), field(&chart, "name")}
		d.read(&chart, owner)
		if text, err := s.tree.ReadFile(path.Join(dir, "requirements.yaml")); err == nil {
			var requirements yaml.Node
			_ = yaml.Unmarshal(text, &requirements)
			d.read(&requirements, owner)
		}
	}
	return d
}

// read notes the dependencies that a document lists.
func (d dependencies) read(doc *yaml.Node, owner *node) {
	if owner == nil {
		return
	}
	eachPair(doc, func(key string, value *yaml.Node) {
		if key != "dependencies" {
			return
		}
		eachItem(value, func(item *yaml.Node) {
			name := field(item, "name")
			if !slices.Contains(d.by[name], owner) {
				d.by[name] = append(d.by[name], owner)
			}
		})
	})
}

// on gives the charts that may be rendered with a chart, or with a subchart of it.
// These are more than need be where only one of the two is meant.
func (d dependencies) on(n *node) []*node {
	if n.kind != KindHelm {
		return nil
	}
	if isArchiveName(n.path) {
		return d.all()
	}
	var found []*node
	for _, dir := range d.inside[n] {
		found = append(found, d.onNames(d.names[dir])...)
	}
	return found
}

// onFile gives the charts that may be rendered with one that holds a file, which
// may be gone together with its chart.
func (d dependencies) onFile(s *survey, file string) []*node {
	if isArchiveName(file) {
		return d.all()
	}
	var found []*node
	if path.Base(file) == chartFile {
		found = d.onNames([]string{path.Base(path.Dir(file))})
	}
	for _, dir := range s.chartsAround(file) {
		found = append(found, d.onNames(d.names[dir])...)
	}
	return found
}

func (d dependencies) onNames(names []string) []*node {
	var found []*node
	for _, name := range names {
		found = append(found, d.by[name]...)
	}
	return found
}

// all gives all charts with dependencies: nothing tells which chart an archive
// holds, or held.
func (d dependencies) all() []*node {
	var found []*node
	for _, nodes := range d.by {
		found = append(found, nodes...)
	}
	return found
}
