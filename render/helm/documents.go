package helm

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/releaseutil"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// document is one document that a template printed.
type document struct {
	// template is the path under which Helm knows the template.
	template string
	text     string
	// head is the document as a whole: a list, where objects are its items.
	head    manifest.Object
	objects []manifest.Object
	// crd is set for the contents of crds/, hook for hooks, test for those
	// that are tests.
	crd, hook, test bool
}

// notesSuffix ends the name of what Helm prints for people.
const notesSuffix = "NOTES.txt"

// documentsOf takes apart what templates printed and puts it in the order of
// `helm template`: by kind in the order of installation, hooks last.
func (c *rendering) documentsOf(printed map[string]string) []document {
	var all []document
	for _, template := range sortedPaths(printed) {
		if strings.HasSuffix(template, notesSuffix) {
			continue
		}
		all = append(all, c.split(template, printed[template])...)
	}
	rank := make(map[string]int, len(releaseutil.InstallOrder))
	for i, kind := range releaseutil.InstallOrder {
		rank[kind] = i - len(releaseutil.InstallOrder)
	}
	slices.SortStableFunc(all, func(a, b document) int {
		if a.hook != b.hook {
			if b.hook {
				return -1
			}
			return 1
		}
		return cmp.Or(
			cmp.Compare(rank[a.head.Kind()], rank[b.head.Kind()]),
			cmp.Compare(a.head.Kind(), b.head.Kind()),
		)
	})
	return all
}

// split gives the documents in what one template printed.
func (c *rendering) split(template, text string) []document {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	at := c.locate(template)
	var out []document
	var parsed []*manifest.Document
	var lines []int // of what is printed above each document
	above := 0
	for _, part := range parts(text) {
		offset := max(0, strings.Index(text[above:], part))
		line := strings.Count(text[:above+offset], "\n")
		above += offset + len(part)
		for _, doc := range manifest.Parse(at.File, []byte(part)) {
			out = append(out, document{template: template, text: part})
			parsed, lines = append(parsed, doc), append(lines, line)
		}
	}
	exact := c.exact(template, at.File, parsed)
	kinds := map[string]int{}
	kept := out[:0]
	for i, d := range out {
		if !c.read(&d, parsed[i], at) {
			kinds[kindIn(d.text)]++
			continue
		}
		if exact != nil {
			d.objects, _ = exact[i].Objects()
		} else {
			c.setSources(&d, lines[i], kinds)
		}
		if c.classify(&d, at) {
			kept = append(kept, d)
		}
	}
	return kept
}

// parts splits what a template printed where Helm does. Most templates print
// one document, which needs no search.
func parts(text string) []string {
	text = strings.TrimSpace(text)
	rest := strings.TrimPrefix(text, "---")
	if !strings.Contains(rest, "---") {
		return []string{strings.TrimSpace(rest)}
	}
	numbered := releaseutil.SplitManifests(text)
	out := make([]string, len(numbered))
	for i := range out {
		out[i] = numbered[fmt.Sprintf("manifest-%d", i)]
	}
	return out
}

// exact gives the documents of a template that is printed as it stands, with
// their places in its file; nil for other templates.
func (c *rendering) exact(template, file string, printed []*manifest.Document) []*manifest.Document {
	literal := c.literal(template)
	if literal == nil {
		return nil
	}
	docs := manifest.Parse(file, literal)
	if len(docs) != len(printed) {
		return nil
	}
	return docs
}

// setSources gives the objects of d the template as their source. above counts
// the lines that the template printed before d, and kinds its objects.
func (c *rendering) setSources(d *document, above int, kinds map[string]int) {
	for i, o := range d.objects {
		d.objects[i].Source = &templateSource{
			rendering: c, template: d.template, object: o, above: above,
			number: kinds[o.Kind()],
		}
		kinds[o.Kind()]++
	}
}

// read fills the document from what it decodes to, and tells whether it is an
// object.
func (c *rendering) read(d *document, doc *manifest.Document, at manifest.Location) bool {
	if doc.Err != nil {
		c.report.fail(render.ReasonInvalidYAML, at, fmt.Sprintf("the template prints text that is not YAML: %s: %s",
			doc.Err.Message, quoteLine(d.text, doc.Err.Location.Line)))
		return false
	}
	for _, duplicate := range doc.Duplicates {
		c.report.warn(render.ReasonDuplicateKey, at, fmt.Sprintf("in what the template prints, %s: %s",
			duplicate.Message, quoteLine(d.text, duplicate.Location.Line)))
	}
	objects, issues := doc.Objects()
	for _, issue := range issues {
		c.report.fail(render.ReasonRender, at, "in what the template prints, "+issue.Message)
	}
	if !manifest.IsObject(doc.Body) {
		c.report.fail(render.ReasonRender, at, "the template prints a document without apiVersion and kind: "+quoteLine(d.text, 1))
		return false
	}
	d.head.Body, _ = doc.Body.(map[string]any)
	if wrong := headFault(d.head.Body); wrong != "" {
		c.report.fail(render.ReasonRender, at, "the template prints an object that Helm refuses: "+wrong)
	}
	d.objects = objects
	return true
}

// kindIn gives the kind that a text names which is not YAML, or "".
func kindIn(text string) string {
	for line := range strings.Lines(text) {
		if kind, ok := strings.CutPrefix(line, "kind:"); ok {
			return strings.Trim(kind, " \t\r\n\"'")
		}
	}
	return ""
}

// headFault tells why Helm cannot read the head of an object, or "". It reads
// names and annotations of everything that is printed, as strings.
func headFault(body map[string]any) string {
	metadata, isMap := body["metadata"].(map[string]any)
	if !isMap {
		if body["metadata"] == nil {
			return ""
		}
		return "metadata is no mapping"
	}
	if _, isString := metadata["name"].(string); !isString && metadata["name"] != nil {
		return "metadata.name is no string"
	}
	annotations, isMap := metadata["annotations"].(map[string]any)
	if !isMap && metadata["annotations"] != nil {
		return "metadata.annotations is no mapping"
	}
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		if _, isString := annotations[key].(string); !isString && annotations[key] != nil {
			return fmt.Sprintf("the annotation %s is no string", key)
		}
	}
	return ""
}

// quoteLine quotes a line of printed text.
func quoteLine(text string, line int) string {
	lines := strings.Split(text, "\n")
	if line < 1 || line > len(lines) {
		return "its first line"
	}
	return fmt.Sprintf("%q", oneLine(lines[line-1]))
}

// crds gives the documents in the crds/ of the chart and its subcharts, in
// Helm's order. Kustomizations that lie beside them are no concern of Helm's.
func (c *rendering) crds() []document {
	var out []document
	for _, crd := range c.chart.CRDObjects() {
		if strings.HasPrefix(path.Base(crd.Name), "kustomization.") {
			continue
		}
		for _, d := range c.split(crd.Filename, string(crd.File.Data)) {
			d.crd, d.hook, d.test = true, false, false
			out = append(out, d)
		}
	}
	return out
}
