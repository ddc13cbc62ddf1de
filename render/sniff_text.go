package render

import (
	"bytes"
	"unicode/utf16"
)

// jsonHasTopKeys tells whether an object at the top of the text has the keys
// apiVersion and kind.
func jsonHasTopKeys(text []byte) bool {
	var seen topKey
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				seen = 0
			}
		case '"':
			end := stringEnd(text, i+1)
			if depth == 1 && isKeyEnd(text[end:]) {
				seen |= topKeyOf(string(text[i+1 : max(i+1, end-1)]))
			}
			i = end - 1
		}
		if seen.has(keyAPIVersion | keyKind) {
			return true
		}
	}
	return false
}

// stringEnd gives the index after the quote that ends the JSON string whose
// content starts at i.
func stringEnd(text []byte, i int) int {
	for ; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

func isKeyEnd(rest []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(":"))
}

// toUTF8 decodes UTF-16, with or without a byte order mark, and cuts the mark
// of UTF-8. The first character of YAML and JSON being ASCII, a zero byte tells
// the two apart (https://yaml.org/spec/1.2.2/#52-character-encodings).
func toUTF8(text []byte) []byte {
	if len(text) < 2 {
		return text
	}
	switch a, b := text[0], text[1]; {
	case a == 0xff && b == 0xfe, a != 0 && b == 0:
		return fromUTF16(text, 0, 1)
	case a == 0xfe && b == 0xff, a == 0 && b != 0:
		return fromUTF16(text, 1, 0)
	}
	return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
}

// fromUTF16 decodes text, whose units have their low byte at index low and
// their high byte at index high.
func fromUTF16(text []byte, low, high int) []byte {
	units := make([]uint16, 0, len(text)/2)
	for ; len(text) >= 2; text = text[2:] {
		units = append(units, uint16(text[low])|uint16(text[high])<<8)
	}
	if len(units) > 0 && units[0] == 0xfeff {
		units = units[1:]
	}
	return []byte(string(utf16.Decode(units)))
}
