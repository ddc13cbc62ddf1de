// Package helm renders Helm charts as `helm template` does, in process and
// without any network.
//
// Helm's own libraries load, combine and render; this package reads the files
// through the tree, finds dependencies that lie elsewhere in it, goes on after
// errors that would stop Helm, and leads what is printed back to its templates.
//
// Helm's libraries write warnings to the standard logger of package log. A
// program that must not show them discards that logger's output.
package helm

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm/trace"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Options are what a user can set for all charts of a run. The zero value is
// what `helm template` does by itself, on a current version of Kubernetes.
type Options struct {
	// KubeVersion is the version of Kubernetes that charts see; "" is the
	// newest that the linked client library knows, or for a chart that does
	// not accept it, the newest that it does.
	KubeVersion string
	// ValueFiles are values files relative to the root of the tree, in
	// ascending precedence; they win over those of a target.
	ValueFiles []string
	// Set and SetString are overrides in the syntax of --set and --set-string;
	// they win over all files.
	Set       []string
	SetString []string
	// ReleaseName is the name of the release; "" is release-name.
	ReleaseName string
	// Namespace is the namespace of the release; "" is default.
	Namespace string
	// Charts finds dependencies that lie neither in a chart's charts/ nor where it
	// says; nil finds none. Other charts of the tree are tried after it.
	Charts Charts
	// Cache is Helm's cache, where Charts may find a chart; nil where it does not.
	Cache *fsys.Tree
	// Timeout bounds the time that one chart may take; 0 is DefaultTimeout.
	// Helm's engine cannot be stopped: what runs on after the timeout still
	// uses a processor, but is not waited for.
	Timeout time.Duration
}

// DefaultTimeout is far more than any chart needs that ends at all.
const DefaultTimeout = 30 * time.Second

// Renderer renders the charts of one tree. It is safe for concurrent use.
type Renderer struct {
	tree    *fsys.Tree
	options Options
	library *library
	// late are the warnings that come up after rendering, and traced the templates that
	// were read to find lines in them.
	late   *late
	traced *trace.Files
}

// New gives a renderer for the charts of tree.
func New(tree *fsys.Tree, o Options) *Renderer {
	o.ReleaseName = cmp.Or(o.ReleaseName, "release-name")
	o.Namespace = cmp.Or(o.Namespace, "default")
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	return &Renderer{tree: tree, options: o, library: newLibrary(tree, o), late: &late{}, traced: &trace.Files{}}
}

// Late gives the warnings that came up as places were looked for in what is rendered
// already, sorted by place. They name no unit.
func (r *Renderer) Late() []render.Problem { return r.late.sorted() }

// Render renders the chart that t names: CRDs first, hooks last. Test hooks are
// among the objects; their annotation tells them.
func (r *Renderer) Render(ctx context.Context, t render.Target) render.Unit {
	o := r.options
	j := job{
		chart:       t.Path,
		release:     o.ReleaseName,
		namespace:   o.Namespace,
		kubeVersion: cmp.Or(t.KubeVersion, o.KubeVersion),
		overrides: overrides{
			files:     slices.Concat(t.ValueFiles, o.ValueFiles),
			set:       o.Set,
			setString: o.SetString,
		},
	}
	c, documents, err := r.chartOf(ctx, j)
	if err != nil {
		c.report.fail(render.ReasonRender, manifest.Location{File: t.Path}, err.Error())
	}
	if len(documents)+len(c.report.failures)+len(c.report.skipped) == 0 {
		c.report.skip(render.ReasonEmpty, c.plan.root.fileAt("Chart.yaml"), "the chart renders nothing with these values")
	}
	unit := render.Unit{
		Target:   t,
		Failures: sorted(c.report.failures, t.Name()),
		Skipped:  sorted(c.report.skipped, t.Name()),
		Warnings: sorted(c.report.warnings, t.Name()),
		Files:    c.report.sortedFiles(),
		Partial:  c.report.partial,
	}
	for _, d := range documents {
		unit.Objects = append(unit.Objects, d.objects...)
	}
	return unit
}
