package manifest

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// embedded reads text as YAML or JSON and gives the documents in it that are
// mappings or sequences. Of those, path picks the first that has it.
func embedded(text string) []*Document {
	var docs []*Document
	for _, d := range Parse("", []byte(text)) {
		switch d.Body.(type) {
		case map[string]any, []any:
			docs = append(docs, d)
		}
	}
	return docs
}

// textLine gives line i of text, counted from zero.
func textLine(text string, i int) (string, bool) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if i >= len(lines) {
		return "", false
	}
	return lines[i], true
}

// locateEmbedded gives the place of what path leads to within the text of n.
// ok is false where that cannot be told.
func (d *Document) locateEmbedded(n *yaml.Node, path Path) (l Location, ok bool) {
	if n.Style&yaml.LiteralStyle == 0 {
		return Location{}, false
	}
	docs := embedded(n.Value)
	if len(docs) == 0 {
		return d.locateLine(n, path)
	}
	for _, doc := range docs {
		if _, exists := doc.Lookup(path); exists {
			return d.outward(n, doc.Locate(path))
		}
	}
	if _, found := docs[0].find(path); found == 0 {
		return Location{}, false
	}
	return d.outward(n, docs[0].Locate(path))
}

// locateLine gives the place of a line of the text of n.
func (d *Document) locateLine(n *yaml.Node, path Path) (Location, bool) {
	if len(path) != 1 || !path[0].IsIndex() {
		return Location{}, false
	}
	line, ok := textLine(n.Value, path[0].Index())
	if !ok {
		return Location{}, false
	}
	number := path[0].Index() + 1
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	return d.outward(n, Location{
		Line: number, Column: indent + 1,
		EndLine: number, EndColumn: utf8.RuneCountInString(strings.TrimRight(line, " \t\r")) + 1,
		Precision: PrecisionExact,
	})
}

// outward turns a place in the text of the literal block n into one in the
// file.
func (d *Document) outward(n *yaml.Node, l Location) (Location, bool) {
	header, _ := d.position(d.scalarStart(n))
	lines := strings.Split(n.Value, "\n")
	shift := func(line, column int) (int, int, bool) {
		if line < 1 || line > len(lines) || header-d.line+line > len(d.lines) {
			return 0, 0, false
		}
		source := cutLine(d.text[d.lines[header-d.line+line-1]:])
		indent, ok := strings.CutSuffix(source, lines[line-1])
		return header + line, column + len(indent), ok && strings.Trim(indent, " ") == ""
	}
	var start, end bool
	l.File = d.file
	l.Line, l.Column, start = shift(l.Line, l.Column)
	l.EndLine, l.EndColumn, end = shift(l.EndLine, l.EndColumn)
	if l.EndColumn < l.Column && l.EndLine == l.Line {
		l.EndColumn = l.Column
	}
	return l, start && end
}

// Lookup gives the value that path leads to, and whether there is one. It
// follows path in the way Locate does, into text, too: in text that is neither
// a mapping nor a sequence the value is a line.
func (d *Document) Lookup(path Path) (value any, ok bool) {
	value = d.Body
	for i, s := range path {
		switch v := value.(type) {
		case map[string]any:
			value, ok = v[s.Key()]
			ok = ok && !s.IsIndex()
		case []any:
			if ok = s.IsIndex() && s.Index() < len(v); ok {
				value = v[s.Index()]
			}
		case string:
			return lookupText(v, path[i:])
		default:
			ok = false
		}
		if !ok {
			return nil, false
		}
	}
	return value, d.Err == nil
}

func lookupText(text string, path Path) (any, bool) {
	docs := embedded(text)
	for _, d := range docs {
		if v, ok := d.Lookup(path); ok {
			return v, true
		}
	}
	if len(docs) == 0 && len(path) == 1 && path[0].IsIndex() {
		if line, ok := textLine(text, path[0].Index()); ok {
			return line, true
		}
	}
	return nil, false
}
