package helm

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"helm.sh/helm/v3/pkg/chart"

	"github.com/kubegap/kubegap-lint/render/helm/trace"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// locate gives the file of a template of the chart, by Helm's path.
func (c *rendering) locate(template string) manifest.Location {
	if s, ok := c.plan.sources[c.templates[template]]; ok {
		return fileAt(s.at)
	}
	return c.plan.root.fileAt("Chart.yaml")
}

// locatePlace gives the place in the repository of a place in a template.
func (c *rendering) locatePlace(p place) manifest.Location {
	at := c.locate(p.template)
	s, ok := c.plan.sources[c.templates[p.template]]
	if !ok || s.packaged() || p.line == 0 {
		return at
	}
	at.Line, at.Precision = p.line, manifest.PrecisionExact
	if p.column >= 0 {
		at.Column = columnOf(c.templates[p.template].Data, p.line, p.column)
		at.EndLine, at.EndColumn = at.Line, at.Column
	}
	return at
}

// columnOf turns the offset of a byte in a line into a column, counted in code
// points from 1.
func columnOf(text []byte, line, offset int) int {
	for ; line > 1; line-- {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	return utf8.RuneCount(text[:min(offset, len(text))]) + 1
}

// literal gives the text of a template that is printed as it stands, or nil.
func (c *rendering) literal(template string) []byte {
	t := c.templates[template]
	s, ok := c.plan.sources[t]
	if !ok || s.packaged() {
		return nil
	}
	if !isCRD(t) && bytes.Contains(t.Data, []byte("{{")) {
		return nil
	}
	return t.Data
}

func isCRD(f *chart.File) bool { return strings.HasPrefix(f.Name, "crds/") }

// eventAt gives the place of the template line of an event: from the key to the
// end of the line, or the whole line where the key is not in it.
func (c *rendering) eventAt(e *trace.Event, key string) manifest.Location {
	file := c.templates[e.Template()]
	source, ok := c.plan.sources[file]
	switch {
	case !ok:
		return c.plan.root.fileAt("Chart.yaml")
	case source.packaged():
		return source.broughtInAt()
	}
	at := manifest.Location{File: source.at, Line: e.Line(), EndLine: e.Line(), Precision: manifest.PrecisionExact}
	text := strings.TrimRight(lineOf(file.Data, e.Line()), " \t\r\n")
	start := len(text) - len(strings.TrimLeft(text, " \t"))
	if i := strings.Index(text, key+":"); key != "" && i > start {
		start = i
	}
	at.Column = utf8.RuneCountInString(text[:start]) + 1
	at.EndColumn = utf8.RuneCountInString(text) + 1
	return at
}

// broughtInAt gives the place for what lies in a package: where something of the
// repository names the chart, or the dependency, that brings it in, or the package
// itself.
func (s source) broughtInAt() manifest.Location {
	switch {
	case s.by == nil:
		return fileAt(s.at)
	case s.by.chart == nil:
		return s.by.at
	}
	for i, dependency := range s.by.chart.chart.Metadata.Dependencies {
		if dependency.Name == s.by.name {
			at := gap{chart: s.by.chart, index: i}.at()
			at.Precision = min(at.Precision, manifest.PrecisionNearby)
			return at
		}
	}
	return fileAt(s.at)
}

// lineOf gives a line of a text, counted from 1.
func lineOf(text []byte, line int) string {
	for ; line > 1; line-- {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	return string(first)
}

// keyAt gives the place of a key of the chart's Chart.yaml.
func (n *node) keyAt(path ...manifest.Step) manifest.Location { return n.fieldAt("Chart.yaml", path) }

// fieldAt gives the place of a field in one of the texts of the chart.
func (n *node) fieldAt(name string, path manifest.Path) manifest.Location {
	at := n.fileAt(name)
	if n.packaged {
		return at
	}
	docs := manifest.Parse(at.File, n.texts[name])
	if len(docs) == 0 {
		return at
	}
	return docs[0].Locate(path)
}

// at gives the place where the missing dependency is declared: in
// requirements.yaml, which charts of Helm 2 have, or in Chart.yaml.
func (g gap) at() manifest.Location {
	name := "Chart.yaml"
	if _, old := g.chart.texts["requirements.yaml"]; old {
		name = "requirements.yaml"
	}
	return g.chart.fieldAt(name, manifest.Path{manifest.Key("dependencies"), manifest.Index(g.index), manifest.Key("name")})
}
