package kustomize

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/resource"
	"sigs.k8s.io/kustomize/api/types"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// inflated is the directory in memory that holds the objects of a layer's
// charts. It is a component, because kustomize adds the objects of components
// right behind those of generators, which charts are.
const inflated = ".inflated-charts"

// chart is a chart that a kustomization names.
type chart struct {
	types.HelmChart
	home string
	// entry is where the kustomization names the chart, and at its place.
	entry node
	at    manifest.Location
	// inherits tells that the namespace is that of the kustomizations.
	inherits bool
	// given are objects that stand for what a chart would render.
	given []manifest.Object
	// file is the file in memory that holds the chart's objects.
	file    string
	objects []chartObject
}

// explicitChart notes the chart of an explicit generator. The namespace of the
// kustomization does not concern it.
func (w *walk) explicitChart(l *layer, config map[string]any, at manifest.Location) {
	var c struct {
		types.HelmGlobals
		types.HelmChart
	}
	data, err := json.Marshal(config)
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err != nil {
		w.lose(render.ReasonRender, err.Error(), at)
		return
	}
	named := chart{HelmChart: c.HelmChart, home: c.ChartHome, at: at}
	for _, config := range w.r.reader(l).plugins("generators") {
		if config.field("kind").text() == chartGenerator && config.field("name").text() == c.Name &&
			config.field("releaseName").text() == c.ReleaseName {
			named.entry = config
		}
	}
	l.charts = append(l.charts, named)
}

// inflate renders the layer's charts and lays their objects over the tree.
func (w *walk) inflate(l *layer, namespace string) {
	s := &l.spec
	var charts []chart
	for i, c := range s.HelmCharts {
		named := chart{HelmChart: c, at: manifest.Location{File: l.file}}
		if named.entry = w.r.item(l.file, i, "helmCharts", "helmChartInflationGenerator"); named.entry.exists() {
			named.at = named.entry.at()
		}
		if s.HelmGlobals != nil {
			named.home = s.HelmGlobals.ChartHome
		}
		charts = append(charts, named)
	}
	l.charts = append(charts, l.charts...)
	if len(l.charts) == 0 {
		return
	}
	s.HelmCharts, s.HelmGlobals = nil, nil
	l.changed = true
	for i := range l.charts {
		c := &l.charts[i]
		if i < len(charts) && c.Namespace == "" {
			c.Namespace, c.inherits = namespace, true
		}
		if text := w.chart(l, c); text != "" {
			c.file = path.Join(l.dir, inflated, fmt.Sprintf("chart-%d.yaml", i))
			w.files.Put(c.file, []byte(text))
		}
	}
	w.putCharts(l)
	s.Components = append([]string{inflated}, s.Components...)
}

// putCharts lays the component with the objects of the layer's charts over the
// tree.
func (w *walk) putCharts(l *layer) {
	component := types.Kustomization{
		TypeMeta: types.TypeMeta{APIVersion: types.ComponentVersion, Kind: types.ComponentKind},
		MetaData: &types.ObjectMeta{},
	}
	for _, c := range l.charts {
		if c.file != "" {
			component.Resources = append(component.Resources, path.Base(c.file))
		}
	}
	// Strings only: it cannot fail.
	data, _ := json.Marshal(component)
	w.files.Put(path.Join(l.dir, inflated, konfig.DefaultKustomizationFileName()), data)
}

// chart gives the objects of a chart as kustomize takes them in, or "".
func (w *walk) chart(l *layer, c *chart) string {
	if c.given != nil {
		manifests, err := giveManifests(c.given)
		if err != nil {
			w.lose(render.ReasonRender, w.brief(err), c.at)
			return ""
		}
		return w.inflated(c, manifests)
	}
	dir, ok := w.chartDir(l, c)
	if !ok {
		return ""
	}
	request, ok := w.chartRequest(l, c, dir)
	if !ok {
		return ""
	}
	if w.r.charts == nil {
		w.lose(render.ReasonRender, "there is nothing to render charts with", c.at)
		return ""
	}
	result, err := w.r.charts.Template(w.ctx, request)
	if err != nil {
		w.lose(render.ReasonRender, err.Error(), c.at)
		return ""
	}
	w.unit.Failures = append(w.unit.Failures, result.Failures...)
	w.unit.Skipped = append(w.unit.Skipped, result.Skipped...)
	w.unit.Warnings = append(w.unit.Warnings, result.Warnings...)
	w.unit.Partial = w.unit.Partial || result.Partial
	for _, name := range result.Files {
		w.files.Note(name)
		w.beside[name] = true
	}
	return w.inflated(c, result.Manifests)
}

// inflated gives the documents of a chart as kustomize takes them in, or "".
func (w *walk) inflated(c *chart, manifests []ChartManifest) string {
	objects, err := w.chartObjects(c, manifests)
	if err != nil {
		w.lose(render.ReasonRender, w.brief(err), c.at)
		return ""
	}
	text, err := markInflated(objects)
	if err != nil {
		w.lose(render.ReasonRender, w.brief(err), c.at)
	}
	return text
}

// markInflated gives the objects the mark by which kustomize knows that Helm
// has set their namespace. It takes the mark off in the end.
func markInflated(objects []*resource.Resource) (string, error) {
	var b strings.Builder
	for _, object := range objects {
		if err := object.PipeE(kyaml.SetAnnotation(konfig.HelmGeneratedAnnotation, "true")); err != nil {
			return "", err
		}
		marked, err := object.RNode.String()
		if err != nil {
			return "", err
		}
		b.WriteString("---\n")
		b.WriteString(marked)
	}
	return b.String(), nil
}

// chartDir finds the directory of a chart where kustomize looks for it. A chart
// that is not there would be pulled.
func (w *walk) chartDir(l *layer, c *chart) (string, bool) {
	if wrong := checkChart(c); wrong != "" {
		w.lose(render.ReasonRender, wrong, c.at)
		return "", false
	}
	if c.home == "" {
		c.home = types.HelmDefaultHome
	}
	candidates := []string{path.Join(c.home, c.Name)}
	if c.Version != "" && c.Repo != "" {
		candidates = slices.Insert(candidates, 0, path.Join(c.home, c.Name+"-"+c.Version, c.Name))
	}
	for _, candidate := range candidates {
		if p := place(w.r, l, candidate); p.Err == nil && p.IsDir {
			return p.Name, true
		}
	}
	if copied, ok := w.r.chartElsewhere(c); ok {
		return copied, true
	}
	if c.Repo == "" {
		w.lose(render.ReasonUnreadable, fmt.Sprintf("chart %q is not in %s", c.Name, c.home), c.at)
	} else {
		w.skip(render.ReasonRemote, fmt.Sprintf("chart %q of %s is remote; it was left out", c.Name, render.Redacted(c.Repo)), c.at)
	}
	return "", false
}

// checkChart tells what kustomize would refuse in a chart's entry.
func checkChart(c *chart) string {
	switch {
	case c.Name == "":
		return "a chart has no name"
	case strings.HasPrefix(c.Name, "-"), strings.HasPrefix(c.ReleaseName, "-"):
		return fmt.Sprintf("the name or the releaseName of chart %q starts with -", c.Name)
	case !slices.Contains([]string{"", mergeOverride, mergeMerge, mergeReplace}, c.ValuesMerge):
		return fmt.Sprintf("valuesMerge %q is none of override, merge, replace", c.ValuesMerge)
	}
	return ""
}
