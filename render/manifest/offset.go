package manifest

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// lineOffsets gives the offsets at which the lines of text start.
func lineOffsets(text string) []int {
	offsets := make([]int, 1, strings.Count(text, "\n")+1)
	for i := range len(text) {
		if text[i] == '\n' && i+1 < len(text) {
			offsets = append(offsets, i+1)
		}
	}
	return offsets
}

// offset turns a line and column of the file into an offset of the document's
// text. A column past the end of the line gives the line's end.
func (d *Document) offset(line, column int) int {
	i := min(max(line-d.line-1, 0), len(d.lines)-1)
	if i == 0 {
		column -= d.column
	}
	at := d.lines[i]
	rest := cutLine(d.text[at:])
	for range column - 1 {
		if rest == "" {
			break
		}
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		at += size
	}
	return at
}

// position turns an offset of the document's text into a line and column of
// the file.
func (d *Document) position(offset int) (line, column int) {
	offset = min(offset, len(strings.TrimSuffix(d.text, "\n")))
	i := sort.SearchInts(d.lines, offset+1) - 1
	column = utf8.RuneCountInString(d.text[d.lines[i]:offset]) + 1
	if i == 0 {
		column += d.column
	}
	return d.line + i + 1, column
}

// scalarEnd gives the offset of the end of a scalar or an alias; of a block
// scalar it is the end of the header, such as |-.
func (d *Document) scalarEnd(n *yaml.Node) int {
	at := d.scalarStart(n)
	rest := d.text[at:]
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return at + endOfQuotes(rest, '"', '\\')
	case n.Style&yaml.SingleQuotedStyle != 0:
		return at + endOfQuotes(rest, '\'', '\'')
	case n.Kind == yaml.AliasNode:
		return at + len("*") + len(n.Value)
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return at + len(strings.TrimRight(cutLine(rest), " \t\r"))
	}
	return at + endOfPlain(rest, n.Value)
}

// scalarStart gives the offset of a scalar behind its anchor and tag.
func (d *Document) scalarStart(n *yaml.Node) int {
	at := d.offset(n.Line, n.Column)
	if n.Kind == yaml.AliasNode || n.Anchor == "" && n.Style&yaml.TaggedStyle == 0 {
		return at
	}
	for at < len(d.text) && (d.text[at] == '&' || d.text[at] == '!') {
		rest := strings.TrimLeftFunc(d.text[at:], func(r rune) bool { return !unicode.IsSpace(r) })
		at = len(d.text) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
	}
	return at
}

// endOfQuotes gives the length of the quoted scalar that s starts with, 0 if it
// has no end. Where escape is the quote itself, it stands before another one
// only.
func endOfQuotes(s string, quote, escape byte) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == escape && escape != quote:
			i++
		case s[i] == quote && escape == quote && i+1 < len(s) && s[i+1] == quote:
			i++
		case s[i] == quote:
			return i + 1
		}
	}
	return 0
}

// endOfPlain gives the length of the plain scalar that s starts with and whose
// lines, folded, make up value.
func endOfPlain(s, value string) int {
	if strings.HasPrefix(s, value) {
		return len(value)
	}
	rest := s
	for _, word := range strings.Fields(value) {
		next, ok := strings.CutPrefix(strings.TrimLeftFunc(rest, unicode.IsSpace), word)
		if !ok {
			break
		}
		rest = next
	}
	return len(s) - len(rest)
}
