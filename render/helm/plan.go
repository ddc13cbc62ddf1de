package helm

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// plan tells how a chart is put together for one rendering: which charts stand
// in for dependencies that are missing from charts/. It belongs to one
// goroutine.
type plan struct {
	library *library
	root    *node
	// by is what names the root, where that is a package; nil where nothing does.
	by *dependent
	// found holds the stand-ins; nil for a dependency that is nowhere.
	found map[gap]*node
	// gaps are the gaps of the last build, by the number in the stub's
	// annotation.
	gaps []gap
	// sources leads from the files of the last build to the repository.
	sources map[*chart.File]source
	report  *report
}

// source is where a file of a chart lies in the repository.
type source struct {
	// at is the file, or the package that holds it.
	at   string
	node *node
	// by is what lies outside of any package and brings in the package which holds
	// the file; nil where there is no such thing.
	by *dependent
}

// packaged tells whether the file lies in a package, so that lines mean nothing.
func (s source) packaged() bool { return s.node.packaged }

// dependent is a chart with one of its dependencies, or the place of something
// else that names a chart.
type dependent struct {
	chart *node
	name  string
	at    manifest.Location
}

// dependent gives the chart to blame for what a dependency of n holds.
func (n *node) dependent(name string, by *dependent) *dependent {
	if n.packaged {
		return by
	}
	return &dependent{chart: n, name: name}
}

// gap is a dependency that a chart declares and lacks in its charts/.
type gap struct {
	chart *node
	// index is the position of the dependency in the chart's metadata.
	index int
}

func (g gap) dependency() *chart.Dependency { return g.chart.chart.Metadata.Dependencies[g.index] }

// stubMark is the annotation by which a stub is known after Helm has copied
// and renamed it.
const stubMark = "kubegap-lint.stub"

// assemble gives the chart with its dependencies resolved as Helm resolves
// them for the values, and what is enabled and nowhere to be found.
//
// Whether a dependency is enabled depends on conditions and tags in all charts
// above it, so Helm decides: an empty stub takes the place of whatever is
// missing, and the stubs that are left when Helm has removed what is disabled
// are looked for in the repository.
func (p *plan) assemble(values map[string]any) (c *chart.Chart, absent []gap, err error) {
	for {
		p.gaps, p.sources = nil, map[*chart.File]source{}
		root := p.build(p.root, p.by)
		if err := chartutil.ProcessDependenciesWithMerge(root, values); err != nil {
			return nil, nil, err
		}
		absent, again := p.search(root)
		if !again {
			return root, absent, nil
		}
	}
}

// search looks for stand-ins for the stubs below c. It gives the gaps that
// remain, and whether it found a stand-in for one of them for the first time.
func (p *plan) search(c *chart.Chart) (absent []gap, again bool) {
	for _, sub := range c.Dependencies() {
		number, isStub := sub.Metadata.Annotations[stubMark]
		if !isStub {
			below, more := p.search(sub)
			absent, again = append(absent, below...), again || more
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil || n >= len(p.gaps) {
			continue
		}
		g := p.gaps[n]
		if _, known := p.found[g]; !known {
			p.found[g] = p.find(g)
			again = again || p.found[g] != nil
		}
		if p.found[g] == nil && !slices.Contains(absent, g) {
			absent = append(absent, g)
		}
	}
	return absent, again
}

// build makes a chart that Helm may change; by is what brings it in.
func (p *plan) build(n *node, by *dependent) *chart.Chart {
	metadata := *n.chart.Metadata
	c := &chart.Chart{
		Metadata:  &metadata,
		Templates: n.chart.Templates,
		Values:    n.chart.Values,
		Schema:    n.chart.Schema,
		Files:     n.chart.Files,
	}
	for f, at := range n.sources {
		p.sources[f] = source{at: at, node: n, by: by}
	}
	for _, sub := range n.subcharts {
		c.AddDependency(p.build(sub, n.dependent(sub.name(), by)))
	}
	metadata.Dependencies = slices.Clone(metadata.Dependencies)
	for i, d := range metadata.Dependencies {
		declared := *d
		metadata.Dependencies[i] = &declared
		if n.has(d.Name) {
			continue
		}
		fill := p.fill(gap{chart: n, index: i}, n.dependent(d.Name, by))
		// Helm finds a dependency by name and version, and two gaps may have
		// the same name.
		declared.Version = "=" + fill.Metadata.Version
		c.AddDependency(fill)
	}
	return c
}

// fill gives what takes the place of a missing dependency.
func (p *plan) fill(g gap, by *dependent) *chart.Chart {
	if standIn := p.found[g]; standIn != nil {
		return p.build(standIn, by)
	}
	p.gaps = append(p.gaps, g)
	return &chart.Chart{Metadata: &chart.Metadata{
		APIVersion:  chart.APIVersionV2,
		Name:        g.dependency().Name,
		Version:     fmt.Sprintf("0.0.%d", g.index),
		Annotations: map[string]string{stubMark: strconv.Itoa(len(p.gaps) - 1)},
	}}
}

// has tells whether the chart's charts/ holds a chart of that name; like Helm,
// it does not ask for the version.
func (n *node) has(name string) bool {
	return slices.ContainsFunc(n.subcharts, func(sub *node) bool { return sub.name() == name })
}

// find looks for a chart that fills the gap: where the dependency says, if that is
// a path, then by the repository that it comes from, then by its name alone.
func (p *plan) find(g gap) *node {
	d := g.dependency()
	var places []string
	if beside, ok := strings.CutPrefix(d.Repository, "file://"); ok && !g.chart.packaged {
		places = append(places, path.Join(g.chart.at, beside))
	}
	if known, ok := p.lookup(g); ok {
		places = append(places, known)
	}
	places = append(places, p.library.index().candidates(d.Name, constraintOf(d), g.chart.at)...)
	for _, place := range places {
		if n := p.take(g, d, place); n != nil {
			return n
		}
	}
	return nil
}

// constraintOf gives the versions that a dependency accepts; one without a
// version accepts all.
func constraintOf(d *chart.Dependency) string { return cmp.Or(d.Version, ">=0.0.0-0") }

// take gives the chart at a place if it fits the dependency and does not
// itself depend on the chart that lacks it.
func (p *plan) take(g gap, d *chart.Dependency, place string) *node {
	if tree, name := p.library.within(place); !tree.IsDir(name) && !tree.IsFile(name) {
		return nil
	}
	n, rep := p.library.load(place)
	if n == nil || n.name() != d.Name || p.leadsTo(n, g.chart) ||
		!chartutil.IsCompatibleRange(constraintOf(d), n.chart.Metadata.Version) {
		return nil
	}
	if isCached(place) {
		n, rep = n.movedTo(g.at().File), rep.movedTo(g.at())
	}
	p.report.add(rep)
	return n
}

// leadsTo tells whether the chart to is from, or is rendered below it.
func (p *plan) leadsTo(from, to *node) bool {
	if from.is(to) {
		return true
	}
	for _, sub := range from.subcharts {
		if p.leadsTo(sub, to) {
			return true
		}
	}
	for g, standIn := range p.found {
		if standIn != nil && g.chart.is(from) && p.leadsTo(standIn, to) {
			return true
		}
	}
	return false
}

// is tells whether two nodes are the same chart of the repository.
func (n *node) is(m *node) bool { return n.at == m.at && n.name() == m.name() }
