package helm

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

var (
	loadErrorFile = regexp.MustCompile(`^cannot load (\S+): `)
	wrongType     = regexp.MustCompile(`^json: cannot unmarshal (\S+) into Go (?:value|struct field \S+) of type (.+)$`)
)

// loadFailure reports why Helm cannot load n, at the file that is to blame.
func (a *assembler) loadFailure(n *node, err error) {
	message := err.Error()
	match := loadErrorFile.FindStringSubmatch(message)
	if match == nil {
		message = strings.TrimPrefix(message, "validation: ")
		message = strings.ReplaceAll(message, "chart.metadata.", "")
		a.report.fail(render.ReasonRender, n.fileAt("Chart.yaml"), message)
		return
	}
	at := n.fileAt(match[1])
	a.report.yamlFailure(at, n.texts[match[1]], strings.TrimPrefix(message, match[0]), n.packaged)
}

// yamlFailure reports that Helm cannot read the file at the given place, whose
// text is text: as text of a template if it holds tokens to be filled in.
func (r *report) yamlFailure(at manifest.Location, text []byte, message string, packaged bool) {
	message = strings.TrimPrefix(message, "error converting YAML to JSON: ")
	message = strings.TrimPrefix(message, "error unmarshaling JSON: while decoding JSON: ")
	if match := wrongType.FindStringSubmatch(message); match != nil {
		message = "the file has " + withArticle(match[1]) + " where Helm needs " + withArticle(match[2])
	}
	for _, doc := range manifest.Parse(at.File, text) {
		if doc.Err == nil {
			continue
		}
		message = doc.Err.Message
		if !packaged {
			at = doc.Err.Location
		}
		break
	}
	if token := manifest.TokenNear(text, at.Line); token != "" {
		r.skip(render.ReasonTemplate, at, fmt.Sprintf(
			"the file is to be filled in before Helm reads it, at tokens such as %s; as it stands it is not YAML: %s", token, message))
		r.partial = true
		return
	}
	r.fail(render.ReasonInvalidYAML, at, message)
}

// withArticle names a type of JSON or Go.
func withArticle(kind string) string {
	switch {
	case kind == "object" || strings.HasPrefix(kind, "map[") || strings.Contains(kind, "."):
		return "a mapping"
	case kind == "array" || strings.HasPrefix(kind, "[]"):
		return "a list"
	case kind == "bool":
		return "true or false"
	}
	return "a " + kind
}

// isOutside tells whether a file of the tree could not be reached because a
// link leaves the tree. The standard library has no exported error for it.
func isOutside(err error) bool {
	return strings.Contains(err.Error(), "path escapes from parent")
}
