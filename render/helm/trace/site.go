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
}

// hookVersion is the apiVersion by which the recorder knows its hooks.
const hookVersion = "kubegap-lint.dev/trace"

// hook is an expression that tells the recorder that the site with this number
// was reached, and what an expression sees there: it calls lookup, which the
// recorder answers with a map, and puts the values into that map.
func (s *site) hook(number int) string {
	return `(set (lookup "` + hookVersion + `" "Hook" "" "` + strconv.Itoa(number) + `") "sees" (list ` +
		strings.Join(append([]string{".", "$"}, s.vars...), " ") + `))`
}

// silent is a hook that prints nothing; dash is the trim marker of the action
// that it precedes, or "".
func (s *site) silent(dash string, number int) string {
	return "{{" + dash + "$kubegapLintHook := " + s.hook(number) + "}}"
}

// mark is a hook that prints the numbers of the site and of the event, as a
// comment for YAML. Behind a brace the space before it is no part of the action,
// which would start a brace too early.
func (s *site) mark(behindBrace bool, number int) string {
	text := `printf " #kgl:` + strconv.Itoa(number) + `:%v;" ` + s.hook(number) + ".number}}"
	if behindBrace {
		return " {{" + strings.Replace(text, " #", "#", 1)
	}
	return "{{" + text
}
