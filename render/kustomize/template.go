package kustomize

import (
	"path"
	"regexp"
	"strings"

	"sigs.k8s.io/kustomize/api/resource"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// chartObject is an object of a chart and the place of what printed it: the
// template, or where that is no file of the tree, the entry of the chart.
type chartObject struct {
	identity
	at manifest.Location
}

// sourceComment starts the line by which Helm tells the template of what
// follows: the name of the chart and the path of the template below it.
const sourceComment = "# Source: "

// separator is the line between documents, with the comment behind it.
var separator = regexp.MustCompile(`(?m)^---\n` + sourceComment + `(.*)\n`)

// chartObjects decodes the text that a chart in the directory dir rendered to,
// and notes what the objects come from.
func (w *walk) chartObjects(c *chart, dir, text string) ([]*resource.Resource, error) {
	var all []*resource.Resource
	read := map[string]*template{}
	var from *template
	take := func(text string) error {
		objects, err := w.r.factory.SliceFromBytes([]byte(text))
		all = append(all, objects...)
		for _, object := range objects {
			id := identity{
				group: object.GetGvk().Group, kind: object.GetKind(),
				namespace: object.GetNamespace(), name: object.GetName(),
			}
			c.objects = append(c.objects, chartObject{id, from.next(id.kind, c.at)})
		}
		return err
	}
	start := 0
	for _, found := range separator.FindAllStringSubmatchIndex(text, -1) {
		if err := take(text[start:found[0]]); err != nil {
			return nil, err
		}
		start = found[1]
		_, below, _ := strings.Cut(strings.TrimSpace(text[found[2]:found[3]]), "/")
		name := path.Join(dir, below)
		if _, known := read[name]; !known {
			read[name] = w.template(name)
		}
		from = read[name]
	}
	return all, take(text[start:])
}

// template is a file of a chart that prints objects.
type template struct {
	file string
	// kinds are the lines left that set a kind, in order, by the kind.
	kinds map[string][]int
}

// template reads the template of this name. It gives nil where the tree has no
// such file, as for a chart in an archive.
func (w *walk) template(name string) *template {
	if !w.r.cache.Place(name).IsFile() {
		return nil
	}
	data, err := w.r.cache.ReadFile(name)
	if err != nil {
		return nil
	}
	t := &template{file: name, kinds: map[string][]int{}}
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		if value, ok := strings.CutPrefix(text, "kind:"); ok {
			kind := strings.Trim(value, " \t\r\n\"'")
			t.kinds[kind] = append(t.kinds[kind], line)
		}
	}
	return t
}

// next gives the place of the next object of a kind that the template prints:
// the line that sets the kind, the last such line again where a loop prints
// several objects, or else the first line of the file. Without a template it is
// the place of the chart.
func (t *template) next(kind string, chart manifest.Location) manifest.Location {
	if t == nil {
		chart.Precision = manifest.PrecisionNearby
		return chart
	}
	lines := t.kinds[kind]
	if len(lines) == 0 {
		return manifest.Location{File: t.file, Line: 1}
	}
	if len(lines) > 1 {
		t.kinds[kind] = lines[1:]
	}
	return manifest.Location{File: t.file, Line: lines[0]}
}
