package trace

import (
	"slices"
	"strconv"
	"strings"
)

// file is a template.
type file struct {
	// name is the path under which Helm knows the template.
	name    string
	text    string
	actions []*action
	// breaks are the offsets of the line breaks.
	breaks []int
}

func newFile(name, text string) *file {
	f := &file{name: name, text: text, actions: scan(text)}
	for i := range len(text) {
		if text[i] == '\n' {
			f.breaks = append(f.breaks, i)
		}
	}
	return f
}

// line gives the line of an offset, from 1.
func (f *file) line(offset int) int {
	line, _ := slices.BinarySearch(f.breaks, offset)
	return line + 1
}

// lineStart gives the offset of the start of a line, from 1.
func (f *file) lineStart(line int) int {
	if line < 2 || line-2 >= len(f.breaks) {
		return 0
	}
	return f.breaks[line-2] + 1
}

// body is what a template file prints itself, or a named template in it.
type body struct {
	file *file
	// name is that of a named template, and Helm's path of the file otherwise.
	name string
	// whole is set for the file itself.
	whole bool
	// marked is set where lines of the body get marks. What prints a value, such
	// as a name, gets none: charts compare and cut such text.
	marked bool
	// bare is set for a file whose own text gets no hooks but one at its start and one
	// at its end.
	bare bool
}

// branch is the branch of an if, with or range that a place lies in.
type branch struct {
	// opens is the action that starts the whole, and condition the one with the
	// pipeline of this branch: opens itself, an else if or else with, or nil in
	// an else.
	opens, condition *action
	up               *branch
}

// siteKind tells what a hook stands for.
type siteKind int

const (
	// siteEnter stands at the start of a body.
	siteEnter siteKind = iota
	// siteAction stands before an action.
	siteAction
	// siteLeave stands at the end of a body that is bare.
	siteLeave
	// siteMark stands at the end of a printed line, and prints a mark.
	siteMark
)

// site is a place in a template with a hook.
type site struct {
	kind siteKind
	body *body
	// action is the one that the hook stands before; nil for other kinds.
	action *action
	// line is where it stands in the template, from 1.
	line   int
	branch *branch
	// vars are the variables in scope. They are shared and never changed.
	vars []string
	// behindBrace is set for a mark behind a brace: the space before it is no part of
	// its action, which would start a brace too early.
	behindBrace bool
}

// hookVersion is the apiVersion by which the recorder knows its hooks.
const hookVersion = "kubegap-lint.dev/trace"

// hookVar is the variable that holds the function of the hooks of a body.
const hookVar = "$kubegapLintHook"

// hookFunc declares hookVar. The engine asks the recorder for an object, which has
// the function in a field.
const hookFunc = hookVar + ` := (lookup "` + hookVersion + `" "Hook" "" "hook").` + hookField + "}}"

// hookField is the field of the object that holds the function.
const hookField = "call"

// hook is an action that tells the recorder that the site with this number was
// reached, and what an expression sees there. It prints a mark where the site is
// one, and else nothing. dash is the trim marker of the action that it precedes, or
// "".
func (s *site) hook(dash string, number int) string {
	seen := append([]string{strconv.Itoa(number), ".", "$"}, s.vars...)
	return "{{" + dash + "call " + hookVar + " " + strings.Join(seen, " ") + "}}"
}

// unasked is an action that prints the mark of a site of which the recorder is not
// told.
func (s *site) unasked(number int) string {
	return "{{" + strconv.Quote(s.mark(number, "<nil>")) + "}}"
}

// mark is the comment for YAML that tells the numbers of the site and of the event.
func (s *site) mark(number int, event string) string {
	text := "#kgl:" + strconv.Itoa(number) + ":" + event + ";"
	if s.behindBrace {
		return text
	}
	return " " + text
}
