package manifest

import "strings"

// chunk is the part of a stream that holds one YAML document.
type chunk struct {
	// text consists of whole lines, each ending in "\n".
	text string
	// line is the number of lines of the stream before text.
	line int
	// junk is the text after the separator that began the chunk, which kubectl
	// refuses; "" if there is none. The separator is the line before text.
	junk string
}

// split cuts a stream at its document markers, --- and ... at the start of a
// line. YAML allows neither inside a document, not even inside a string, so
// that a broken document cannot swallow the one after it. Directives stay with
// the document that follows them.
func split(text string) []chunk {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	var chunks []chunk
	cur := chunk{}
	begin, line, directives := 0, 0, false
	flush := func(end int) {
		cur.text = text[begin:end]
		if cur.junk != "" || !isBlank(cur.text) {
			chunks = append(chunks, cur)
		}
	}
	for pos := 0; pos < len(text); line++ {
		next := pos + strings.IndexByte(text[pos:], '\n') + 1
		switch current := text[pos : next-1]; {
		case strings.HasPrefix(current, "---") && directives:
			directives = false
		case strings.HasPrefix(current, "---"):
			flush(pos)
			begin, cur = next, chunk{line: line + 1, junk: afterSeparator(current[3:])}
		case current == "..." || strings.HasPrefix(current, "... "):
			flush(pos)
			begin, cur = next, chunk{line: line + 1}
		case strings.HasPrefix(current, "%") && (directives || isBlank(text[begin:pos])):
			directives = true
		}
		pos = next
	}
	flush(len(text))
	return chunks
}

func afterSeparator(rest string) string {
	rest = strings.TrimSpace(rest)
	if strings.HasPrefix(rest, "#") {
		return ""
	}
	return rest
}

// isBlank tells whether text consists of blank lines and comments only.
func isBlank(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			return false
		}
	}
	return true
}
