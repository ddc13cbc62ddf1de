// Package layout fits text for people into the columns of a page or a terminal.
package layout

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Columns is how many columns a terminal gives to text without control characters: two for
// wide characters, such as those of East Asia and emoji, and none for what goes onto the
// character before, such as accents and joiners
// (https://www.unicode.org/reports/tr11/#Recommendations).
func Columns(text string) int {
	n := 0
	for _, r := range text {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// Wrap breaks text at blanks so that no line has more than limit columns, where words
// allow it. The result has at least one line.
func Wrap(text string, limit int) []string {
	var lines []string
	line, length := "", 0
	for _, word := range strings.Fields(text) {
		n := Columns(word)
		if length > 0 && length+1+n > limit {
			lines = append(lines, line)
			line, length = "", 0
		}
		if length > 0 {
			line += " "
			length++
		}
		line += word
		length += n
	}
	return append(lines, line)
}

var (
	// item matches the start of an item of a list.
	item = regexp.MustCompile(`^ *(?:[-*]|\d+\.) `)
	// fixed matches a line that is no part of a paragraph: a heading, a row of a table,
	// a quotation, HTML, or indented code.
	fixed = regexp.MustCompile(`^(?:#|\||>|<|    )`)
)

// Reflow wraps the paragraphs and the items of lists in a Markdown text at limit columns.
// Blocks of code, headings and tables stay as they are.
func Reflow(markdown string, limit int) string {
	var out strings.Builder
	block, head := "", ""
	flush := func() {
		if block != "" {
			indent := strings.Repeat(" ", len(head))
			out.WriteString(head + strings.Join(Wrap(block, limit-len(head)), "\n"+indent) + "\n")
		}
		block, head = "", ""
	}
	fence := ""
	for line := range strings.Lines(markdown) {
		text := strings.TrimRight(line, "\n")
		trimmed := strings.TrimLeft(text, " ")
		switch {
		case fence != "":
			out.WriteString(line)
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"):
			flush()
			fence = trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, "`"))]
			out.WriteString(line)
		case item.MatchString(text):
			flush()
			head = item.FindString(text)
			block = text[len(head):]
		case trimmed == "", block == "" && fixed.MatchString(text):
			flush()
			out.WriteString(line)
		default:
			block += " " + trimmed
		}
	}
	flush()
	return out.String()
}
