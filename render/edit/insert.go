package edit

import (
	"errors"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// errMapping tells that a field cannot be added where there is no mapping.
var errMapping = errors.New("the file has no mapping there to which a field can be added")

// Insert adds an entry to the mapping that stands at a place, behind its last one.
// last is the last step of the path to the mapping; nil stands for the object
// whose kind stands at the place.
func (f *File) Insert(at manifest.Location, last *manifest.Step, key string, value any) (Replacement, error) {
	step := manifest.Step{}
	if last != nil {
		step = *last
	}
	s, ok := f.find(at, step)
	switch {
	case !ok:
		return f.insertLines(at, last, key, value)
	case last == nil:
		s = spot{doc: s.doc, path: s.path[:len(s.path)-1], value: s.parent, flow: s.flow}
	case s.isEmpty():
		return f.fill(s, map[string]any{key: value})
	}
	n := s.value
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		return Replacement{}, errMapping
	}
	if n.Style&yaml.FlowStyle != 0 || s.doc.JSON {
		entry := scalar(key) + ": " + flow(value)
		if s.doc.JSON {
			entry = quoted(key) + ": " + jsonText(value)
		}
		return f.insertInBrackets(n, '}', entry)
	}
	indent := n.Content[0].Column - 1
	return f.addLines(f.lastLine(n.Content[len(n.Content)-2], n.Content[len(n.Content)-1]), indent, f.style.entry(key, value, indent)), nil
}

// Append adds an item to the sequence that stands at a place, behind its last one.
// last is the last step of the path to the sequence.
func (f *File) Append(at manifest.Location, last manifest.Step, value any) (Replacement, error) {
	s, ok := f.find(at, last)
	if !ok {
		return Replacement{}, errNoField
	}
	if s.isEmpty() {
		return f.fill(s, []any{value})
	}
	n := s.value
	if n.Kind != yaml.SequenceNode {
		return Replacement{}, errForm
	}
	if n.Style&yaml.FlowStyle != 0 || s.doc.JSON {
		return f.insertInBrackets(n, ']', f.inBrackets(s, value))
	}
	item := n.Content[len(n.Content)-1]
	dash := strings.LastIndexByte(f.line(item.Line)[:f.at(item.Line, item.Column)-f.lines[item.Line-1]], '-')
	if dash < 0 {
		return Replacement{}, errForm
	}
	end := f.lastLine(&yaml.Node{Line: item.Line, Column: dash + 1}, item)
	return f.addLines(end, dash, f.style.item(value, dash)), nil
}

// addLines adds lines below a line, counted from 1.
func (f *File) addLines(below, indent int, lines []string) Replacement {
	at := f.endOf(below)
	return Replacement{Start: at, End: at, Text: "\n" + strings.Join(lines, "\n"), depth: indent}
}

// lastLine gives the last line with content of what starts with a key, or with a
// dash, and has a value.
func (f *File) lastLine(key, value *yaml.Node) int {
	last := max(key.Line, lastNodeLine(value))
	isList := value.Kind == yaml.SequenceNode && value.Style&yaml.FlowStyle == 0
	for number := key.Line + 1; number <= len(f.lines); number++ {
		line := f.line(number)
		content := strings.TrimLeft(line, " ")
		if content == "" {
			continue
		}
		indent := len(line) - len(content)
		isItem := isList && indent == key.Column-1 && (content == "-" || strings.HasPrefix(content, "- "))
		if number > last && indent < key.Column && !isItem {
			break
		}
		last = max(last, number)
	}
	return last
}

// lastNodeLine gives the last line on which a node below starts.
func lastNodeLine(n *yaml.Node) int {
	last := n.Line
	for _, child := range n.Content {
		last = max(last, lastNodeLine(child))
	}
	return last
}

// insertInBrackets adds an entry to a collection in brackets that is not empty:
// on a line of its own where the last one is.
func (f *File) insertInBrackets(n *yaml.Node, bracket byte, entry string) (Replacement, error) {
	open := f.at(n.Line, n.Column)
	end := closing(f.text, open)
	if end < 0 || f.text[end] != bracket {
		return Replacement{}, errForm
	}
	before := strings.TrimRight(f.text[open+1:end], " \t\n")
	at := open + 1 + len(before)
	comma := ","
	if strings.HasSuffix(before, ",") {
		comma = ""
	}
	first := n.Content[0]
	blank := f.line(first.Line)[:f.at(first.Line, first.Column)-f.lines[first.Line-1]]
	if first.Line > n.Line && strings.Trim(blank, " \t") == "" {
		return Replacement{Start: at, End: at, Text: comma + "\n" + blank + entry}, nil
	}
	return Replacement{Start: at, End: at, Text: comma + " " + entry}, nil
}

// closing gives the offset of the bracket that closes the one at an offset; -1
// where there is none, or where a comment makes that hard to tell.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch c := text[i]; c {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i
			}
		case '"', '\'':
			for i++; i < len(text) && text[i] != c; i++ {
				if c == '"' && text[i] == '\\' {
					i++
				}
			}
		case '#':
			return -1
		}
	}
	return -1
}

// errDocument tells of a file to which no document can be added.
var errDocument = errors.New("no document can be added to JSON or to a template")

// AppendDocument adds a document behind the last one of the file.
func (f *File) AppendDocument(document map[string]any) (Replacement, error) {
	for _, doc := range f.docs {
		if doc.Err != nil || doc.JSON {
			return Replacement{}, errDocument
		}
	}
	if strings.Contains(f.text, "{{") {
		return Replacement{}, errDocument
	}
	text := strings.Join(f.style.block(document, 0), "\n")
	at := len(f.text)
	switch trimmed := strings.TrimRight(f.text, " \n"); {
	case f.text == "":
		text += "\n"
	case !strings.HasSuffix(f.text, "\n"):
		text = "\n---\n" + text
	case trimmed == "---" || strings.HasSuffix(trimmed, "\n---"):
		text += "\n"
	default:
		text = "---\n" + text + "\n"
	}
	return Replacement{Start: at, End: at, Text: text, depth: -1}, nil
}
