package suppress

import (
	"strings"
)

// syntax tells what a comment is in a file.
type syntax int

const (
	// plainText: a line that begins with #. What such a file holds besides is
	// not known.
	plainText syntax = iota
	// yamlText: # outside of strings and of blocks of text.
	yamlText
	// templateText: the same, outside of actions too, and {{/* … */}}.
	templateText
)

// comment is the text of a comment in one line, without its marks.
type comment struct {
	text string
	// line and column are its start, from 1; the column counts bytes.
	line, column int
}

// scan is what there is in a text besides its content.
type scan struct {
	comments []comment
	// bare tells of each line, from 0, whether it holds comments only.
	bare []bool
	// opener gives the line, from 1, in which the string or block of text that a
	// line lies in begins; 0 for a line that begins outside of one.
	opener []int
}

// scanner reads a text line by line. Positions are offsets in the line.
type scanner struct {
	scan
	syntax syntax
	lines  []string
	// at is the number of the line, from 0, and pos the offset in it.
	at, pos int
	// content tells that the line holds more than comments.
	content bool
	// node is the column of the innermost key or dash, to the right of which a
	// block of text is indented.
	node int
	// flow is the depth of brackets and braces.
	flow int
	// unclosed are the quotes that do not occur any more.
	unclosed map[byte]bool
}

// scanText finds the comments of a text. Its time is linear.
func scanText(text string, syn syntax) scan {
	lines := strings.Split(text, "\n")
	s := &scanner{syntax: syn, lines: lines, node: -1, unclosed: map[byte]bool{}}
	s.bare, s.opener = make([]bool, len(lines)), make([]int, len(lines))
	for s.at < len(s.lines) {
		s.pos, s.content = 0, false
		if syn == plainText {
			s.textLine()
		} else {
			s.structure()
		}
		s.endLine()
	}
	return s.scan
}

// rest is the rest of the current line.
func (s *scanner) rest() string { return s.lines[s.at][s.pos:] }

// endLine goes on to the next line.
func (s *scanner) endLine() {
	line := s.lines[s.at]
	s.bare[s.at] = !s.content && strings.TrimSpace(line) != ""
	s.at++
	s.pos, s.content = 0, false
}

// textLine reads a line of a text of which only # at the beginning is known.
func (s *scanner) textLine() {
	line := s.lines[s.at]
	s.pos = len(line) - len(strings.TrimLeft(line, " \t"))
	if strings.HasPrefix(s.rest(), "#") {
		s.note(s.rest()[1:])
		return
	}
	s.content = s.rest() != ""
}

// note keeps a comment that starts here.
func (s *scanner) note(text string) {
	s.comments = append(s.comments, comment{strings.TrimSpace(strings.TrimLeft(text, "#")), s.at + 1, s.pos + 1})
}

// structure reads a line that begins outside of strings, and the strings that
// begin in it to their ends.
func (s *scanner) structure() {
	value := true // A value, and with it a string, may begin here.
	for {
		before := s.pos
		s.pos += len(s.rest()) - len(strings.TrimLeft(s.rest(), " \t"))
		rest := s.rest()
		if rest == "" {
			return
		}
		if rest[0] == '#' && (s.pos > before || s.pos == 0) {
			s.note(rest[1:])
			s.pos = len(s.lines[s.at])
			return
		}
		if s.syntax == templateText && strings.HasPrefix(rest, "{{") {
			s.action()
			continue
		}
		s.content = true
		if !value {
			value = s.plain()
			continue
		}
		if s.block() {
			return
		}
		value = s.token()
	}
}

// token reads what begins a value, and tells whether one may still begin after
// it.
func (s *scanner) token() bool {
	rest := s.rest()
	switch c := rest[0]; c {
	case '"', '\'':
		if at, start := s.at, s.pos; s.quoted(c) {
			isKey := s.colon()
			if isKey && s.flow == 0 && s.at == at {
				s.node = start
			}
			return isKey
		}
	case '[', '{':
		s.flow++
		s.pos++
		return true
	case '&', '!':
		s.pos += len(word(rest))
		return true
	case '-', '?':
		if w := word(rest); w == "-" || w == "?" {
			s.node = s.pos
			s.pos++
			return true
		}
		if strings.HasPrefix(rest, "---") && s.pos == 0 {
			s.node, s.flow = -1, 0
			s.pos += 3
			return true
		}
	}
	if s.flow == 0 {
		s.node = s.keyColumn()
	}
	return s.plain()
}

// keyColumn is the column of a key that begins here, or the present one where
// none does.
func (s *scanner) keyColumn() int {
	rest := s.rest()
	if strings.Contains(rest, ": ") || strings.HasSuffix(strings.TrimRight(rest, " \t"), ":") {
		return s.pos
	}
	return s.node
}

// colon reads the colon behind a key in quotes.
func (s *scanner) colon() bool {
	if strings.HasPrefix(s.rest(), ":") {
		s.pos++
		return true
	}
	return false
}

// plain reads text without quotes up to where a value, a comment or an action
// may begin, and tells whether it is a value.
func (s *scanner) plain() bool {
	line := s.lines[s.at]
	for i := s.pos; i < len(line); i++ {
		switch c := line[i]; {
		case c == ':' && (i+1 == len(line) || isBlank(line[i+1])):
			s.pos = i + 1
			return true
		case s.flow > 0 && strings.IndexByte(",[]{}", c) >= 0:
			if c == ']' || c == '}' {
				s.flow--
			} else if c != ',' {
				s.flow++
			}
			s.pos = i + 1
			return c != ']' && c != '}'
		case c == '#' && i > 0 && isBlank(line[i-1]):
			s.pos = i - 1
			return false
		case s.syntax == templateText && strings.HasPrefix(line[i:], "{{"):
			s.pos = i
			return false
		}
	}
	s.pos = len(line)
	return false
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// word is the text up to the next blank.
func word(text string) string {
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return text[:i]
	}
	return text
}
