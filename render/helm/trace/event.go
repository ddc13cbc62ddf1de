package trace

import (
	"reflect"
	"text/template/parse"
)

// Event is one time that a hook was reached.
type Event struct {
	recorder *Recorder
	number   int
	site     *site
	frame    *frame
	// seen are the values that an expression sees, see site.hook.
	seen []any
	// made counts the templates that the action has called.
	made int
}

// frame is one execution of a body.
type frame struct {
	body *body
	// call is the event of the action that called the body; nil for a file.
	call *Event
	// root is the value that it was called with.
	root any
	// events are those of the frame itself.
	events []*Event
}

// up gives the frame that called f, or nil.
func (f *frame) up() *frame {
	if f.call == nil {
		return nil
	}
	return f.call.frame
}

// within tells whether f is g or was called, directly or not, from it.
func (f *frame) within(g *frame) bool {
	for ; f != nil; f = f.up() {
		if f == g {
			return true
		}
	}
	return false
}

// record adds an event.
func (r *Recorder) record(s *site, seen []any) {
	r.events = append(r.events, &Event{recorder: r, number: len(r.events), site: s, seen: seen})
}

// link finds the frames of the events once all are there: hooks tell when a body
// starts, and that it has ended shows when its caller goes on. Of a template that
// calls itself, the frame is the one that was called with the same value.
func (r *Recorder) link() {
	for _, e := range r.events[r.linked:] {
		r.last = e.number - 1
		if e.site.kind == siteEnter {
			r.top = &frame{body: e.site.body, call: r.caller(e.site.body), root: e.sees(1)}
		} else {
			r.top = r.frameOf(e)
		}
		e.frame = r.top
		e.frame.events = append(e.frame.events, e)
	}
	r.linked = len(r.events)
}

// frameOf finds the frame that an event belongs to among those that are open.
func (r *Recorder) frameOf(e *Event) *frame {
	var first *frame
	for f := r.top; f != nil; f = f.up() {
		if f.body != e.site.body {
			continue
		}
		if isSame(f.root, e.sees(1)) {
			return f
		}
		if first == nil {
			first = f
		}
	}
	if first == nil {
		first = &frame{body: e.site.body}
	}
	return first
}

// isSame tells whether two values are the same map or list, or equal.
func isSame(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if !x.IsValid() || !y.IsValid() || x.Type() != y.Type() {
		return x.IsValid() == y.IsValid() && !x.IsValid()
	}
	switch x.Kind() {
	case reflect.Map, reflect.Slice, reflect.Pointer, reflect.Func:
		return x.Pointer() == y.Pointer()
	}
	return x.Comparable() && x.Equal(y)
}

// caller gives the event of the action that has called a body: the last one of
// a frame that may call it. A file is called by none.
func (r *Recorder) caller(b *body) *Event {
	if b.whole && !r.included(b) {
		return nil
	}
	for f := r.top; f != nil; f = f.up() {
		if last := f.lastAction(); last != nil && last.site.action.mayCall(b.name, last.made) {
			last.made++
			return last
		}
	}
	return nil
}

// included tells whether the last action includes a whole file, as those do that
// print the checksum of another template.
func (r *Recorder) included(b *body) bool {
	if r.top == nil {
		return false
	}
	last := r.top.lastAction()
	return last != nil && last.number == r.last && last.site.action.mayCall(b.name, last.made)
}

func (f *frame) lastAction() *Event {
	for i := len(f.events) - 1; i >= 0; i-- {
		if f.events[i].site.kind == siteAction {
			return f.events[i]
		}
	}
	return nil
}

// Template is Helm's path of the template that the hook stands in.
func (e *Event) Template() string { return e.site.body.file.name }

// Line is the line of the template that the hook stands in, from 1.
func (e *Event) Line() int { return e.site.line }

// EndLine is the line where the action of the event ends, which is Line for a
// mark.
func (e *Event) EndLine() int {
	if e.site.action == nil {
		return e.site.line
	}
	return e.site.action.endLine
}

// Node is what the action of the event evaluates: a *parse.PipeNode, or a
// *parse.TemplateNode. It is nil for a mark.
func (e *Event) Node() parse.Node {
	if e.site.action == nil {
		return nil
	}
	return e.site.action.node
}

// Calls gives the actions that led to the event by calling the templates that it
// lies in, the nearest first.
func (e *Event) Calls() []*Event {
	var all []*Event
	for call := e.frame.call; call != nil; call = call.frame.call {
		all = append(all, call)
	}
	return all
}
