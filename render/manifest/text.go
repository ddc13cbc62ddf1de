package manifest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Text turns the bytes of a file into the UTF-8 text that lines and columns of
// a Location count in. Its lines end in "\n", whether or not a "\r" came before.
// Like kubectl it honours byte order marks and puts U+FFFD in the place of bytes
// that are not UTF-8. ok is false if the bytes are no text at all.
func Text(data []byte) (text string, ok bool) {
	switch {
	case bytes.HasPrefix(data, []byte{0xEF, 0xBB, 0xBF}):
		data = data[3:]
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		data = fromUTF16(data[2:], binary.LittleEndian)
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		data = fromUTF16(data[2:], binary.BigEndian)
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return "", false
	}
	text = string(data)
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	return strings.ToValidUTF8(text, "\uFFFD"), true
}

// misencoded tells of a text without the mark of UTF-16 where it is not UTF-8.
func misencoded(data []byte) (fault, bool) {
	if utf8.Valid(data) || bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF}) {
		return fault{}, false
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	at := 0
	for {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return fault{
		line:    bytes.Count(data[:at], []byte("\n")) + 1,
		column:  utf8.RuneCount(data[bytes.LastIndexByte(data[:at], '\n')+1:at]) + 1,
		message: fmt.Sprintf("the byte 0x%X is not UTF-8; save the file as UTF-8", data[at]),
	}, true
}

// fromUTF16 ignores half a code unit at the end.
func fromUTF16(data []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	text := make([]byte, 0, len(data))
	for _, r := range utf16.Decode(units) {
		text = utf8.AppendRune(text, r)
	}
	return text
}
