package html

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible passes text on with the characters written out that would act without being
// seen: whatever a manifest, a name or a message holds, what people read on the page is
// what stands there. Each Write has to hold whole characters, as those of templates do.
type visible struct{ to io.Writer }

// Write writes the text.
func (v visible) Write(data []byte) (int, error) {
	if _, err := io.WriteString(v.to, writtenOut(string(data))); err != nil {
		return 0, err
	}
	return len(data), nil
}

// writtenOut replaces characters that act without being seen by their code points, and
// bytes that are no text by U+FFFD.
func writtenOut(text string) string {
	if !strings.ContainsFunc(text, acts) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == utf8.RuneError || !acts(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "[U+%04X]", r)
		}
	}
	return b.String()
}

// inLine puts a text into one line.
func inLine(text string) string {
	return strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(text)
}

// acts tells whether a character acts without being seen: it controls a terminal, turns
// the direction of writing (https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters),
// takes no room, or is a tag.
func acts(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case utf8.RuneError, '\u200b', '\u2028', '\u2029', '\u2060', '\ufeff':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r >= 0xE0000 && r <= 0xE007F
}
