package format

import (
	"strings"

	"github.com/kubegap/kubegap-lint/lint/layout"
)

// span is text in one style.
type span struct {
	text  string
	paint func(string) string
}

// flow writes spans in one line, with a space between them. Where the columns are known,
// it goes on in further lines, with an indent of their own, so that none is longer, as
// far as words allow it.
func (t textWriter) flow(head, indent string, spans ...span) {
	var line []span
	length := len(head)
	write := func() {
		painted := make([]string, len(line))
		for i, s := range line {
			painted[i] = s.paint(s.text)
		}
		t.line("%s%s", head, strings.Join(painted, " "))
		head, line, length = indent, nil, len(indent)
	}
	for _, s := range spans {
		words := []string{s.text}
		if t.columns > 0 {
			words = strings.Fields(Printable(s.text))
		}
		for i, word := range words {
			n := layout.Columns(word)
			if t.columns > 0 && len(line) > 0 && length+n > t.columns {
				write()
			}
			if i > 0 && len(line) > 0 {
				line[len(line)-1].text += " " + word
			} else {
				line = append(line, span{word, s.paint})
			}
			length += 1 + n
		}
	}
	write()
}
