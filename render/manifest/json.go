package manifest

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// looksLikeJSON tells whether a stream may be JSON rather than YAML. kubectl
// decides by the first character too, and reads as YAML what fails as JSON.
func looksLikeJSON(text string) bool {
	text = strings.TrimLeft(text, " \t\n\r")
	return text != "" && (text[0] == '{' || text[0] == '[')
}

// jsonSpans finds the values of a stream of JSON values, as offsets of their
// beginning and end. Values before a fault are given along with it.
func jsonSpans(text string) (spans [][2]int, wrong *fault) {
	dec := json.NewDecoder(strings.NewReader(text))
	for {
		begin := int(dec.InputOffset())
		var raw json.RawMessage
		err := dec.Decode(&raw)
		if errors.Is(err, io.EOF) {
			return spans, nil
		}
		if err != nil {
			f := fault{message: err.Error()}.at(text, jsonErrorOffset(text, err))
			return spans, &f
		}
		end := int(dec.InputOffset())
		begin += len(text[begin:]) - len(strings.TrimLeft(text[begin:], " \t\n\r"))
		spans = append(spans, [2]int{begin, end})
	}
}

func jsonErrorOffset(text string, err error) int {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return min(max(int(syntax.Offset)-1, 0), len(text))
	}
	return len(strings.TrimRight(text, " \n"))
}

// cursor is a place in a file: its line, from 1, and the code points before it
// on that line.
type cursor struct{ line, column int }

// pass moves the cursor over text.
func (c *cursor) pass(text string) {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		c.line += strings.Count(text, "\n")
		c.column = 0
		text = text[i+1:]
	}
	c.column += utf8.RuneCountInString(text)
}

// jsonTree builds the nodes of text, a valid JSON value that starts at start.
func jsonTree(text string, start cursor) *yaml.Node {
	b := jsonBuilder{text: text, cursor: start, dec: json.NewDecoder(strings.NewReader(text))}
	b.dec.UseNumber()
	return b.value()
}

type jsonBuilder struct {
	text string
	dec  *json.Decoder
	// cursor is the place of the last token, which started at offset pos.
	cursor cursor
	pos    int
}

// token reads the next token and makes a node at its position. The node is nil
// for the end of an array or object.
func (b *jsonBuilder) token() *yaml.Node {
	start := int(b.dec.InputOffset())
	start += len(b.text[start:]) - len(strings.TrimLeft(b.text[start:], " \t\r\n,:"))
	tok, err := b.dec.Token()
	if err != nil {
		return nil
	}
	b.cursor.pass(b.text[b.pos:start])
	b.pos = start
	n := &yaml.Node{Kind: yaml.ScalarNode, Line: b.cursor.line, Column: b.cursor.column + 1}
	switch tok := tok.(type) {
	case json.Delim:
		switch tok {
		case '{':
			n.Kind, n.Tag, n.Style = yaml.MappingNode, "!!map", yaml.FlowStyle
		case '[':
			n.Kind, n.Tag, n.Style = yaml.SequenceNode, "!!seq", yaml.FlowStyle
		default:
			return nil
		}
	case string:
		n.Tag, n.Style, n.Value = "!!str", yaml.DoubleQuotedStyle, tok
	default:
		n.Value = b.text[start:b.dec.InputOffset()]
	}
	return n
}

// value reads the next value; nil if an array or object ends instead.
func (b *jsonBuilder) value() *yaml.Node {
	n := b.token()
	if n == nil || n.Kind == yaml.ScalarNode {
		return n
	}
	for {
		child := b.value()
		if child == nil {
			return n
		}
		n.Content = append(n.Content, child)
	}
}
