package kustomize

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/kustomize/kyaml/yaml/merge2"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// The ways in which valuesInline and the values file of a chart meet; the
// first is the default.
const (
	mergeOverride = "override"
	mergeMerge    = "merge"
	mergeReplace  = "replace"
)

// chartRequest says what helm would be told about a chart. It lists a values
// file that cannot be had; without it, the chart would be another one.
func (w *walk) chartRequest(l *layer, c *chart, dir string) (ChartRequest, bool) {
	request := ChartRequest{
		Chart:        dir,
		NamedAt:      c.at,
		ReleaseName:  c.ReleaseName,
		NameTemplate: c.NameTemplate,
		Namespace:    c.Namespace,
		IncludeCRDs:  c.IncludeCRDs,
		SkipHooks:    c.SkipHooks,
		SkipTests:    c.SkipTests,
		KubeVersion:  cmp.Or(c.KubeVersion, w.unit.Target.KubeVersion),
		APIVersions:  c.ApiVersions,
	}
	var files []string
	for _, entry := range append([]string{c.ValuesFile}, c.AdditionalValuesFiles...) {
		if entry == "" {
			continue
		}
		checked, ok := w.file(l, entry, entry, "helmCharts")
		if !ok {
			return request, false
		}
		files = append(files, place(w.r, l, checked).Name)
	}
	if len(c.ValuesInline) == 0 {
		request.ValueFiles = files
		return request, true
	}
	base, additional := path.Join(dir, "values.yaml"), files
	if c.ValuesFile != "" {
		base, additional = files[0], files[1:]
	}
	values, err := w.mergeValues(c, base, additional)
	if err != nil {
		w.lose(render.ReasonRender, err.Error(), c.at)
	}
	request.Values = values
	request.ValuePlaces = w.valuePlaces(c, base, additional)
	return request, err == nil
}

// valuePlaces gives where the values that mergeValues gives are written, in
// ascending precedence.
func (w *walk) valuePlaces(c *chart, base string, additional []string) []manifest.Place {
	var places []manifest.Place
	if inline := c.entry.field("valuesInline"); inline.exists() {
		places = append(places, manifest.Place{In: inline.in, Path: inline.path, Value: inline.value})
	}
	files := additional
	switch {
	case !w.usesFile(c, base):
	case c.ValuesMerge == mergeMerge:
		files = append([]string{base}, additional...)
	default:
		places = append(w.filePlaces([]string{base}), places...)
	}
	return append(places, w.filePlaces(files)...)
}

// filePlaces gives the documents in values files.
func (w *walk) filePlaces(files []string) []manifest.Place {
	var places []manifest.Place
	for _, file := range files {
		for _, doc := range w.r.documents(file) {
			places = append(places, doc.Place())
		}
	}
	return places
}

// usesFile tells whether valuesInline meets a values file.
func (w *walk) usesFile(c *chart, base string) bool {
	return c.ValuesMerge != mergeReplace && w.r.cache.Place(base).Err == nil
}

// mergeValues gives valuesInline with the values file base, and with the
// additional ones over both.
func (w *walk) mergeValues(c *chart, base string, additional []string) (map[string]any, error) {
	values, err := w.inlineValues(c, base)
	if err != nil {
		return nil, err
	}
	for _, name := range additional {
		var over map[string]any
		data, err := w.files.Read(name)
		if err == nil {
			err = yaml.Unmarshal(data, &over)
		}
		if err != nil {
			return nil, fmt.Errorf("read values %s: %w", name, err)
		}
		values = overlay(values, over)
	}
	return values, nil
}

// inlineValues merges as HelmChartInflationGenerator does: among other things
// a null takes a value away before helm sees it.
func (w *walk) inlineValues(c *chart, base string) (map[string]any, error) {
	if !w.usesFile(c, base) {
		return c.ValuesInline, nil
	}
	data, err := w.files.Read(base)
	if err != nil {
		return nil, fmt.Errorf("read values %s: %w", base, err)
	}
	inline, err := kyaml.FromMap(c.ValuesInline)
	if err != nil {
		return nil, fmt.Errorf("read valuesInline: %w", err)
	}
	file, err := kyaml.Parse(string(data))
	if err != nil {
		return nil, fmt.Errorf("read values %s: %w", base, err)
	}
	if file.IsNilOrEmpty() {
		return c.ValuesInline, nil
	}
	over, under := inline, file
	if c.ValuesMerge == mergeMerge {
		over, under = file, inline
	}
	merged, err := merge2.Merge(over, under, kyaml.MergeOptions{})
	if err != nil {
		return nil, fmt.Errorf("merge values: %w", err)
	}
	// Helm reads numbers as JSON has them.
	text, err := merged.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("merge values: %w", err)
	}
	var values map[string]any
	return values, json.Unmarshal(text, &values)
}

// overlay lays the values in over upon under, as helm does with several values
// files; neither is changed.
func overlay(under, over map[string]any) map[string]any {
	merged := maps.Clone(under)
	if merged == nil {
		merged = map[string]any{}
	}
	for key, value := range over {
		below, isMap := merged[key].(map[string]any)
		if above, ok := value.(map[string]any); ok && isMap {
			value = overlay(below, above)
		}
		merged[key] = value
	}
	return merged
}
