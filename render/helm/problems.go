package helm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/kubegap/kubegap-lint/render"
)

// reportPrinting reports what kept templates from being printed; err is what
// ended the printing as a whole.
func (c *rendering) reportPrinting(p *printing, err error) {
	lacking, broken := p.blame(len(c.absent) > 0)
	if p.demand != nil {
		message := p.demand.message + " (rendered without this value)"
		if len(c.absent) == 0 {
			message += c.leftOut(lacking)
		}
		c.report.skip(render.ReasonMissingValue, c.locatePlace(p.demand.outer), message)
	}
	c.reportAbsent(lacking)
	if len(broken) > 0 {
		c.reportBroken(broken)
	}
	root := c.plan.root.fileAt("Chart.yaml")
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, errMemory):
		c.report.fail(render.ReasonTooLarge, root, "the chart takes too long or too much memory to render; a template may run without end")
	case errors.Is(err, context.Canceled):
		c.report.fail(render.ReasonRender, root, "rendering was interrupted")
	case err != nil:
		c.report.fail(render.ReasonRender, root, parseEngineError(err).message)
	}
}

// blame tells the templates that fail for want of a dependency or a value, if
// any is missing, from those that are broken by themselves. It cannot be known
// for sure: but a chart that lacks something cannot be called broken.
func (p *printing) blame(dependencyMissing bool) (lacking, broken []brokenTemplate) {
	for _, b := range p.broken {
		switch {
		case b.err.kind != execError || !dependencyMissing && p.demand == nil:
			broken = append(broken, b)
		case !strings.HasSuffix(b.template, notesSuffix):
			lacking = append(lacking, b)
		}
	}
	return lacking, broken
}

// reportBroken reports templates that cannot be printed in one message, at the
// first of them.
func (c *rendering) reportBroken(broken []brokenTemplate) {
	// A file that is no template may define what others lack, and an error with
	// a line says more than one without.
	slices.SortStableFunc(broken, func(a, b brokenTemplate) int {
		return cmp.Or(
			cmp.Compare(a.err.kind, b.err.kind),
			-cmp.Compare(min(a.err.inner.line, 1), min(b.err.inner.line, 1)),
			cmp.Compare(a.template, b.template),
		)
	})
	first := broken[0]
	at := first.err.inner
	if at.template == "" {
		at.template = first.template
	}
	message := first.err.message
	if len(broken) > 1 {
		message += "; these fail too: " + c.names(broken[1:])
	}
	c.report.fail(render.ReasonRender, c.locatePlace(at), message)
}

// reportAbsent reports the dependencies that are nowhere, once for each chart
// that declares them, and the templates that fail for want of them.
func (c *rendering) reportAbsent(lacking []brokenTemplate) {
	byChart := map[*node][]gap{}
	for _, a := range c.absent {
		byChart[a.chart] = append(byChart[a.chart], a)
	}
	charts := slices.SortedFunc(maps.Keys(byChart), func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.name(), b.name()))
	})
	for i, n := range charts {
		message := c.describe(byChart[n])
		if i == 0 {
			message += c.leftOut(lacking)
		}
		c.report.skip(render.ReasonMissingDependency, byChart[n][0].at(), message)
	}
}

// describe names missing dependencies of one chart.
func (c *rendering) describe(absent []gap) string {
	var parts []string
	for _, g := range absent {
		d := g.dependency()
		part := strings.TrimSpace(d.Name + " " + d.Version)
		misfit, ok := c.plan.library.index().misfit(d.Name, g.chart.at)
		switch {
		case !ok || misfit.at == g.chart.at:
			part = strings.TrimSuffix(fmt.Sprintf("%s (%s)", part, d.Repository), " ()")
		case chartutil.IsCompatibleRange(constraintOf(d), misfit.version):
			part += fmt.Sprintf(" (the one in %s depends on this chart)", misfit.at)
		default:
			part += fmt.Sprintf(" (the one in %s has version %s)", misfit.at, misfit.version)
		}
		parts = append(parts, part)
	}
	if len(parts) == 1 {
		return "the dependency " + parts[0] + " is neither in charts/ nor elsewhere in the repository"
	}
	return "these dependencies are neither in charts/ nor elsewhere in the repository: " + strings.Join(parts, ", ")
}

// leftOut tells which templates are left out for what a message says before.
func (c *rendering) leftOut(lacking []brokenTemplate) string {
	if len(lacking) == 0 {
		return ""
	}
	return "; left out, since they fail without it: " + c.names(lacking)
}

// names lists templates with their lines, by their paths below the chart.
func (c *rendering) names(broken []brokenTemplate) string {
	names := make([]string, len(broken))
	for i, b := range broken {
		names[i] = strings.TrimPrefix(b.template, c.chart.Name()+"/")
		if b.err.outer.template == b.template && b.err.outer.line > 0 {
			names[i] += fmt.Sprintf(":%d", b.err.outer.line)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// maxPrinted bounds what the templates of a chart may print together.
const maxPrinted = 64 << 20

// bounded leaves out the templates that print too much.
func (c *rendering) bounded(printed map[string]string) map[string]string {
	total := 0
	for _, template := range sortedPaths(printed) {
		if total += len(printed[template]); total > maxPrinted {
			c.report.fail(render.ReasonTooLarge, c.locate(template), fmt.Sprintf(
				"the template is left out: with it the chart prints more than %d MiB", maxPrinted>>20))
			total -= len(printed[template])
			delete(printed, template)
		}
	}
	return printed
}
