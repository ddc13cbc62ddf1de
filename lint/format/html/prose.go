package html

import (
	"regexp"
	"strings"
)

// block is a part of a text: a paragraph, a list or code. One of its fields is set.
type block struct {
	Paragraph []span
	Items     [][]span
	Code      []codeLine
}

// span is a piece of a line: text, code, or a link where URL is set.
type span struct {
	Text string
	Code bool
	URL  string
}

// codeLine is a line of an example.
type codeLine struct {
	Text string
	// Reported is set for a line that a rule reports.
	Reported bool
}

// reportedMark ends a line of an example that a rule reports; see docs.Example.
const reportedMark = "# reported"

// prose reads Markdown as rules and cases are written in it: paragraphs, lists of one
// level, fenced code, and in them code and links. Everything else stays as it is.
func prose(markdown string) []block {
	var blocks []block
	lines := strings.Split(markdown, "\n")
	for len(lines) > 0 {
		line := strings.TrimSpace(lines[0])
		switch {
		case line == "":
			lines = lines[1:]
		case strings.HasPrefix(line, "```"):
			var text []string
			text, lines = fenced(lines[1:])
			blocks = append(blocks, block{Code: code(strings.Join(text, "\n"))})
		case isItem(line):
			var items []string
			items, lines = list(lines)
			blocks = append(blocks, itemsOf(items))
		default:
			var text []string
			text, lines = paragraph(lines)
			blocks = append(blocks, block{Paragraph: spans(strings.Join(text, " "))})
		}
	}
	return blocks
}

// fenced gives the lines up to the end of fenced code, and those after it.
func fenced(lines []string) (text, rest []string) {
	for i, line := range lines {
		if strings.TrimSpace(line) == "```" {
			return lines[:i], lines[i+1:]
		}
	}
	return lines, nil
}

// list gives the items at the start of the lines, each in one line, and what follows them.
func list(lines []string) (items, rest []string) {
	for i, line := range lines {
		text := strings.TrimSpace(line)
		switch {
		case isItem(text):
			items = append(items, strings.TrimSpace(text[2:]))
		case text == "" || strings.HasPrefix(text, "```"):
			return items, lines[i:]
		default:
			items[len(items)-1] += " " + text
		}
	}
	return items, nil
}

// paragraph gives the lines of the paragraph that they start with, and what follows it.
func paragraph(lines []string) (text, rest []string) {
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if i > 0 && (line == "" || isItem(line) || strings.HasPrefix(line, "```")) {
			return text, lines[i:]
		}
		text = append(text, line)
	}
	return text, nil
}

func isItem(line string) bool {
	return strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ")
}

// itemsOf makes a list of texts.
func itemsOf(texts []string) block {
	var b block
	for _, text := range texts {
		b.Items = append(b.Items, spans(text))
	}
	return b
}

// inline matches code in backticks and links to the web.
var inline = regexp.MustCompile("`([^`]+)`" + `|\[([^\]]+)\]\((https?://[^\s)]+)\)`)

// spans reads the code and the links in a line.
func spans(text string) []span {
	var result []span
	end := 0
	for _, m := range inline.FindAllStringSubmatchIndex(text, -1) {
		if m[0] > end {
			result = append(result, span{Text: text[end:m[0]]})
		}
		if m[2] >= 0 {
			result = append(result, span{Text: text[m[2]:m[3]], Code: true})
		} else {
			result = append(result, span{Text: text[m[4]:m[5]], URL: text[m[6]:m[7]]})
		}
		end = m[1]
	}
	if end < len(text) {
		result = append(result, span{Text: text[end:]})
	}
	return result
}

// code cuts an example into lines.
func code(text string) []codeLine {
	var lines []codeLine
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		lines = append(lines, codeLine{Text: line, Reported: strings.HasSuffix(line, reportedMark)})
	}
	return lines
}
