package helm

import (
	"bytes"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/helm/provenance"
	"github.com/kubegap/kubegap-lint/render/helm/trace"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// templateSource is the source of an object that a template prints.
type templateSource struct {
	rendering *rendering
	template  string
	// object is what was printed; its own source leads into the printed text.
	object manifest.Object
	// above counts the lines that the template printed before the document.
	above int
	// number counts the objects of the same kind in the template from 0.
	number int
}

// Expect implements manifest.Expecting.
func (s *templateSource) Expect() { s.rendering.tracing.expect(s.template) }

// Trace implements manifest.Source. The place is the line of the template that
// printed the field; the actions that called the template, and the values that
// had a part in the field, follow. Where the field is a part of a value that is
// printed as a whole, the place is where the value is set.
func (s *templateSource) Trace(path manifest.Path) manifest.Trace {
	printed := s.object.Source.Trace(path).Location
	t, lines := s.rendering.tracing.linesOf(s.template)
	if lines == nil {
		return manifest.Trace{Location: s.kindLine()}
	}
	event, sure := lines.At(s.above + printed.Line)
	if event == nil {
		return manifest.Trace{Location: s.kindLine()}
	}
	there := existing(s.object.Body, path)
	result := manifest.Trace{Location: s.rendering.eventAt(event, lastKey(there))}
	reads := t.printedReads(event)
	if len(there) < len(path) {
		reads = slices.DeleteFunc(reads, isScalar)
	}
	if at, ok := s.whereSet(there, reads); ok {
		result.Via = append(result.Via, manifest.Hop{Message: "the template prints the value here", Location: result.Location})
		result.Location = at
	} else {
		result.Via = t.hops(result.Via, relevant(reads, s.lineText(lines, printed)), valueSet)
	}
	if !sure {
		result.Precision = min(result.Precision, manifest.PrecisionNearby)
	}
	result.Precision = min(result.Precision, printed.Precision)
	result.Via = append(result.Via, s.rendering.helpers(event)...)
	for _, call := range event.Calls() {
		at := s.rendering.eventAt(call, "")
		result.Via = append(result.Via, manifest.Hop{Message: "the template is included here", Location: at})
	}
	if len(there) < len(path) {
		result.Via = t.hops(result.Via, s.whole(t, lines, printed, there), valueSet)
		left := event.LeftOut(s.lastEvent(lines, printed, there), path[len(there)].Key())
		result.Via = t.hops(result.Via, t.conditionReads(left), leftOut)
	}
	result.Via = t.hops(result.Via, t.conditionReads(event.Conditions()), decidedBy)
	return result
}

// isScalar tells whether a value holds no fields. Where a field is missing, such a
// value on the line above it is that of another field, such as the name of the item.
func isScalar(read provenance.Read) bool {
	switch v := read.Value.(type) {
	case map[string]any, []any:
		return false
	case string:
		return !strings.ContainsAny(v, "\n{") // it may be a template, or YAML
	default:
		return true
	}
}

// whereSet gives the place of the field in the values, where one of the values
// that its line printed holds it.
func (s *templateSource) whereSet(path manifest.Path, reads []provenance.Read) (manifest.Location, bool) {
	var found []manifest.Location
	for _, read := range reads {
		if at, ok := s.whereRead(path, read); ok && !slices.Contains(found, at) {
			found = append(found, at)
		}
	}
	// Of two values that are equal, nothing tells which one was printed.
	if len(found) != 1 {
		return manifest.Location{}, false
	}
	return found[0], true
}

// whereRead gives the place of the field in a value, where that holds it.
func (s *templateSource) whereRead(path manifest.Path, read provenance.Read) (manifest.Location, bool) {
	layers := s.rendering.tracing.layers()
	if way, ok := inside(s.object.Body, path, read); ok {
		printed, _ := manifest.Lookup(s.object.Body, path)
		if at, _, ok := layers.Locate(way); ok && holds(layers, way, printed) {
			return at, true
		}
	}
	rest, ok := insideText(s.object.Body, path, read)
	if !ok {
		return manifest.Location{}, false
	}
	at, layer, ok := layers.Locate(read.Path)
	if !ok || at.Line == 0 || !holds(layers, read.Path, read.Value) {
		return manifest.Location{}, false
	}
	at = layer.Place.Locate(slices.Concat(read.Path[min(len(layer.Chart), len(read.Path)):], rest))
	return at, at.Precision == manifest.PrecisionExact
}

// whole gives the values that a block is printed from as a whole, given the place
// of its key: those that the line below it prints.
func (s *templateSource) whole(t *traced, lines *trace.Lines, printed manifest.Location, path manifest.Path) []provenance.Read {
	below, _ := lines.At(s.above + printed.Line + 1)
	value, exists := manifest.Lookup(s.object.Body, path)
	if below == nil || !exists || len(path) == 0 {
		return nil
	}
	return slices.DeleteFunc(t.printedReads(below), func(read provenance.Read) bool {
		return !read.Exists || !same(read.Value, value)
	})
}

// maxHelpers is how many lines of named templates a trace tells of that print a
// part of a line.
const maxHelpers = 2

// helpers gives the lines of the named templates that print a part of the line of
// an event, such as a name, the last ones first.
func (c *rendering) helpers(mark *trace.Event) []manifest.Hop {
	var hops []manifest.Hop
	for _, e := range slices.Backward(mark.Printing()) {
		if len(hops) == maxHelpers {
			break
		}
		if e.Beside(mark) || !e.Prints() {
			continue
		}
		at := c.eventAt(e, "")
		if !slices.ContainsFunc(hops, func(h manifest.Hop) bool { return h.Location == at }) {
			hops = append(hops, manifest.Hop{Message: "a part of the line is printed here", Location: at})
		}
	}
	return hops
}

// existing gives the part of a path that exists in an object.
func existing(body map[string]any, path manifest.Path) manifest.Path {
	var value any = body
	for i, s := range path {
		next, ok := step(value, s)
		if _, isText := value.(string); isText {
			return path // it goes on in the text
		}
		if !ok {
			return path[:i]
		}
		value = next
	}
	return path
}

// lineText gives the printed line of a place in the document.
func (s *templateSource) lineText(lines *trace.Lines, printed manifest.Location) string {
	text, _ := lines.Texts(s.above + printed.Line)
	return text
}

// lastEvent gives the event of the first line below the block that path leads
// to, which starts at the place printed. It is nil where nothing is below.
func (s *templateSource) lastEvent(lines *trace.Lines, printed manifest.Location, path manifest.Path) *trace.Event {
	first := s.above + printed.Line
	if len(path) == 0 {
		first = s.above
	}
	text, _ := lines.Texts(first)
	indent := indentOf(text)
	for line := first + 1; ; line++ {
		text, other := lines.Texts(line)
		event, _ := lines.At(line)
		if event == nil && text == "" && other == "" {
			return nil
		}
		body := strings.TrimLeft(text, " ")
		switch {
		case body == "" || strings.HasPrefix(body, "#"):
		case strings.HasPrefix(body, "---"):
			return event
		case len(path) > 0 && indentOf(text) <= indent && (!strings.HasPrefix(body, "- ") || path[len(path)-1].IsIndex()):
			return event
		}
	}
}

// indentOf gives the width of the blanks before a line's text.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// lastKey gives the key that a path ends with, or "".
func lastKey(path manifest.Path) string {
	for i := len(path) - 1; i >= 0; i-- {
		if !path[i].IsIndex() {
			return path[i].Key()
		}
	}
	return ""
}

// kindLine gives the line of the template that names the object's kind, where
// no more can be told.
func (s *templateSource) kindLine() manifest.Location {
	at := s.rendering.locate(s.template)
	file, ok := s.rendering.templates[s.template]
	if !ok {
		return at
	}
	if source := s.rendering.plan.sources[file]; source.packaged() {
		return source.broughtInAt()
	}
	seen, line := 0, 0
	for text := range bytes.Lines(file.Data) {
		line++
		name, isKind := bytes.CutPrefix(bytes.TrimSpace(text), []byte("kind:"))
		if !isKind || string(bytes.Trim(name, " \t\"'")) != s.object.Kind() {
			continue
		}
		// A template that prints one object many times names its kind once.
		at.Line = line
		if seen++; seen > s.number {
			break
		}
	}
	return at
}
