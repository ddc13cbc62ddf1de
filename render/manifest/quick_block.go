package manifest

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// blockScalar reads a literal or folded scalar, whose lines are indented
// beyond column, and moves to the content after it.
func (q *quick) blockScalar(column int) *yaml.Node {
	style := yaml.LiteralStyle
	if q.text[q.at] == '>' {
		style = yaml.FoldedStyle
	}
	n := q.node(yaml.ScalarNode, style, "", q.at)
	q.at++
	var chomp byte
	if q.at < q.end && (q.text[q.at] == '-' || q.text[q.at] == '+') {
		chomp = q.text[q.at]
		q.at++
	}
	if q.spaces(); q.at != q.end {
		return q.fail()
	}
	indent := q.blockIndent(column)
	if indent < 0 {
		return q.fail()
	}
	value, ok := q.blockText(indent, style == yaml.FoldedStyle, chomp)
	if !ok {
		return q.fail()
	}
	n.Value = value
	q.nextContent()
	return n
}

// blockIndent gives the indentation of a block scalar's text, which is that of
// its first line, without moving; -1 if the scalar is beyond the subset.
func (q *quick) blockIndent(column int) int {
	blank := 0
	for pos := q.end + 1; pos < len(q.text); {
		end := pos + strings.IndexByte(q.text[pos:], '\n')
		indent := countSpaces(q.text[pos:end])
		if pos+indent == end {
			blank = max(blank, indent)
			pos = end + 1
			continue
		}
		if indent <= column || indent < blank || q.text[pos+indent] == '\t' {
			return -1
		}
		return indent
	}
	return -1
}

// blockText reads the lines of a block scalar, and stops at the last of them.
// chomp is '-' to strip all line breaks at the end, '+' to keep them, and 0 to
// keep one.
func (q *quick) blockText(indent int, folded bool, chomp byte) (string, bool) {
	var b strings.Builder
	// breaks counts the line breaks since the last line of text.
	breaks := 0
	indented := false
	for q.end+1 < len(q.text) {
		begin := q.end + 1
		end := begin + strings.IndexByte(q.text[begin:], '\n')
		spaces := countSpaces(q.text[begin:end])
		if spaces < indent && begin+spaces < end {
			if q.text[begin+spaces] == '\t' {
				return "", false
			}
			break
		}
		q.nextLine()
		if end-begin <= indent {
			breaks++
			continue
		}
		line := q.text[begin+indent : end]
		wasIndented := indented
		indented = line[0] == ' ' || line[0] == '\t'
		if folded && b.Len() > 0 && !indented && !wasIndented && breaks > 0 {
			fold(&b, breaks)
		} else {
			writeBreaks(&b, breaks)
		}
		b.WriteString(line)
		breaks = 1
	}
	switch chomp {
	case 0:
		b.WriteByte('\n')
	case '+':
		writeBreaks(&b, breaks)
	}
	return b.String(), true
}

func countSpaces(s string) int {
	n := 0
	for n < len(s) && s[n] == ' ' {
		n++
	}
	return n
}

func writeBreaks(b *strings.Builder, n int) {
	for range n {
		b.WriteByte('\n')
	}
}
