package helm

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// checkValues reports values that the schemas forbid, and tells whether to go
// on. Defaults that break the chart's own schema are values that the chart
// waits for; values that the user gives must fit, or Helm refuses them.
func (c *rendering) checkValues(values func() (chartutil.Values, error)) bool {
	if !hasSchema(c.chart) {
		return true
	}
	all, err := values()
	if err != nil {
		c.report.fail(render.ReasonRender, c.plan.root.fileAt("values.yaml"), "the values cannot be combined: "+clean(err.Error()))
		return false
	}
	merged, _ := all["Values"].(chartutil.Values)
	broken, err := violations(c.chart, merged)
	c.reportSchemas(err)
	if len(broken) == 0 {
		return true
	}
	missing := broken
	if c.job.overrides.given() {
		defaults, err := chartutil.CoalesceValues(c.chart, nil)
		if err != nil {
			defaults = nil
		}
		missing, _ = violations(c.chart, defaults)
	}
	var wrong []string
	for _, v := range broken {
		if !slices.Contains(missing, v) {
			wrong = append(wrong, v)
		}
	}
	if len(wrong) > 0 {
		c.report.fail(render.ReasonRender, c.valuesAt(), "the values break the chart's schema: "+strings.Join(wrong, "; "))
		return false
	}
	c.report.skip(render.ReasonMissingValue, c.plan.root.fileAt("values.yaml"),
		"the default values break the chart's own schema, so it waits for others; rendered without: "+strings.Join(broken, "; "))
	return true
}

// valuesAt is the place of the values that the user gives.
func (c *rendering) valuesAt() manifest.Location {
	if files := c.job.overrides.files; len(files) > 0 {
		return fileAt(files[len(files)-1])
	}
	return c.plan.root.fileAt("values.yaml")
}

// reportSchemas reports schemas that cannot be used; err joins their errors.
func (c *rendering) reportSchemas(err error) {
	for _, one := range flatten(err) {
		schema, ok := errors.AsType[*schemaError](one)
		if !ok {
			continue
		}
		at := c.plan.root.fileAt("values.schema.json")
		if schema.chart != c.chart {
			at = c.plan.root.fileAt("Chart.yaml")
		}
		message := fmt.Sprintf("the schema of %s %v", schema.chart.Name(), schema)
		if schema.remote != "" {
			c.report.warn(render.ReasonRemote, at, message)
		} else {
			c.report.fail(render.ReasonRender, at, message)
		}
	}
}

// flatten takes joined errors apart.
func flatten(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var out []error
	for _, e := range joined.Unwrap() {
		out = append(out, flatten(e)...)
	}
	return out
}
