package helm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/helm/trace"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// job is one chart to render, with everything that is not in the chart.
type job struct {
	// chart is a directory or a package, relative to the root of the tree.
	chart       string
	namedAt     manifest.Location
	overrides   overrides
	release     string
	namespace   string
	kubeVersion string
	apiVersions []string
}

// rendering is the state of one rendering. It belongs to one goroutine.
type rendering struct {
	job    job
	report *report
	plan   *plan
	// chart is the chart with its dependencies resolved.
	chart *chart.Chart
	// absent are the dependencies that are nowhere.
	absent []gap
	// templates leads from Helm's paths to the files of the chart.
	templates map[string]*chart.File
	tracing   *tracing
	// late and files are those of the renderer.
	late  *late
	files *trace.Files
}

// chartOf renders a chart. The error is about the job.
func (r *Renderer) chartOf(ctx context.Context, j job) (*rendering, []document, error) {
	c := &rendering{job: j, report: newReport(), late: r.late, files: r.traced}
	root, rep := r.library.loadFor(j)
	c.report.add(rep)
	values, ok := j.overrides.merge(r.tree, c.report, j.chart)
	if root == nil || !ok {
		c.report.partial = true
		return c, nil, nil
	}
	if strings.EqualFold(root.chart.Metadata.Type, "library") {
		c.report.skip(render.ReasonLibraryChart, root.fileAt("Chart.yaml"), "a library chart renders nothing by itself")
		return c, nil, nil
	}
	capabilities, err := c.capabilities(root)
	if capabilities == nil {
		return c, nil, err
	}
	c.plan = &plan{library: r.library, root: root, by: j.namedBy(root), found: map[gap]*node{}, report: c.report}
	if c.chart, c.absent, err = c.plan.assemble(values); err != nil {
		c.report.fail(render.ReasonRender, root.fileAt("values.yaml"), "the values cannot be combined: "+clean(err.Error()))
		return c, nil, nil
	}
	c.indexTemplates()
	return c, c.render(ctx, r.options.Timeout, values, capabilities), nil
}

// maxEvents bounds how many lines and actions a rendering with hooks may record. Large
// charts have some ten thousand. Unlike a time, it does not depend on how busy the
// machine is.
const maxEvents = 1_000_000

// tracingPatience is how many times as long as a rendering one with hooks may take. It
// only ends what would never end: what is within maxEvents takes seconds.
const tracingPatience = 20

// untraced reports that a limit has ended the rendering with hooks.
func (c *rendering) untraced() {
	c.late.add(problem(render.ReasonTooLarge, c.plan.root.fileAt("Chart.yaml"),
		"the chart takes too long or too much memory to find the lines of its templates; findings in it are at the file of the template, without the values"))
}

// indexTemplates fills templates.
func (c *rendering) indexTemplates() {
	c.templates = map[string]*chart.File{}
	for sub := range allCharts(c.chart) {
		for _, t := range sub.Templates {
			c.templates[templatePath(sub, t)] = t
		}
	}
	for _, crd := range c.chart.CRDObjects() {
		c.templates[crd.Filename] = crd.File
	}
}

// capabilities chooses what the chart sees of its cluster; nil if Helm would
// refuse the chart on it.
func (c *rendering) capabilities(root *node) (*chartutil.Capabilities, error) {
	asked, constraint := c.job.kubeVersion, root.chart.Metadata.KubeVersion
	version, ok, err := kubeVersion(asked, constraint)
	if err != nil {
		return nil, err
	}
	if !ok || asked == "" && version.Version != newestKubernetes {
		message := "the chart wants Kubernetes " + constraint
		at := root.keyAt(manifest.Key("kubeVersion"))
		switch {
		case ok:
			c.report.warn(render.ReasonRender, at, fmt.Sprintf("%s, so it is rendered for %s instead of %s", message, version.Version, newestKubernetes))
		case asked == "":
			c.report.warn(render.ReasonRender, at, fmt.Sprintf("%s, which no known version satisfies; it is rendered for %s", message, version.Version))
		default:
			c.report.fail(render.ReasonRender, at, fmt.Sprintf("%s, not %s", message, version.Version))
			return nil, nil
		}
	}
	capabilities := chartutil.DefaultCapabilities.Copy()
	capabilities.KubeVersion = *version
	capabilities.APIVersions = slices.Concat(capabilities.APIVersions, c.job.apiVersions)
	return capabilities, nil
}

// render prints the templates and reads what they print.
func (c *rendering) render(ctx context.Context, timeout time.Duration, values map[string]any, capabilities *chartutil.Capabilities) []document {
	options := chartutil.ReleaseOptions{Name: c.job.release, Namespace: c.job.namespace, Revision: 1, IsInstall: true}
	p := &printing{chart: c.chart, values: func() (chartutil.Values, error) {
		return chartutil.ToRenderValuesWithSchemaValidation(c.chart, values, options, capabilities, true)
	}}
	if !c.checkValues(p.values) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	printed, err := p.run(ctx)
	c.reportPrinting(p, err)
	printed = c.bounded(printed)
	c.tracing = &tracing{
		printing: p, files: c.files, printed: printed, layers: sync.OnceValue(c.layers),
		maxEvents: maxEvents, limit: tracingPatience * timeout, gaveUp: c.untraced,
	}
	return append(c.crds(), c.documentsOf(printed)...)
}
