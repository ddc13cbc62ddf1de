package trace

import (
	"regexp"
	"strconv"
	"strings"
)

// markPattern is what a mark prints. Its second number is missing where the
// engine does not ask the recorder.
var markPattern = regexp.MustCompile(` #kgl:(\d+):(\d+|<nil>);`)

// Lines leads from the lines that a template prints to the events that printed
// them.
type Lines struct {
	events []*Event
	sure   []bool
	// clean are the lines, and other those that stood in their place when the
	// templates were run with hooks.
	clean, other []string
}

// Lines compares what a template prints with hooks with what it prints without. It
// is for when the rendering is over.
func (r *Recorder) Lines(marked, clean string) *Lines {
	r.link()
	stripped, events := r.unmark(marked)
	want := strings.Split(clean, "\n")
	l := &Lines{events: make([]*Event, len(want)), sure: make([]bool, len(want)), clean: want, other: make([]string, len(want))}
	for i, pair := range align(stripped, want) {
		if pair.from < 0 {
			continue
		}
		event, other := events[pair.from], stripped[pair.from]
		l.events[i], l.other[i] = event, other
		l.sure[i] = pair.sure && event.isCertain(other, want[i])
	}
	// A line of which nothing is known lies between others that are known.
	for i := len(want) - 2; i >= 0; i-- {
		if l.events[i] == nil {
			l.events[i] = l.events[i+1]
		}
	}
	return l
}

// At gives the event at the end of the template line that printed a line,
// counted from 1, and whether that is sure. It is nil where nothing is known.
func (l *Lines) At(line int) (e *Event, sure bool) {
	if line < 1 || line > len(l.events) {
		return nil, false
	}
	return l.events[line-1], l.sure[line-1]
}

// Texts gives a line, counted from 1, and the one that stood in its place when
// the templates were run with hooks. They differ where templates make up values.
func (l *Lines) Texts(line int) (clean, other string) {
	if line < 1 || line > len(l.clean) {
		return "", ""
	}
	return l.clean[line-1], l.other[line-1]
}

// unmark takes the marks out of a text, and gives for each of its lines the event
// that printed it: that of its first mark, or for a line without a mark, which is
// a part of what an action prints, the one that owner finds.
func (r *Recorder) unmark(marked string) (lines []string, events []*Event) {
	lines = strings.Split(marked, "\n")
	events = make([]*Event, len(lines))
	var below owner
	for i := len(lines) - 1; i >= 0; i-- {
		first := markPattern.FindStringSubmatch(lines[i])
		if first != nil {
			below = owner{event: r.event(first[1], first[2])}
			lines[i] = markPattern.ReplaceAllString(lines[i], "")
		}
		events[i] = below.of(lines[i], first != nil)
	}
	return lines, events
}

// owner is the event to which lines above a mark belong, seen from below.
type owner struct {
	event *Event
	// begun is set once a line has been seen with which the output of the event's
	// line of the template begins. What is above belongs to a caller.
	begun bool
}

// of gives the event of a line. Without a mark it belongs to the mark below unless
// the output of that line has begun already: then to the nearest call that led
// there whose own output has not.
func (o *owner) of(line string, marked bool) *Event {
	line = strings.TrimSpace(line)
	if o.event == nil {
		return nil
	}
	if !marked && o.begun {
		if line == "" {
			return o.event
		}
		calls := o.event.Calls()
		if len(calls) == 0 {
			return o.event
		}
		*o = owner{event: calls[0]}
	}
	prefix := o.event.prefix()
	o.begun = o.begun || prefix != "" && strings.HasPrefix(line, prefix)
	return o.event
}

// isCertain tells whether the event is known to have printed a line of the text
// without hooks, in whose place the other text stood: both are the same, or the
// template's line has an action, which may print something else each time. If not,
// the two renderings may have taken different branches. Where the engine has not
// asked the recorder, only the text of a template is certain.
func (e *Event) isCertain(other, line string) bool {
	switch {
	case e == nil:
		return other == line
	case e.number < 0:
		return strings.TrimSpace(e.templateLine()) == strings.TrimSpace(line)
	}
	return other == line || strings.Contains(e.templateLine(), "{{")
}

// prefix is the text that stands before the first action in the line of the
// template.
func (e *Event) prefix() string {
	text, _, _ := strings.Cut(e.templateLine(), "{{")
	return strings.TrimSpace(text)
}

// templateLine is the line of the template that the hook stands in.
func (e *Event) templateLine() string {
	f := e.site.body.file
	text, _, _ := strings.Cut(f.text[f.lineStart(e.Line()):], "\n")
	return text
}

// event gives the event that a mark names. Where only the site is known, an
// event without a frame stands for it.
func (r *Recorder) event(site, number string) *Event {
	if n, err := strconv.Atoi(number); err == nil && n < len(r.events) {
		return r.events[n]
	}
	if n, err := strconv.Atoi(site); err == nil && n < len(r.sites) {
		return &Event{recorder: r, number: -1, site: r.sites[n], frame: &frame{body: r.sites[n].body}}
	}
	return nil
}
