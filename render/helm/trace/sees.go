package trace

import (
	"slices"
	"strings"
	"text/template/parse"
)

// Dot gives the value of the dot at the hook; nil where it is unknown.
func (e *Event) Dot() any { return e.sees(0) }

// Vars gives the values of the variables in scope at the hook, by their names
// with the dollar sign. "$" is among them.
func (e *Event) Vars() map[string]any {
	vars := map[string]any{"$": e.sees(1)}
	for i, name := range e.site.vars {
		vars[name] = e.sees(2 + i)
	}
	return vars
}

// sees gives one of the values that the hook was called with.
func (e *Event) sees(i int) any {
	if i >= len(e.seen) {
		return nil
	}
	return e.seen[i]
}

// Setting is how a name got its value.
type Setting struct {
	// Expr is the pipeline that gave the value, with what it declares, or the
	// argument of a call; By is the event of the action that holds it.
	Expr parse.Node
	By   *Event
	// Element is set where the value is an element of what Expr gives.
	Element bool
}

// Set tells how a name that is visible at the hook got its value: "." by the
// with or range around the hook or by the call of the template, "$" by the call,
// and a variable by the last action that set it. ok is false where that is
// unknown or where the name stands for what Helm passes to a template file.
func (e *Event) Set(name string) (s Setting, ok bool) {
	switch name {
	case ".":
		return e.setDot()
	case "$":
		return e.argument()
	}
	for _, earlier := range slices.Backward(e.frame.before(e)) {
		if a := earlier.site.action; earlier.site.kind == siteAction && a.declares(name) {
			return Setting{Expr: a.pipe, By: earlier, Element: a.word == "range"}, true
		}
	}
	for b := e.site.branch; b != nil; b = b.up {
		if b.condition != nil && b.condition != b.opens && b.condition.declares(name) {
			by := e.opening(b)
			return Setting{Expr: b.condition.pipe, By: by}, by != nil
		}
	}
	return Setting{}, false
}

// setDot finds the nearest with or range whose branch the hook lies in.
func (e *Event) setDot() (Setting, bool) {
	for b := e.site.branch; b != nil; b = b.up {
		if b.condition == nil || b.condition.word == "else" && b.opens.word == "if" || b.condition.word == "if" {
			continue
		}
		by := e.opening(b)
		return Setting{Expr: b.condition.pipe, By: by, Element: b.condition.word == "range"}, by != nil
	}
	return e.argument()
}

// argument finds the expression that a template is called with.
func (e *Event) argument() (Setting, bool) {
	call := e.frame.call
	if call == nil {
		return Setting{}, false
	}
	a, name := call.site.action, e.frame.body.name
	if a.word == "template" || a.word == "block" {
		return Setting{Expr: a.pipe, By: call}, a.pipe != nil
	}
	if a.pipe == nil {
		return Setting{}, false
	}
	for command := range Commands(a.pipe) {
		if callee, ok := literal(command); ok && callee == name && len(command.Args) == 3 {
			return Setting{Expr: command.Args[2], By: call}, true
		}
	}
	return Setting{}, false
}

// before gives the events of the frame that came before e.
func (f *frame) before(e *Event) []*Event {
	i, _ := slices.BinarySearchFunc(f.events, e.number, func(other *Event, number int) int { return other.number - number })
	return f.events[:i]
}

// opening gives the last event of the action that opens a branch, before e.
func (e *Event) opening(b *branch) *Event {
	for _, earlier := range slices.Backward(e.frame.before(e)) {
		if earlier.site.action == b.opens && earlier.site.kind == siteAction {
			return earlier
		}
	}
	return nil
}

// maxActions bounds how many actions are looked at for one line.
const maxActions = 40

// Printing gives the actions that had a part in a printed line, given the event
// of its mark: those that stand in the line of the template, and those of the
// templates that they call, in the order in which they ran. Of very many it gives
// the last ones.
func (e *Event) Printing() []*Event {
	if e.number < 0 {
		return nil
	}
	var all []*Event
	for i := e.number - 1; i >= 0 && len(all) < maxActions; i-- {
		earlier := e.recorder.events[i]
		if earlier.frame == e.frame {
			if earlier.site.kind != siteAction || earlier.EndLine() < e.site.line {
				break
			}
		} else if !earlier.frame.within(e.frame) {
			break
		}
		if earlier.site.kind == siteAction {
			all = append(all, earlier)
		}
	}
	slices.Reverse(all)
	return all
}

// Called gives the actions of the templates that an action called, in the order in
// which they ran. Of very many it gives the first ones.
func (e *Event) Called() []*Event {
	if e.number < 0 {
		return nil
	}
	var all []*Event
	for _, later := range e.recorder.events[e.number+1:] {
		if len(all) == maxActions || !later.frame.calledBy(e) {
			break
		}
		if later.site.kind == siteAction {
			all = append(all, later)
		}
	}
	return all
}

// calledBy tells whether an action led to the frame.
func (f *frame) calledBy(e *Event) bool {
	for ; f != nil; f = f.up() {
		if f.call == e {
			return true
		}
	}
	return false
}

// Prints tells whether the action of the event can print text.
func (e *Event) Prints() bool { return e.site.action != nil && e.site.action.prints() }

// Beside tells whether the event is of the same run of a template as another.
func (e *Event) Beside(other *Event) bool { return e.frame == other.frame }

// Condition is an expression that decided whether a branch was printed.
type Condition struct {
	Expr parse.Node
	// By is the event of the if, with or range that the branch belongs to, and
	// Line the line of the condition in its template.
	By   *Event
	Line int
}

// Conditions gives the conditions of the branches around the hook, the nearest
// first: those of its template, then those of the templates that led to it. The
// last branch of an if has the conditions of the others.
func (e *Event) Conditions() []Condition {
	var all []Condition
	for e != nil && e.number >= 0 {
		for b := e.site.branch; b != nil; b = b.up {
			by, decides := e.opening(b), b.condition
			if decides == nil {
				decides = b.opens
			}
			if by != nil && decides.pipe != nil {
				all = append(all, Condition{Expr: decides.pipe, By: by, Line: decides.line})
			}
		}
		e = e.frame.call
	}
	return all
}

// LeftOut gives the conditions of the if, with and range actions which ran after
// e and up to the event last, or to the end where that is nil, in the template of
// e or those that it called, and whose text sets the key: what may have left the
// key out.
func (e *Event) LeftOut(last *Event, key string) []Condition {
	if e.number < 0 || last != nil && last.number < e.number {
		return nil
	}
	until := len(e.recorder.events)
	if last != nil {
		until = last.number
	}
	var all []Condition
	for _, later := range e.recorder.events[e.number:until] {
		if later.site.kind == siteAction && later.frame.within(e.frame) && later.holds(key) {
			all = append(all, Condition{Expr: later.site.action.pipe, By: later, Line: later.site.line})
		}
	}
	return all
}

// holds tells whether the action opens a branch in whose text a line sets the
// key.
func (e *Event) holds(key string) bool {
	a := e.site.action
	if a.pipe == nil || a.word != "if" && a.word != "with" && a.word != "range" {
		return false
	}
	f := e.site.body.file
	for line := range strings.Lines(f.text[a.end:f.endOf(a)]) {
		rest, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(line, " \t"), "- "), " \t"), key+":")
		if ok && (rest == "" || isSpace(rest[0])) {
			return true
		}
	}
	return false
}

// endOf gives the offset where the branches of an action end.
func (f *file) endOf(opens *action) int {
	depth := 0
	for _, a := range f.actions {
		if a.start < opens.start {
			continue
		}
		if a.opens() {
			depth++
		}
		if a.word == "end" {
			if depth--; depth == 0 {
				return a.start
			}
		}
	}
	return len(f.text)
}
