package manifest

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// quick reads the YAML that nearly all manifests are written in, some ten
// times as fast as yaml.v3: block mappings and sequences, plain, quoted and
// block scalars, flow collections on one line, comments. It gives the nodes
// that yaml.v3 gives, but for comments and for the tags of plain scalars,
// which it leaves empty. It gives up on the rest (anchors, aliases, merge keys,
// tags, explicit keys, tabs in indentation, anything wrong), which is then
// yaml.v3's to read or to refuse.
type quick struct {
	text  string
	ascii bool
	// line is the number of the current line in the file, text[start:end] the
	// line, and text[at] the next character to read.
	line, start, at, end int
	// indent is the column of the first character of a content line, from 0,
	// and -1 past the last one.
	indent int
	// failed is set once the text is found to be beyond the subset; whatever
	// was read is then void.
	failed bool
	depth  int
	slab   []yaml.Node
}

// maxQuickDepth bounds the nesting, and with it the recursion.
const maxQuickDepth = 200

// slabSize is the number of nodes that are allocated at once: as many as fill a
// size class of Go's allocator.
const slabSize = 64

// maxSimpleKey is the longest key that YAML allows without a question mark.
const maxSimpleKey = 1024

// parseQuick reads one document, whose text ends in a newline and starts after
// line lines of its file. ok is false where quick gives up.
func parseQuick(text string, line int) (root *yaml.Node, ok bool) {
	ascii, clean := survey(text)
	if !clean {
		return nil, false
	}
	q := &quick{text: text, ascii: ascii, line: line, end: -1}
	q.nextContent()
	if q.indent < 0 {
		return nil, false
	}
	root = q.block()
	if q.failed || q.indent >= 0 {
		return nil, false
	}
	return root, true
}

// survey tells whether text is ASCII, and whether it is free of what YAML does
// not allow in a stream or takes for a line break besides "\n".
func survey(text string) (ascii, clean bool) {
	ascii = true
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= utf8.RuneSelf:
			ascii = false
		case c < ' ' && c != '\n' && c != '\t' || c == 0x7F:
			return ascii, false
		}
	}
	if !ascii {
		for _, r := range text {
			if r >= 0x80 && r < 0xA0 || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF {
				return false, false
			}
		}
	}
	return ascii, true
}

// fail gives up.
func (q *quick) fail() *yaml.Node {
	q.failed = true
	q.indent = -1
	return &yaml.Node{}
}

// nextLine moves to the start of the next line, if there is one.
func (q *quick) nextLine() bool {
	if q.end+1 >= len(q.text) {
		q.start, q.at = len(q.text), len(q.text)
		q.end = len(q.text)
		return false
	}
	q.line++
	q.start = q.end + 1
	q.at = q.start
	q.end = q.start + strings.IndexByte(q.text[q.start:], '\n')
	return true
}

// nextContent moves to the first character of the next line that holds more
// than white space and a comment.
func (q *quick) nextContent() {
	for q.nextLine() {
		q.spaces()
		if q.at == q.end || q.text[q.at] == '#' {
			continue
		}
		if q.text[q.at] == '\t' {
			q.fail()
			return
		}
		q.indent = q.at - q.start
		return
	}
	q.indent = -1
}

func (q *quick) spaces() {
	for q.at < q.end && q.text[q.at] == ' ' {
		q.at++
	}
}

// restIsBlank tells whether nothing but white space and a comment follows on
// the line.
func (q *quick) restIsBlank() bool {
	before := q.at
	q.spaces()
	return q.at == q.end || q.text[q.at] == '#' && q.at > before
}

// dash tells whether an item of a block sequence starts here.
func (q *quick) dash() bool {
	return q.at < q.end && q.text[q.at] == '-' && (q.at+1 == q.end || q.text[q.at+1] == ' ')
}

// node makes a node that starts at offset at of the current line.
func (q *quick) node(kind yaml.Kind, style yaml.Style, value string, at int) *yaml.Node {
	if len(q.slab) == cap(q.slab) {
		q.slab = make([]yaml.Node, 0, slabSize)
	}
	column := at - q.start
	if !q.ascii {
		column = utf8.RuneCountInString(q.text[q.start:at])
	}
	q.slab = append(q.slab, yaml.Node{Kind: kind, Style: style, Value: value, Line: q.line, Column: column + 1})
	n := &q.slab[len(q.slab)-1]
	switch {
	case kind == yaml.MappingNode:
		n.Tag = "!!map"
	case kind == yaml.SequenceNode:
		n.Tag = "!!seq"
	case style != 0:
		n.Tag = "!!str"
	}
	return n
}

// block reads the mapping or sequence whose first key or dash is next, and
// moves to the content after it.
func (q *quick) block() *yaml.Node {
	if q.depth++; q.depth > maxQuickDepth {
		return q.fail()
	}
	defer func() { q.depth-- }()
	if q.dash() {
		return q.sequence()
	}
	n := q.node(yaml.MappingNode, 0, "", q.at)
	key := q.key()
	if key == nil {
		return q.fail()
	}
	return q.mapping(n, key)
}

// mapping reads on after the first key of n, which begins where n does.
func (q *quick) mapping(n, key *yaml.Node) *yaml.Node {
	column := q.column(n)
	for !q.failed {
		n.Content = append(n.Content, key, q.value(column, true))
		if q.indent < column {
			return n
		}
		if q.indent > column {
			break
		}
		if key = q.key(); key == nil {
			break
		}
	}
	return q.fail()
}

// sequence reads the block sequence whose first dash is next.
func (q *quick) sequence() *yaml.Node {
	n := q.node(yaml.SequenceNode, 0, "", q.at)
	column := q.column(n)
	for !q.failed {
		n.Content = append(n.Content, q.item(column))
		if q.indent < column || q.indent == column && !q.dash() {
			return n
		}
		if q.indent > column {
			break
		}
	}
	return q.fail()
}

// item reads what follows a dash at column.
func (q *quick) item(column int) *yaml.Node {
	dash := q.at
	q.at++
	q.spaces()
	if q.at == q.end {
		q.at = dash + 1
		return q.value(column, false)
	}
	if q.dash() {
		return q.block()
	}
	begin := q.at
	if key := q.key(); key != nil {
		return q.mapping(q.node(yaml.MappingNode, 0, "", begin), key)
	}
	q.at = dash + 1
	return q.value(column, false)
}

// column gives the column of n, from 0. Only white space and dashes come
// before a block collection, so that bytes and code points agree.
func (q *quick) column(n *yaml.Node) int { return n.Column - 1 }
