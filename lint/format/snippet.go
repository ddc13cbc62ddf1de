package format

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kubegap/kubegap-lint/lint/layout"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// maxSnippetWidth is how many code points of a source line are shown, where there is room.
const maxSnippetWidth = 120

// snippet shows the line of a location, the line before it, and a caret line
// under the field. It gives nothing where the line is not known. Rows have at most so
// many code points; 0 leaves it to maxSnippetWidth.
func snippet(lines []string, l manifest.Location, p palette, columns int) []string {
	if l.Line < 1 || l.Line > len(lines) || l.Precision == manifest.PrecisionFile {
		return nil
	}
	gutter := len(fmt.Sprint(l.Line))
	limit := maxSnippetWidth
	if columns > 0 {
		limit = min(limit, columns-gutter-len("   | …"))
	}
	row := func(number, text string) string {
		return strings.TrimRight(p.dim(fmt.Sprintf("  %*s | ", gutter, number))+text, " ")
	}
	var out []string
	if before := l.Line - 1; before >= 1 && strings.TrimSpace(lines[before-1]) != "" {
		out = append(out, row(fmt.Sprint(before), show(lines[before-1], limit)))
	}
	line := lines[l.Line-1]
	out = append(out, row(fmt.Sprint(l.Line), show(line, limit)))
	if l.Column > 0 && l.Column <= limit {
		before, marked := pieces(line, l, limit)
		out = append(out, row("", strings.Repeat(" ", layout.Columns(before))+p.bold(strings.Repeat("^", max(1, layout.Columns(marked))))))
	}
	return out
}

// pieces gives what stands in a line before a location, and what of the location is shown.
func pieces(line string, l manifest.Location, limit int) (before, marked string) {
	runes := []rune(Printable(line))
	end := len(runes)
	if l.EndLine == l.Line && l.EndColumn > l.Column {
		end = min(end, l.EndColumn-1)
	}
	start := min(l.Column-1, len(runes))
	return string(runes[:start]), string(runes[start:max(start, min(end, limit))])
}

// show makes a source line printable: tabs count as one column, as positions
// count them, and what a terminal could act on is left out.
func show(line string, limit int) string {
	runes := []rune(line)
	cut := len(runes) > limit
	if cut {
		runes = runes[:limit]
	}
	text := Printable(string(runes))
	if cut {
		return text + "…"
	}
	return text
}

// Printable replaces what a terminal or a log could act on: tabs and line ends
// become spaces, other control characters, those that turn the direction of text
// and bytes that are no text become U+FFFD. Names, messages and sources come from files that anybody may have
// written.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case unicode.IsControl(r), '\u202a' <= r && r <= '\u202e', '\u2066' <= r && r <= '\u2069', r == utf8.RuneError:
			return utf8.RuneError
		default:
			return r
		}
	}, text)
}
