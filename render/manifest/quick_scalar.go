package manifest

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// quoted reads a quoted scalar that ends on its line.
func (q *quick) quoted() (*yaml.Node, bool) {
	n, size := q.quotedNode(q.text[q.at:q.end])
	q.at += size
	return n, n != nil
}

// longQuoted reads a quoted scalar that may go on over several lines.
func (q *quick) longQuoted() (*yaml.Node, bool) {
	n, size := q.quotedNode(q.text[q.at:])
	if n == nil {
		return nil, false
	}
	stop := q.at + size
	for q.end < stop {
		if q.nextLine(); q.text[q.start] != ' ' && q.text[q.start] != '\n' {
			return nil, false
		}
	}
	q.at = stop
	return n, true
}

// quotedNode makes a node of the quoted scalar that text begins with, which is
// next, and tells its length.
func (q *quick) quotedNode(text string) (n *yaml.Node, size int) {
	quote := text[0]
	style, escape := yaml.DoubleQuotedStyle, byte('\\')
	if quote == '\'' {
		style, escape = yaml.SingleQuotedStyle, '\''
	}
	if size = endOfQuotes(text, quote, escape); size == 0 {
		return nil, 0
	}
	value, ok := text[1:size-1], true
	if strings.IndexByte(value, '\n') >= 0 {
		value, ok = foldQuoted(value)
	}
	if ok && strings.IndexByte(value, escape) >= 0 {
		value, ok = unescape(value, quote)
	}
	if !ok {
		return nil, 0
	}
	return q.node(yaml.ScalarNode, style, value, q.at), size
}

// foldQuoted joins the lines of a quoted scalar. It does not know tabs around
// a line break.
func foldQuoted(s string) (string, bool) {
	var b strings.Builder
	breaks := 0
	for line := range strings.Lines(s) {
		text, broken := strings.CutSuffix(line, "\n")
		if b.Len() > 0 || breaks > 0 {
			text = strings.TrimLeft(text, " ")
		}
		if broken {
			text = strings.TrimRight(text, " ")
		}
		if strings.HasPrefix(text, "\t") || strings.HasSuffix(text, "\t") {
			return "", false
		}
		if text != "" || !broken {
			if breaks > 0 {
				fold(&b, breaks)
			}
			b.WriteString(text)
			breaks = 0
		}
		breaks++
	}
	return b.String(), true
}

// unescape knows the common escapes; ok is false where there are others.
func unescape(s string, quote byte) (text string, ok bool) {
	if quote == '\'' {
		return strings.ReplaceAll(s, "''", "'"), true
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case '"', '\\':
			b.WriteByte(s[i])
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		default:
			return "", false
		}
	}
	return b.String(), true
}

// flow reads a flow collection or scalar that ends on its line.
func (q *quick) flow() (*yaml.Node, bool) {
	if q.at == q.end {
		return nil, false
	}
	switch c := q.text[q.at]; c {
	case '"', '\'':
		return q.quoted()
	case '[':
		return q.flowCollection(yaml.SequenceNode, ']')
	case '{':
		return q.flowCollection(yaml.MappingNode, '}')
	}
	begin := q.at
	for q.at < q.end && (isFlowChar(q.text[q.at]) || q.text[q.at] == '-' && q.at > begin) {
		q.at++
	}
	return q.node(yaml.ScalarNode, 0, q.text[begin:q.at], begin), q.at > begin
}

// isFlowChar tells whether c may stand anywhere in a plain scalar in a flow
// collection. YAML allows more characters in some places.
func isFlowChar(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '.' || c == '_' || c == '/'
}

func (q *quick) flowCollection(kind yaml.Kind, closer byte) (*yaml.Node, bool) {
	if q.depth++; q.depth > maxQuickDepth {
		return nil, false
	}
	defer func() { q.depth-- }()
	n := q.node(kind, yaml.FlowStyle, "", q.at)
	q.at++
	q.spaces()
	for first := true; ; first = false {
		if q.at == q.end {
			return nil, false
		}
		if q.text[q.at] == closer && (first || len(n.Content) > 0) {
			q.at++
			return n, true
		}
		if !q.flowEntry(n) {
			return nil, false
		}
		q.spaces()
		if q.at == q.end || q.text[q.at] != ',' && q.text[q.at] != closer {
			return nil, false
		}
		if q.text[q.at] == ',' {
			q.at++
			q.spaces()
		}
	}
}

// flowEntry reads an item of a flow sequence, or a key and a value of a flow
// mapping.
func (q *quick) flowEntry(n *yaml.Node) bool {
	entry, ok := q.flow()
	if !ok {
		return false
	}
	n.Content = append(n.Content, entry)
	if n.Kind == yaml.SequenceNode {
		return true
	}
	if entry.Kind != yaml.ScalarNode || !q.colon() {
		return false
	}
	q.at++
	q.spaces()
	value, ok := q.flow()
	n.Content = append(n.Content, value)
	return ok
}
