package helm

import (
	"maps"
	"strings"

	"helm.sh/helm/v3/pkg/chart"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// Charts finds charts by where they come from, rather than by where they lie. It
// is safe for concurrent use.
type Charts interface {
	// Chart gives the package of a chart: a name in the tree, or one in Helm's
	// cache behind vendored.CachePrefix. The repository and the version are those
	// that a Chart.yaml or its lock file asks for.
	Chart(repository, name, version string) (string, bool)
}

// lookup gives the place of the chart that fills the gap by the repository that it
// comes from.
func (p *plan) lookup(g gap) (string, bool) {
	d := g.dependency()
	if p.library.charts == nil || d.Repository == "" {
		return "", false
	}
	var locked []*chart.Dependency
	if lock := g.chart.chart.Lock; lock != nil {
		locked = lock.Dependencies
	}
	return p.library.charts.Chart(d.Repository, d.Name, vendored.LockedVersion(locked, d))
}

// within gives the tree that holds a chart, and its name there.
func (l *library) within(name string) (*fsys.Tree, string) {
	if rest, ok := strings.CutPrefix(name, vendored.CachePrefix); ok && l.cache != nil {
		return l.cache, rest
	}
	return l.tree, name
}

// loadFor gives the chart of a job. What lies in Helm's cache gets the place that
// names it, if that is known.
func (l *library) loadFor(j job) (*node, *report) {
	n, rep := l.load(j.chart)
	if !isCached(j.chart) || j.namedAt.File == "" {
		return n, rep
	}
	if n != nil {
		n = n.movedTo(j.namedAt.File)
	}
	return n, rep.movedTo(j.namedAt)
}

// namedBy gives what names the root chart, if that is a package.
func (j job) namedBy(root *node) *dependent {
	if !root.packaged || j.namedAt.File == "" {
		return nil
	}
	at := j.namedAt
	at.Precision = min(at.Precision, manifest.PrecisionNearby)
	return &dependent{at: at}
}

// isCached tells whether a chart lies in Helm's cache, whose files are none of the
// repository.
func isCached(name string) bool { return strings.HasPrefix(name, vendored.CachePrefix) }

// movedTo gives the report with all problems at one place, and without files.
func (r *report) movedTo(at manifest.Location) *report {
	move := func(problems []render.Problem) (out []render.Problem) {
		for _, problem := range problems {
			problem.Location = at
			out = append(out, problem)
		}
		return out
	}
	moved := newReport()
	moved.failures, moved.skipped, moved.warnings = move(r.failures), move(r.skipped), move(r.warnings)
	moved.partial = r.partial
	return moved
}

// movedTo gives a copy of the chart, and of those in it, that lies in the given
// file as if that were its package.
func (n *node) movedTo(file string) *node {
	moved := *n
	moved.at, moved.packaged = file, true
	moved.sources = maps.Clone(n.sources)
	for f := range moved.sources {
		moved.sources[f] = file
	}
	moved.subcharts = make([]*node, len(n.subcharts))
	for i, sub := range n.subcharts {
		moved.subcharts[i] = sub.movedTo(file)
	}
	return &moved
}
