package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format/words"
)

// detail shows the lines of a finding, what led to it, and its picture; and once for each
// rule what to do. What it tells is entered into t.
func (m markdownWriter) detail(f lint.Finding, t told) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %s (%s)\n\n", m.place(f.Location, code), f.Level, inline(clip(f.Message, maxText)), code(f.Rule))
	if rows := snippet(m.sources.Lines(f.Location.File), f.Location, palette{}, 0); len(rows) > 0 {
		b.WriteString(fenced("", rows) + "\n")
	}
	item := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "- %s: %s\n", name, text)
		}
	}
	item("object", subjectCode(f))
	if f.Unit != f.Location.File {
		item("rendered by", code(clip(f.Unit, maxText)))
	}
	item("also rendered by", codes(f.AlsoIn, f.MoreUnits))
	item("also in", codes(namesOf(f.AlsoObjects), f.MoreObjects))
	item("reaches", codes(f.Environments, 0))
	item("where", f.Location.Precision.Reservation())
	for _, r := range m.reasons(f, false, maxReasons) {
		item("because", r)
	}
	for _, r := range m.reasons(f, true, maxSteps) {
		item("via", r)
	}
	if i, ok := m.index.rules[f.Rule]; ok && !t.rules[f.Rule] {
		t.rules[f.Rule] = true
		item("**what to do**", prose(clip(firstParagraph(m.report.Rules[i].Remediation), 2*maxText)))
	}
	b.WriteString(picture(f.Chain, t))
	return b.String()
}

// reasons lists the first related places: those that had a part in the field, or those
// that the rule names.
func (m markdownWriter) reasons(f lint.Finding, via bool, limit int) []string {
	places := slices.DeleteFunc(slices.Clone(f.Related), func(r lint.Related) bool { return r.Via != via })
	var list []string
	for _, r := range places[:min(len(places), limit)] {
		list = append(list, inline(clip(r.Message, maxText))+" ("+m.place(r.Location, code)+")")
	}
	if more := len(places) - limit; more > 0 {
		list = append(list, words.Counted(more, "more place"))
	}
	return list
}

// subjectCode names the object and the field of a finding.
func subjectCode(f lint.Finding) string {
	text := code(clip(f.Object.String(), maxText))
	if len(f.Path) > 0 {
		text += " at " + code(clip(f.Path.String(), maxText))
	}
	return text
}

// codes is enumerate with each name as a code span.
func codes(names []string, omitted int) string {
	spans := make([]string, len(names))
	for i, name := range names {
		spans[i] = code(clip(name, maxText))
	}
	return enumerate(spans, omitted)
}

// picture draws a chain, unless the same picture stands above. One edge needs none.
func picture(c *lint.Chain, t told) string {
	if c == nil {
		return ""
	}
	if len(c.Edges) == 1 {
		e := c.Edges[0]
		return fmt.Sprintf("- chain: %s %s %s\n", code(clip(c.Nodes[e.From].Label(), maxText)), e.Label(), code(clip(c.Nodes[e.To].Label(), maxText)))
	}
	drawn := "\n" + fenced("mermaid", mermaid(*c))
	if t.pictures[drawn] {
		return "- chain: as above\n"
	}
	t.pictures[drawn] = true
	if c.More > 0 {
		drawn += "\n" + words.Counted(c.More, "more link") + " to other objects.\n"
	}
	return drawn
}
