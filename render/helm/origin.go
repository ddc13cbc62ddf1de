package helm

import (
	"regexp"
	"strings"
	"text/template/parse"

	"github.com/kubegap/kubegap-lint/render/helm/trace"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Origin implements manifest.Source. What the template makes up on each
// rendering, such as a random suffix, is replaced in names.
func (s *templateSource) Origin() manifest.Origin {
	return manifest.Origin{
		File:      s.rendering.locate(s.template).File,
		Namespace: s.lasting("namespace", s.object.Namespace()),
		Name:      s.lasting("name", s.object.Name()),
	}
}

// lasting gives what is the same on each rendering of a field of metadata.
func (s *templateSource) lasting(field, value string) string {
	_, lines := s.rendering.tracing.linesOf(s.template)
	if lines == nil || value == "" {
		return value
	}
	at := s.object.Source.Trace(manifest.Path{manifest.Key("metadata"), manifest.Key(field)}).Location
	now, other := lines.Texts(s.above + at.Line)
	if event, _ := lines.At(s.above + at.Line); event != nil && now == other && readsClock(event) {
		return numbers.ReplaceAllString(value, "*")
	}
	before, after, found := strings.Cut(now, value)
	if now == other || !found || len(other) < len(before)+len(after) ||
		!strings.HasPrefix(other, before) || !strings.HasSuffix(other, after) {
		return value
	}
	return common(value, other[len(before):len(other)-len(after)])
}

// numbers are what a clock leaves in a name.
var numbers = regexp.MustCompile(`[0-9]{4,}`)

// readsClock tells whether an action that prints a line asks what time it is: two
// renderings may fall into the same second.
func readsClock(mark *trace.Event) bool {
	for _, e := range mark.Printing() {
		pipe, _ := e.Node().(*parse.PipeNode)
		for command := range trace.Commands(pipe) {
			for _, arg := range command.Args {
				if name, ok := arg.(*parse.IdentifierNode); ok && name.Ident == "now" {
					return true
				}
			}
		}
	}
	return false
}

// word is a part of a name.
var word = regexp.MustCompile(`[A-Za-z0-9]+|[^A-Za-z0-9]+`)

// common gives a name with a star for each word that another version of it has
// otherwise, and a star alone where the two have no structure in common.
func common(name, other string) string {
	words, others := word.FindAllString(name, -1), word.FindAllString(other, -1)
	if len(words) != len(others) {
		return "*"
	}
	for i := range words {
		if words[i] != others[i] {
			words[i] = "*"
		}
	}
	return strings.Join(words, "")
}
