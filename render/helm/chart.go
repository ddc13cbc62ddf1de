package helm

import (
	"path"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// node is a chart as it lies in the repository, with the subcharts in its
// charts/. It is shared between renderings and never changed.
type node struct {
	// at is the directory of the chart, or the package that holds it.
	at string
	// packaged is set where at is a package.
	packaged bool
	// chart holds the chart's own files; its dependencies are in subcharts.
	chart     *chart.Chart
	subcharts []*node
	// sources leads from the files of chart to those of the repository.
	sources map[*chart.File]string
	// texts are the files that problems are reported in, by their name
	// relative to the chart.
	texts map[string][]byte
}

func (n *node) name() string { return n.chart.Metadata.Name }

// fileAt gives the place of a file of the chart, by its name relative to it.
func (n *node) fileAt(name string) manifest.Location {
	if n.packaged {
		return fileAt(n.at)
	}
	return fileAt(path.Join(n.at, name))
}

// fileAt is the place of a whole file.
func fileAt(name string) manifest.Location { return manifest.Location{File: name, Line: 1} }

// assembler builds nodes from files and notes what goes wrong.
type assembler struct {
	unpacker unpacker
	report   *report
}

// assemble builds the chart at the given place from its files. It gives nil
// where Helm could not load the chart.
func (a *assembler) assemble(files []file, at string, packaged bool) *node {
	n := &node{at: at, packaged: packaged, sources: map[*chart.File]string{}, texts: map[string][]byte{}}
	var own []*loader.BufferedFile
	var names []string
	origin := map[string]string{}
	below := map[string][]file{}
	for _, f := range files {
		rest, isSub := strings.CutPrefix(f.name, "charts/")
		if !isSub {
			own = append(own, &loader.BufferedFile{Name: f.name, Data: f.data})
			origin[f.name] = f.at
			if isText(f.name) {
				n.texts[f.name] = f.data
			}
			continue
		}
		name, _, _ := strings.Cut(rest, "/")
		if _, seen := below[name]; !seen {
			names = append(names, name)
		}
		below[name] = append(below[name], file{name: rest, at: f.at, data: f.data})
	}
	var err error
	if n.chart, err = loader.LoadFiles(own); err != nil {
		a.loadFailure(n, err)
		return nil
	}
	for _, f := range slices.Concat(n.chart.Templates, n.chart.Files) {
		n.sources[f] = origin[f.Name]
	}
	slices.Sort(names)
	for _, name := range names {
		if sub := a.subchart(n, name, below[name]); sub != nil {
			n.subcharts = append(n.subcharts, sub)
		}
	}
	return n
}

// isText tells whether problems can be reported in the named file of a chart.
func isText(name string) bool {
	switch name {
	case "Chart.yaml", "requirements.yaml", "values.yaml":
		return true
	}
	return false
}

// subchart builds one entry of the charts/ directory of n; the names of files
// are relative to that directory.
func (a *assembler) subchart(n *node, name string, files []file) *node {
	if strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") || path.Ext(name) == ".prov" {
		return nil
	}
	if path.Ext(name) == ".tgz" && files[0].name == name {
		return a.unpack(files[0])
	}
	hasChart := false
	inner := make([]file, 0, len(files))
	for _, f := range files {
		if f.name = strings.TrimPrefix(f.name, name+"/"); f.name != name {
			inner = append(inner, f)
			hasChart = hasChart || f.name == "Chart.yaml"
		}
	}
	if !hasChart {
		a.report.fail(render.ReasonRender, n.fileAt("charts/"+name),
			"this is no chart, and Helm refuses to load a chart with anything else in charts/")
		return nil
	}
	at := n.at
	if !n.packaged {
		at = path.Join(n.at, "charts", name)
	}
	return a.assemble(inner, at, n.packaged)
}

// unpack builds the chart in a package.
func (a *assembler) unpack(f file) *node {
	files, err := a.unpacker.files(f.data, f.at)
	if err != nil {
		a.report.fail(archiveReason(err), fileAt(f.at), err.Error())
		return nil
	}
	a.unpacker.depth++
	defer func() { a.unpacker.depth-- }()
	return a.assemble(files, f.at, true)
}
