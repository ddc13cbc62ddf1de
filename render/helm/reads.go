package helm

import (
	"fmt"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/kubegap/kubegap-lint/render/helm/provenance"
	"github.com/kubegap/kubegap-lint/render/helm/trace"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// scopeOf gives what an expression sees at an event.
func scopeOf(e *trace.Event) provenance.Scope {
	return provenance.Scope{
		Dot:  e.Dot(),
		Vars: e.Vars(),
		Origin: func(name string) (parse.Node, provenance.Scope, bool, bool) {
			set, ok := e.Set(name)
			if !ok {
				return nil, provenance.Scope{}, false, false
			}
			return set.Expr, scopeOf(set.By), set.Element, true
		},
	}
}

// printedReads gives the values that had a part in a line, given the event of its
// mark.
func (t *traced) printedReads(mark *trace.Event) []provenance.Read {
	var all []provenance.Read
	for _, e := range mark.Printing() {
		if node := e.Node(); node != nil {
			reads := t.index.Reads(node, scopeOf(e))
			all = append(all, reads...)
			for _, read := range reads {
				all = append(all, t.textReads(read, e)...)
			}
		}
	}
	if len(all) > 0 {
		return all
	}
	// What a template gave a variable is read where that template was called.
	for _, e := range mark.Printing() {
		for _, name := range trace.Variables(e.Node()) {
			set, ok := e.Set(name)
			if !ok {
				continue
			}
			for _, called := range set.By.Called() {
				if node := called.Node(); node != nil {
					all = append(all, t.index.Reads(node, scopeOf(called))...)
				}
			}
		}
	}
	return all
}

// textReads gives the values that a value reads which is a template itself, for
// the function tpl. An expression in it is taken to see what the action does.
func (t *traced) textReads(read provenance.Read, e *trace.Event) []provenance.Read {
	text, _ := read.Value.(string)
	if !strings.Contains(text, "{{") {
		return nil
	}
	var all []provenance.Read
	for _, pipe := range trace.Pipelines(text) {
		scope := scopeOf(e)
		scope.Dot = scope.Vars["$"]
		all = append(all, t.index.Reads(pipe, scope)...)
	}
	return all
}

// conditionReads gives the values that conditions ask for.
func (t *traced) conditionReads(conditions []trace.Condition) []provenance.Read {
	var all []provenance.Read
	for _, c := range conditions {
		all = append(all, t.index.Reads(c.Expr, scopeOf(c.By))...)
	}
	return all
}

// maxValueHops is how many values a trace names for one reason.
const maxValueHops = 3

// The reasons for which a trace names a value.
const (
	valueSet  = "%s is set here"
	leftOut   = "left out by a condition on %s"
	decidedBy = "printed by a condition on %s"
)

// hops adds the places where values are set, those that via has already left
// out. A value that nothing sets has the place of its nearest ancestor.
func (t *traced) hops(via []manifest.Hop, reads []provenance.Read, reason string) []manifest.Hop {
	count := 0
	for _, read := range reads {
		message := fmt.Sprintf(reason, ".Values"+read.Path.String())
		at, layer, ok := t.layers().Locate(read.Path)
		switch {
		case ok && !holds(t.layers(), read.Path, read.Value):
			continue
		case ok:
			message += " (" + layer.Label + ")"
		case reason == valueSet:
			continue
		default:
			var rest int
			if at, _, rest = t.layers().Nearest(read.Path); rest == len(read.Path) {
				continue
			}
			message += ", which is not set"
			at.Precision = min(at.Precision, manifest.PrecisionNearby)
		}
		if slices.ContainsFunc(via, func(h manifest.Hop) bool { return h.Location.File == at.File && h.Location.Line == at.Line }) {
			continue
		}
		if count++; count > maxValueHops {
			break
		}
		via = append(via, manifest.Hop{Message: message, Location: at, Omits: reason == leftOut})
	}
	return via
}

// holds tells whether the place that decides a value has it. It has another one
// where something without a place overrides it, such as --set or a parameter of
// an object that deploys the chart. Mappings come together from many places.
func holds(layers provenance.Layers, path manifest.Path, value any) bool {
	set, ok := layers.Value(path)
	_, isMap := plainMap(set).(map[string]any)
	return ok && (isMap || same(set, value))
}

// relevant gives the values whose text is in a printed line, or is a template;
// those that decide the line without being printed count where there are no
// others.
func relevant(reads []provenance.Read, line string) []provenance.Read {
	var in []provenance.Read
	for _, read := range reads {
		text := scalarText(read.Value)
		isPrinted := read.Value != nil && !isCollection(read.Value) && text != "" && strings.Contains(line, text)
		if isPrinted || strings.Contains(text, "{{") {
			in = append(in, read)
		}
	}
	if len(in) > 0 {
		return in
	}
	return reads
}
