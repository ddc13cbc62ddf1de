package suppress

import (
	"regexp"
	"strings"
)

// blockHeader begins a block of text: the style, perhaps the indentation, and
// what becomes of the line ends.
var blockHeader = regexp.MustCompile(`^[|>](?:[-+]?([1-9])?|([1-9])[-+])[ \t]*(?:[ \t]#.*)?$`)

// block reads a block of text, and tells whether one begins here. It ends in the
// last line of the block.
func (s *scanner) block() bool {
	header := blockHeader.FindStringSubmatch(s.rest())
	if header == nil || s.flow > 0 {
		return false
	}
	if i := strings.Index(s.rest(), "#"); i >= 0 {
		s.pos += i
		s.note(s.rest()[1:])
	}
	indent := s.node + 1
	if digit := header[1] + header[2]; digit != "" {
		indent = max(s.node, 0) + int(digit[0]-'0')
	} else if s.syntax == yamlText {
		indent = max(indent, s.firstIndent())
	}
	opener := s.at + 1
	for s.at+1 < len(s.lines) && s.inBlock(s.lines[s.at+1], indent) {
		s.endLine()
		first := s.at
		s.blockLine()
		for i := first; i <= s.at; i++ {
			s.opener[i] = opener
		}
	}
	s.pos = len(s.lines[s.at])
	return true
}

// blockLine reads a line of a block of text, and the actions in it to their ends.
func (s *scanner) blockLine() {
	for {
		text, _, found := strings.Cut(s.rest(), "{{")
		s.content = s.content || strings.TrimSpace(text) != ""
		if !found || s.syntax != templateText {
			s.content = s.content || strings.TrimSpace(s.rest()) != ""
			return
		}
		s.pos += len(text)
		s.action()
	}
}

// firstIndent is the indentation of the first line of a block that has text.
func (s *scanner) firstIndent() int {
	for _, line := range s.lines[s.at+1:] {
		if text := strings.TrimLeft(line, " "); text != "" {
			return len(line) - len(text)
		}
	}
	return 0
}

// inBlock tells whether a line belongs to a block that is indented so far. In a
// template, actions are written at any column.
func (s *scanner) inBlock(line string, indent int) bool {
	text := strings.TrimLeft(line, " ")
	if strings.TrimSpace(text) == "" || len(line)-len(text) >= indent {
		return true
	}
	return s.syntax == templateText && strings.HasPrefix(text, "{{") && strings.HasSuffix(strings.TrimRight(text, " \t"), "}}")
}

// quoted reads a string in quotes, and tells whether there is one: a quote that
// is not closed is text. In a template a string ends in its line, where an action
// may hold quotes of its own.
func (s *scanner) quoted(quote byte) bool {
	if s.unclosed[quote] {
		return false
	}
	line, pos := s.at, s.pos+1
	for {
		end := s.closing(s.lines[line], pos, quote)
		if end >= 0 {
			s.stretch(line)
			s.pos = end + 1
			return true
		}
		if s.syntax == templateText || line+1 == len(s.lines) {
			s.unclosed[quote] = s.syntax != templateText
			return false
		}
		line, pos = line+1, 0
	}
}

// closing gives the offset of the quote that ends a string, or -1.
func (s *scanner) closing(line string, pos int, quote byte) int {
	for i := pos; i < len(line); i++ {
		switch {
		case s.syntax == templateText && strings.HasPrefix(line[i:], "{{"):
			end := actionEnd(line, i)
			if end < 0 {
				return -1
			}
			i = end - 1
		case line[i] == '\\' && quote == '"':
			i++
		case line[i] == quote && quote == '\'' && strings.HasPrefix(line[i+1:], "'"):
			i++
		case line[i] == quote:
			return i
		}
	}
	return -1
}

// stretch goes on to the line in which a string that begins here ends.
func (s *scanner) stretch(line int) {
	opener := s.at + 1
	for s.at < line {
		s.content = true
		s.endLine()
		s.opener[s.at] = opener
	}
	s.content = true
}

// action reads an action of a template to its end, and notes what is a comment.
func (s *scanner) action() {
	body := strings.TrimLeft(strings.TrimPrefix(s.rest()[2:], "-"), " \t")
	if strings.HasPrefix(body, "/*") {
		s.pos = len(s.lines[s.at]) - len(body) + 2
		s.templateComment()
		return
	}
	s.content = true
	for {
		if end := actionEnd(s.lines[s.at], s.pos); end >= 0 {
			s.pos = end
			return
		}
		if s.at+1 == len(s.lines) {
			s.pos = len(s.lines[s.at])
			return
		}
		s.endLine()
		s.content = true
	}
}

// templateComment reads a comment up to behind the action that it makes up.
func (s *scanner) templateComment() {
	for {
		text, rest, closed := strings.Cut(s.rest(), "*/")
		s.pos += len(text) - len(strings.TrimLeft(text, " \t"))
		s.note(strings.TrimRight(text, " \t"))
		if closed {
			s.pos = len(s.lines[s.at]) - len(rest)
			if i := strings.Index(rest, "}}"); i >= 0 {
				s.pos += i + 2
			}
			return
		}
		if s.at+1 == len(s.lines) {
			s.pos = len(s.lines[s.at])
			return
		}
		s.endLine()
	}
}

// actionEnd gives the offset behind the action that begins at or before pos, or
// -1 where it does not end in the line. Strings in it may hold braces.
func actionEnd(line string, pos int) int {
	for i := pos; i < len(line); i++ {
		switch c := line[i]; c {
		case '"':
			for i++; i < len(line) && line[i] != '"'; i++ {
				if line[i] == '\\' {
					i++
				}
			}
		case '`':
			if end := strings.IndexByte(line[i+1:], '`'); end >= 0 {
				i += end + 1
			}
		case '}':
			if strings.HasPrefix(line[i:], "}}") {
				return i + 2
			}
		}
	}
	return -1
}
