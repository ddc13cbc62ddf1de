package trace

import (
	"strings"
	"text/template/parse"
)

// action is one action of a template: from {{ to }}, both included.
type action struct {
	start, end int
	// inner is the offset of what follows {{ and its trim marker.
	inner int
	// trimLeft and trimRight are set where the action trims the text around it.
	trimLeft, trimRight bool
	comment             bool
	// word is the keyword that the action starts with, such as if or end, or "".
	word string
	// line and endLine are the lines of start and end, from 1.
	line, endLine int

	// node is what the action evaluates: a *parse.TemplateNode or its pipeline,
	// which pipe is; both are nil where it has none.
	node parse.Node
	pipe *parse.PipeNode
	// calls are the names of the templates that the action calls; anyCall is set
	// where it may call others, too.
	calls   []string
	anyCall bool
}

// keywords are those of text/template that start an action. See
// https://pkg.go.dev/text/template#hdr-Actions
var keywords = [...]string{"if", "else", "end", "range", "with", "define", "block", "template", "break", "continue"}

// scan finds the actions in the text of a template that text/template accepts.
// It follows the lexer of text/template/parse; what cannot be an action ends the
// search.
func scan(text string) []*action {
	var all []*action
	line, counted := 1, 0
	lineAt := func(offset int) int {
		line += strings.Count(text[counted:offset], "\n")
		counted = offset
		return line
	}
	for at := 0; ; {
		i := strings.Index(text[at:], "{{")
		if i < 0 {
			return all
		}
		a := &action{start: at + i}
		if !a.read(text) {
			return all
		}
		a.line = lineAt(a.start)
		a.endLine = lineAt(a.end)
		all = append(all, a)
		at = a.end
	}
}

// read fills in the action that starts at a.start.
func (a *action) read(text string) bool {
	a.inner = a.start + len("{{")
	if rest := text[a.inner:]; len(rest) > 1 && rest[0] == '-' && isSpace(rest[1]) {
		a.trimLeft = true
		a.inner += 2
	}
	if strings.HasPrefix(text[a.inner:], "/*") {
		a.comment = true
		i := strings.Index(text[a.inner:], "*/")
		return i >= 0 && a.close(text, a.inner+i+len("*/"))
	}
	for at := a.inner; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"' || c == '\'' || c == '`':
			length := quoted(text[at:])
			if length == 0 {
				return false
			}
			at += length - 1
		case a.close(text, at):
			a.word = keyword(text[a.inner:])
			return true
		}
	}
	return false
}

// close tells whether the action ends at the offset, and notes where.
func (a *action) close(text string, at int) bool {
	rest := text[at:]
	if len(rest) > 1 && isSpace(rest[0]) && rest[1] == '-' && strings.HasPrefix(rest[2:], "}}") {
		a.trimRight = true
		a.end = at + len(" -}}")
		return true
	}
	a.end = at + len("}}")
	return strings.HasPrefix(rest, "}}")
}

// quoted gives the length of the constant in quotes that text starts with, or 0
// where it does not end.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && text[0] != '`':
			i++
		case text[i] == text[0]:
			return i + 1
		}
	}
	return 0
}

// keyword gives the keyword that the inside of an action starts with, or "".
func keyword(inside string) string {
	inside = strings.TrimLeft(inside, spaces)
	for _, word := range keywords {
		rest, ok := strings.CutPrefix(inside, word)
		if ok && (rest == "" || !isName(rest[0])) {
			return word
		}
	}
	return ""
}

// spaces is what trim markers trim.
const spaces = " \t\r\n"

func isSpace(c byte) bool { return strings.IndexByte(spaces, c) >= 0 }

func isName(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// prints tells whether the action can leave text on its line.
func (a *action) prints() bool {
	switch a.word {
	case "":
		return !a.comment && (a.pipe == nil || len(a.pipe.Decl) == 0)
	case "template", "block":
		return true
	}
	return false
}

// opens tells whether the action starts a list of nodes that an end closes.
func (a *action) opens() bool {
	switch a.word {
	case "if", "range", "with", "define", "block":
		return true
	}
	return false
}

// runs tells whether the action does something where it stands, so that a hook
// can go before it.
func (a *action) runs() bool {
	switch a.word {
	case "", "if", "range", "with", "template", "block":
		return !a.comment
	}
	return false
}
