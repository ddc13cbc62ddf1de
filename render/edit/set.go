package edit

import (
	"errors"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// errForm tells of a value that is not written as one that can be replaced.
var errForm = errors.New("the value is not written in a form that can be edited in place")

// errOther tells of a place that has another value than what was rendered.
var errOther = errors.New("the value that stands there is not the one that is rendered")

// Field is a field to edit.
type Field struct {
	// At is where the entry starts, or for an index the item, and Last the last
	// step of the path to it. The name of the key may be another one, as in a
	// file of values.
	At   manifest.Location
	Last manifest.Step
	// Old is the value that the field has.
	Old any
	// Key is the key to put in the place of that of the field; "" leaves it.
	Key string
}

// Set changes the value of a field that is a scalar, or empty.
func (f *File) Set(field Field, value any) (Replacement, error) {
	s, ok := f.find(field.At, field.Last)
	if !ok {
		return f.setLine(field, value)
	}
	if now, ok := s.doc.Lookup(s.path); !ok || !reflect.DeepEqual(now, field.Old) {
		return Replacement{}, errOther
	}
	if s.isEmpty() {
		return f.fill(s, value)
	}
	start, end, err := f.token(s)
	if err != nil {
		return Replacement{}, err
	}
	r := Replacement{Start: start, End: end, Text: f.like(s, value)}
	if field.Key != "" {
		return f.renamed(s, field.Key, r)
	}
	return r, nil
}

// Fill gives a value to a field that has none: null, {} or [].
func (f *File) Fill(at manifest.Location, last manifest.Step, value any) (Replacement, error) {
	s, ok := f.find(at, last)
	switch {
	case !ok:
		return Replacement{}, errNoField
	case !s.isEmpty():
		return Replacement{}, errForm
	}
	return f.fill(s, value)
}

// token gives the offsets of the text of a scalar on one line.
func (f *File) token(s spot) (start, end int, err error) {
	n := s.value
	if n.Kind != yaml.ScalarNode || n.Anchor != "" || n.Style&(yaml.TaggedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return 0, 0, errForm
	}
	l := s.doc.Locate(s.path)
	if l.EndLine != n.Line || l.Line != n.Line || l.EndColumn <= n.Column {
		return 0, 0, errForm
	}
	return f.at(n.Line, n.Column), f.at(l.EndLine, l.EndColumn), nil
}

// like writes a value with the quotes of the one that it replaces.
func (f *File) like(s spot, value any) string {
	text, isText := value.(string)
	switch {
	case s.doc.JSON, isText && s.value.Style&yaml.DoubleQuotedStyle != 0:
		return jsonText(value)
	case isText && s.value.Style&yaml.SingleQuotedStyle != 0 && !strings.ContainsAny(text, "\n\t"):
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return flow(value)
}

// renamed extends the replacement of a value to the key before it.
func (f *File) renamed(s spot, key string, value Replacement) (Replacement, error) {
	if s.key == nil || s.key.Line != s.value.Line || s.key.Anchor != "" {
		return Replacement{}, errForm
	}
	start := f.at(s.key.Line, s.key.Column)
	between, ok := strings.CutPrefix(f.text[start:value.Start], s.key.Value)
	name := scalar(key)
	if s.key.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		quote := f.text[start : start+1]
		between, ok = strings.CutPrefix(f.text[start:value.Start], quote+s.key.Value+quote)
		name = quote + key + quote
	}
	if !ok {
		return Replacement{}, errForm
	}
	return Replacement{Start: start, End: value.End, Text: name + between + value.Text}, nil
}

// fill gives a value to an entry that has none. What stands behind it on the line,
// such as a comment, stays there.
func (f *File) fill(s spot, value any) (Replacement, error) {
	if s.key == nil {
		return Replacement{}, errForm
	}
	colon, ok := f.afterKey(s, f.at(s.key.Line, s.key.Column))
	if !ok {
		return Replacement{}, errForm
	}
	end := colon
	if old := strings.TrimLeft(f.text[colon:], " "); s.value.Kind != yaml.ScalarNode || s.value.Value != "" {
		word := s.value.Value
		switch s.value.Kind {
		case yaml.MappingNode:
			word = "{}"
		case yaml.SequenceNode:
			word = "[]"
		}
		if !strings.HasPrefix(old, word) || s.value.Anchor != "" {
			return Replacement{}, errForm
		}
		end = len(f.text) - len(old) + len(word)
	}
	block := isBlock(value)
	if s.doc.JSON || s.flow || !block {
		return Replacement{Start: colon, End: end, Text: " " + f.inBrackets(s, value)}, nil
	}
	lineEnd := f.endOf(s.key.Line)
	behind := strings.TrimRight(f.text[end:lineEnd], " ")
	indent := f.style.step
	if _, list := value.([]any); list {
		indent = f.style.list
	}
	indent += s.key.Column - 1
	lines := f.style.block(value, indent)
	return Replacement{Start: colon, End: lineEnd, Text: behind + "\n" + strings.Join(lines, "\n"), depth: indent}, nil
}

// afterKey gives the offset behind the colon of an entry whose key starts at an
// offset.
func (f *File) afterKey(s spot, start int) (int, bool) {
	rest := f.text[start:]
	for _, form := range []string{s.key.Value, `"` + s.key.Value + `"`, "'" + s.key.Value + "'"} {
		if after, ok := strings.CutPrefix(rest, form); ok {
			if after, ok = strings.CutPrefix(strings.TrimLeft(after, " "), ":"); ok {
				return len(f.text) - len(after), true
			}
		}
	}
	return 0, false
}

// inBrackets writes a value on one line.
func (f *File) inBrackets(s spot, value any) string {
	if s.doc.JSON {
		return jsonText(value)
	}
	return flow(value)
}

// isBlock tells whether a value takes lines of its own.
func isBlock(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		return len(value) > 0
	case []any:
		return len(value) > 0
	}
	return false
}

// SetText changes a line of a text that stands in a literal block. Further lines of
// the new text follow it.
func (f *File) SetText(at manifest.Location, old, text string) (Replacement, error) {
	if at.Line < 1 || at.Line > len(f.lines) || at.Precision != manifest.PrecisionExact {
		return Replacement{}, errForm
	}
	line := f.line(at.Line)
	indent, ok := strings.CutSuffix(line, old)
	if !ok || strings.Trim(indent, " ") != "" || strings.Contains(line, "{{") {
		return Replacement{}, errForm
	}
	lines := strings.Split(text, "\n")
	return Replacement{Start: f.lines[at.Line-1], End: f.endOf(at.Line), Text: indent + strings.Join(lines, "\n"+indent)}, nil
}
