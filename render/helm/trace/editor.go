package trace

import (
	"slices"
	"strings"
)

// editor writes the text of one file with its hooks.
type editor struct {
	recorder *Recorder
	file     *file
	named    map[*action]*body
	out      strings.Builder
	// written is the offset up to which the text has been copied.
	written int

	state
	// open holds the state outside of each action that waits for its end.
	open []state
	// content is the line where the current line of output starts to print
	// something, and 0 before.
	content int
}

// state is where the editor stands in the structure of the template.
type state struct {
	body   *body
	branch *branch
	vars   []string
	// entered is set when the hook at the start of the body has been written.
	entered bool
}

// edit gives the text of the file with hooks.
func (e *editor) edit() string {
	before := &action{}
	for _, a := range e.file.actions {
		e.literal(before.end, a.start, before.trimRight, a.trimLeft)
		e.action(a)
		before = a
	}
	e.literal(before.end, len(e.file.text), before.trimRight, false)
	e.finishLine(len(e.file.text))
	e.copyTo(len(e.file.text))
	return e.out.String()
}

// literal handles the text between two actions: what is left of it after the
// trim markers is printed, and where a printed line ends, a mark follows, before
// the white space that the next action trims.
func (e *editor) literal(start, end int, trimmedLeft, trimmedRight bool) {
	text := e.file.text[start:end]
	first, last := 0, len(text)
	if trimmedLeft {
		first = len(text) - len(strings.TrimLeft(text, spaces))
	}
	if trimmedRight {
		last = max(first, len(strings.TrimRight(text, spaces)))
	}
	if first < last && !e.entered {
		e.copyTo(start + first)
		e.enter("", start+first)
	}
	for at := first; at < len(text); {
		line, _, more := strings.Cut(text[at:], "\n")
		printed := line[:max(0, min(len(line), last-at))]
		if strings.Trim(printed, spaces) != "" {
			e.print(start + at)
		}
		if !more {
			return
		}
		lineEnd := at + len(strings.TrimSuffix(line, "\r"))
		e.mark(start + min(lineEnd, last))
		e.content = 0
		at += len(line) + 1
	}
}

// action handles an action: the hooks before it, and what it opens or closes.
func (e *editor) action(a *action) {
	if a.runs() {
		dash := ""
		if a.trimLeft {
			dash = "- "
		}
		e.copyTo(a.start)
		if !e.entered {
			e.enter(dash, a.start)
		}
		e.silent(dash, siteAction, a, a.start)
	}
	switch {
	case a.opens():
		e.begin(a)
	case a.word == "end":
		e.end(a)
	case a.word == "else":
		e.otherwise(a)
	}
	e.declare(a)
	if a.prints() {
		e.print(a.start)
	}
}

// print notes that something is printed at the offset.
func (e *editor) print(offset int) {
	if e.content == 0 {
		e.content = e.file.line(offset)
	}
}

func (e *editor) begin(a *action) {
	e.open = append(e.open, e.state)
	if inner := e.named[a]; inner != nil {
		e.finishLine(a.start)
		e.state = state{body: inner}
		return
	}
	e.branch = &branch{opens: a, condition: a, up: e.branch}
}

func (e *editor) end(a *action) {
	if len(e.open) == 0 {
		return
	}
	outside := e.open[len(e.open)-1]
	e.open = e.open[:len(e.open)-1]
	if e.body != outside.body {
		e.finishLine(a.start)
	}
	e.state = outside
}

// otherwise handles an else: the variables of the branch before it go out of
// scope.
func (e *editor) otherwise(a *action) {
	if e.branch == nil || len(e.open) == 0 {
		return
	}
	e.vars = e.open[len(e.open)-1].vars
	next := &branch{opens: e.branch.opens, up: e.branch.up}
	if a.pipe != nil {
		next.condition = a
	}
	e.branch = next
}

// declare adds the variables of an action to those in scope.
func (e *editor) declare(a *action) {
	for _, name := range a.declared() {
		if !slices.Contains(e.vars, name) {
			e.vars = append(e.vars[:len(e.vars):len(e.vars)], name)
		}
	}
}

// enter writes the hook at the start of a body.
func (e *editor) enter(dash string, offset int) {
	e.entered = true
	if !e.recorder.Unasked && !e.body.bare {
		e.out.WriteString("{{" + dash + hookFunc)
	}
	e.silent("", siteEnter, nil, offset)
}

// silent writes a hook that prints nothing.
func (e *editor) silent(dash string, kind siteKind, a *action, offset int) {
	if e.recorder.Unasked || e.body.bare {
		return
	}
	s := e.site(kind, a, e.file.line(offset))
	e.out.WriteString(s.hook(dash, e.recorder.add(s)))
}

// mark writes a mark at the offset if the line has printed something.
func (e *editor) mark(offset int) {
	if e.content == 0 || !e.body.marked || e.body.bare {
		return
	}
	e.copyTo(offset)
	s := e.site(siteMark, nil, e.content)
	if s.behindBrace = strings.HasSuffix(e.file.text[:offset], "{"); s.behindBrace {
		e.out.WriteString(" ")
	}
	number := e.recorder.add(s)
	if e.recorder.Unasked {
		e.out.WriteString(s.unasked(number))
		return
	}
	e.out.WriteString(s.hook("", number))
}

// finishLine marks a line that ends with the body, before the white space in
// front of the offset.
func (e *editor) finishLine(offset int) {
	e.mark(e.written + len(strings.TrimRight(e.file.text[e.written:offset], spaces)))
	e.content = 0
}

func (e *editor) site(kind siteKind, a *action, line int) *site {
	return &site{kind: kind, body: e.body, action: a, line: line, branch: e.branch, vars: e.vars}
}

func (e *editor) copyTo(offset int) {
	if offset > e.written {
		e.out.WriteString(e.file.text[e.written:offset])
		e.written = offset
	}
}
