package flux

import (
	"fmt"
	"path"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// chart is a chart of the tree that a release is made from.
type chart struct {
	// path is the directory or the package.
	path string
	// named is where the chart is named.
	named field
	// valueFiles are those that take the place of the chart's own values.yaml.
	valueFiles []string
}

// chartOf finds the chart of a HelmRelease of helm-controller: spec.chart makes a
// HelmChart or an OCIRepository, and spec.chartRef names one that exists. See
// https://fluxcd.io/flux/components/helm/helmreleases/#chart-template
func (d *deployment) chartOf() (chart, bool) {
	if ref := d.spec.get("chartRef"); ref.exists() {
		return d.referredChart(ref)
	}
	template := d.spec.get("chart")
	if !template.exists() {
		d.fail(render.ReasonRender, "it names no chart: neither spec.chart nor spec.chartRef is set", d.at(d.spec))
		return chart{}, false
	}
	spec := template.get("spec")
	if template.get("kind").text() == "OCIRepository" {
		return d.ociChart(source{reference: reference{kind: "OCIRepository", at: spec}, declared: true, spec: spec}, spec.get("url"))
	}
	ref := spec.get("sourceRef").reference()
	return d.helmChart(spec, ref)
}

// referredChart finds the chart of spec.chartRef.
func (d *deployment) referredChart(f field) (chart, bool) {
	ref := f.reference()
	switch ref.kind {
	case "HelmChart":
		s := d.source(ref)
		if !s.declared {
			d.skip(render.ReasonRemote, fmt.Sprintf("the chart is not known, since nothing here makes the %s", ref), d.at(f))
			return chart{}, false
		}
		from := s.spec.get("sourceRef").reference()
		return d.helmChart(s.spec, from)
	case "OCIRepository":
		s := d.source(ref)
		if !s.declared {
			d.skip(render.ReasonRemote, fmt.Sprintf("the chart is not known, since nothing here makes the %s", ref), d.at(f))
			return chart{}, false
		}
		return d.ociChart(s, f)
	case "ExternalArtifact":
		at, ok := d.locate(target{source: d.source(ref), at: f, what: "chart", fits: d.c.isChart})
		return chart{path: at.path, named: f}, ok
	}
	d.fail(render.ReasonRender, fmt.Sprintf("a chart comes from an OCIRepository, a HelmChart or an ExternalArtifact, not from %q", ref.kind), d.at(f.get("kind")))
	return chart{}, false
}

// ociChart finds the chart of an OCIRepository, whose address ends in its name.
func (d *deployment) ociChart(s source, at field) (chart, bool) {
	if s.url() == "" {
		d.fail(render.ReasonRender, s.spec.get("url").name()+" is not set, so there is no address of a chart", d.at(s.spec))
		return chart{}, false
	}
	repository, name := vendored.SplitOCI(s.url())
	version, _ := vendored.OCIReference(s.spec.get("ref").mapping())
	return d.vendoredChart(repository, name, version, at)
}

// helmChart finds the chart of the spec of a HelmChart.
func (d *deployment) helmChart(spec field, ref reference) (chart, bool) {
	name := spec.get("chart")
	if name.text() == "" {
		d.fail(render.ReasonRender, "it names no chart: "+name.name()+" is not set", d.at(name))
		return chart{}, false
	}
	s := d.source(ref)
	if ref.kind != "HelmRepository" {
		return d.chartInSource(spec, s)
	}
	if !s.declared {
		d.skip(render.ReasonRemote, fmt.Sprintf("where the chart %s comes from is not known, since nothing here makes the %s", name.text(), ref), d.at(name))
		return chart{}, false
	}
	if s.url() == "" {
		d.fail(render.ReasonRender, fmt.Sprintf("spec.url of the %s is not set, so there is no address of a repository", ref), d.at(s.spec))
		return chart{}, false
	}
	found, ok := d.vendoredChart(s.url(), name.text(), spec.get("version").text(), name)
	if ok {
		found.valueFiles = d.valuesFiles(spec, found.path, found.path)
	}
	return found, ok
}

// chartInSource finds a chart by its path in a GitRepository or a Bucket.
func (d *deployment) chartInSource(spec field, s source) (chart, bool) {
	name := spec.get("chart")
	at, ok := d.locate(target{source: s, text: name.text(), at: name, what: "chart", fits: d.c.isChart})
	if !ok || d.wait {
		return chart{}, false
	}
	return chart{path: at.path, named: name, valueFiles: d.valuesFiles(spec, at.root, at.path)}, true
}

// vendoredChart finds the copy of a chart of a repository.
func (d *deployment) vendoredChart(repository, name, version string, at field) (chart, bool) {
	full := strings.TrimSpace(name + " " + version)
	if unknown(repository) || unknown(full) {
		d.skip(render.ReasonMissingValue, fmt.Sprintf("the chart %s of %s is not known", full, repository), d.at(at))
		return chart{}, false
	}
	if d.c.o.Charts != nil {
		if found, ok := d.c.o.Charts.Chart(repository, name, version); ok {
			return chart{path: found, named: at}, true
		}
	}
	d.skip(render.ReasonRemote, vendored.Absent(full, repository), d.at(at))
	return chart{}, false
}

// isChart tells whether a name is that of a chart's directory or package.
func (c *Controller) isChart(name string) bool {
	return c.tree.IsFile(path.Join(name, "Chart.yaml")) ||
		(strings.HasSuffix(name, ".tgz") || strings.HasSuffix(name, ".tar.gz")) && c.tree.IsFile(name)
}

// valuesFiles gives the values files of a HelmChart, relative to the root of its
// source; for a chart of a repository that is the chart itself. Flux leaves out the
// chart's own values.yaml where it is not among them, which Helm's renderer does
// not. See https://fluxcd.io/flux/components/source/helmcharts/#values-files
func (d *deployment) valuesFiles(spec field, root, chartPath string) []string {
	all := spec.get("valuesFiles").texts()
	if old := spec.get("valuesFile"); old.text() != "" {
		all = append([]field{old}, all...)
	}
	ignoreMissing := spec.get("ignoreMissingValuesFiles").flag()
	var names []string
	own := false
	for _, f := range all {
		name := path.Join(root, target{text: f.text()}.rel())
		own = own || name == path.Join(chartPath, "values.yaml")
		switch {
		case d.c.tree.IsFile(name):
			names = append(names, name)
		case !d.c.tree.IsDir(root):
			d.skip(render.ReasonPartial, fmt.Sprintf("the values file %s is in the package of the chart, and is not read", f.text()), d.at(f))
		case !ignoreMissing:
			d.fail(render.ReasonUnreadable, fmt.Sprintf("the values file %s does not exist", f.text()), d.at(f))
		}
	}
	if len(all) > 0 && !own {
		d.warn("the chart's values.yaml is not among the valuesFiles, so Flux leaves out its values; here they are still there", d.at(all[0]))
	}
	return names
}
