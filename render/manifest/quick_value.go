package manifest

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// key reads a key and its colon. It gives nil, without moving, if no key of
// the subset is next.
func (q *quick) key() *yaml.Node {
	begin := q.at
	n, ok := q.keyScalar()
	if ok && q.at-begin <= maxSimpleKey && q.colon() {
		q.at++
		return n
	}
	q.at = begin
	return nil
}

// colon tells whether a colon that ends a key is next.
func (q *quick) colon() bool {
	return q.at < q.end && q.text[q.at] == ':' && (q.at+1 == q.end || q.text[q.at+1] == ' ')
}

func (q *quick) keyScalar() (*yaml.Node, bool) {
	if q.at == q.end {
		return nil, false
	}
	switch c := q.text[q.at]; {
	case c == '"' || c == '\'':
		return q.quoted()
	case isIndicator(c):
		return nil, false
	}
	begin := q.at
	for q.at < q.end && !q.colon() {
		if c := q.text[q.at]; c == '\t' || c == ' ' && q.at+1 < q.end && (q.text[q.at+1] == '#' || q.text[q.at+1] == ':') {
			return nil, false
		}
		q.at++
	}
	text := q.text[begin:q.at]
	if q.at == q.end || text == "<<" {
		return nil, false
	}
	return q.node(yaml.ScalarNode, 0, text, begin), true
}

// isIndicator tells whether no plain scalar of the subset starts with c.
func isIndicator(c byte) bool { return strings.IndexByte("-?:,[]{}#&*!|>'\"%@`\t", c) >= 0 }

// value reads what belongs to a key or a dash, given the column of the
// collection that holds it, and moves to the content after it. Only a mapping
// may have a sequence at its own column.
func (q *quick) value(column int, inMapping bool) *yaml.Node {
	bare := q.at
	if q.restIsBlank() {
		null := q.node(yaml.ScalarNode, 0, "", bare)
		q.nextContent()
		if q.indent > column || inMapping && q.indent == column && q.dash() {
			return q.block()
		}
		return null
	}
	begin := q.at
	switch c := q.text[begin]; {
	case c == '|' || c == '>':
		return q.blockScalar(column)
	case c == '"' || c == '\'':
		n, ok := q.longQuoted()
		return q.lastOnLine(n, ok)
	case c == '[' || c == '{':
		n, ok := q.flow()
		return q.lastOnLine(n, ok)
	case isIndicator(c) && !q.dashWord():
		return q.fail()
	}
	return q.plain(column)
}

// dashWord tells whether a plain scalar that starts with a dash is next, such
// as -1 or --flag.
func (q *quick) dashWord() bool {
	return q.text[q.at] == '-' && q.at+1 < q.end && q.text[q.at+1] != ' ' && q.text[q.at+1] != '\t'
}

// lastOnLine moves on from a value that must be the last on its line.
func (q *quick) lastOnLine(n *yaml.Node, ok bool) *yaml.Node {
	if !ok || !q.restIsBlank() {
		return q.fail()
	}
	q.nextContent()
	return n
}

// plain reads a plain scalar, which goes on on the lines that are indented
// beyond column.
func (q *quick) plain(column int) *yaml.Node {
	begin := q.at
	text, comment, ok := q.plainLine()
	if !ok {
		return q.fail()
	}
	n := q.node(yaml.ScalarNode, 0, text, begin)
	var folded strings.Builder
	for {
		before := q.line
		q.nextContent()
		if q.indent <= column {
			break
		}
		if comment || q.commentSince(before) {
			return q.fail()
		}
		breaks := q.line - before
		if text, comment, ok = q.plainLine(); !ok {
			return q.fail()
		}
		if folded.Len() == 0 {
			folded.WriteString(n.Value)
		}
		fold(&folded, breaks)
		folded.WriteString(text)
	}
	if folded.Len() > 0 {
		n.Value = folded.String()
	}
	return n
}

// commentSince tells whether one of the lines between line number before and
// the current one is a comment rather than blank.
func (q *quick) commentSince(before int) bool {
	if q.line-before == 1 {
		return false
	}
	between := q.text[:q.start]
	for range q.line - before - 1 {
		i := strings.LastIndexByte(between[:len(between)-1], '\n')
		if strings.Trim(between[i+1:], " \n") != "" {
			return true
		}
		between = between[:i+1]
	}
	return false
}

// fold joins two lines with as many line breaks between them.
func fold(b *strings.Builder, breaks int) {
	if breaks == 1 {
		b.WriteByte(' ')
		return
	}
	for range breaks - 1 {
		b.WriteByte('\n')
	}
}

// plainLine reads a line of a plain scalar, and tells whether a comment
// follows it.
func (q *quick) plainLine() (text string, comment, ok bool) {
	rest := q.text[q.at:q.end]
	if i := strings.Index(rest, " #"); i >= 0 {
		rest, comment = rest[:i], true
	}
	rest = strings.TrimRight(rest, " ")
	if strings.HasSuffix(rest, ":") || strings.Contains(rest, ": ") || strings.IndexByte(rest, '\t') >= 0 {
		return "", false, false
	}
	return rest, comment, true
}
