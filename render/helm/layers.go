package helm

import (
	"slices"

	"helm.sh/helm/v3/pkg/chart"

	"github.com/kubegap/kubegap-lint/render/helm/provenance"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// layers gives the places that set values of the chart, in ascending precedence:
// the defaults of the charts, the innermost first, the values files, and the
// values that came with the request. What lies in a package has no lines, and so
// no document.
func (c *rendering) layers() provenance.Layers {
	layers := c.defaults(c.chart, nil)
	for _, name := range c.job.overrides.files {
		if data, err := c.plan.library.tree.ReadFile(name); err == nil {
			layers = append(layers, provenance.Layer{Place: firstDocument(name, data), Label: "the values file"})
		}
	}
	for _, place := range c.job.overrides.places {
		layers = append(layers, provenance.Layer{Place: place, Label: "the values for the chart"})
	}
	return layers
}

// defaults gives the default values of a chart and of those below it; keys lead
// from the values of the top chart to its own.
func (c *rendering) defaults(of *chart.Chart, keys []string) provenance.Layers {
	var layers provenance.Layers
	for _, sub := range of.Dependencies() {
		layers = append(layers, c.defaults(sub, append(keys[:len(keys):len(keys)], sub.Name()))...)
	}
	layer := provenance.Layer{Chart: keys, Label: "the chart's defaults"}
	if n := c.nodeOf(of); n != nil && !n.packaged {
		layer.Place = firstDocument(n.fileAt("values.yaml").File, n.texts["values.yaml"])
	}
	return append(layers, layer)
}

// nodeOf gives the chart of the repository that a chart was built from.
func (c *rendering) nodeOf(of *chart.Chart) *node {
	if of == c.chart {
		return c.plan.root // It may hold nothing but dependencies.
	}
	for _, f := range slices.Concat(of.Templates, of.Files) {
		if s, ok := c.plan.sources[f]; ok {
			return s.node
		}
	}
	return nil
}

// firstDocument gives the document of a values file that Helm reads. A file that
// is empty or cannot be read has none.
func firstDocument(name string, data []byte) manifest.Place {
	docs := manifest.Parse(name, data)
	if len(docs) == 0 {
		return manifest.Place{}
	}
	return docs[0].Place()
}
