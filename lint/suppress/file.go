package suppress

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// file is a source file with comments that suppress.
type file struct {
	scan
	lines []string
	// byLine are the suppressions for the findings in a line, from 1.
	byLine map[int][]*entry
	// counted is how far the letters of a line are counted.
	counted count
}

// count is how many letters the first bytes of a line are, and the column of its end.
type count struct{ line, bytes, runes, end int }

// readFile reads the comments of a file; nil where there are none.
func (s *session) readFile(name string, data []byte) *file {
	syn, ok := s.syntaxOf(name)
	text, isText := manifest.Text(data)
	if !ok || !isText {
		return nil
	}
	f := &file{scan: scanText(text, syn), lines: strings.Split(text, "\n"), byLine: map[int][]*entry{}}
	for _, c := range f.directives(s.ids) {
		at := f.location(name, c.comment)
		if c.saying == nearly {
			s.invalid(at, "is not understood; write "+mark+" RULE -- REASON")
			continue
		}
		d, fault := parse(c.rest)
		if fault != "" {
			s.invalid(at, fault)
			continue
		}
		e := s.newEntry(lint.SuppressedByComment, d, at)
		s.comments = append(s.comments, e)
		line := f.target(c.line)
		f.byLine[line] = append(f.byLine[line], e)
	}
	return f
}

// written is a comment, or a part of one, that says something of suppressions.
type written struct {
	comment
	saying saying
	// rest is what follows the mark.
	rest string
}

// anotherPart begins a further part of a comment.
var anotherPart = regexp.MustCompile(`[ \t]#[# \t]*`)

// directives gives the comments that say something of suppressions, and the parts of
// comments that do, each behind a # of its own: behind another such part, or behind
// what another program reads at the end of a line. A line that is a comment as a whole
// may be content that somebody took out with what belongs to it.
func (f *file) directives(x ids) []written {
	var list []written
	for _, c := range f.comments {
		list = append(list, f.parts(c, x)...)
	}
	return list
}

// parts gives the parts of a comment that say something of suppressions.
func (f *file) parts(c comment, x ids) []written {
	var list []written
	line := f.lines[c.line-1]
	begin := c.column - 1 + max(0, strings.Index(line[c.column-1:], c.text))
	part, reason := []int{0, 0}, 0
	for _, next := range append(anotherPart.FindAllStringIndex(c.text, -1), []int{len(c.text), len(c.text)}) {
		saying, rest := x.say(c.text[part[1]:next[0]])
		switch {
		case saying != nothing && (part[1] == 0 || len(list) > 0 || !f.bare[c.line-1]):
			at := comment{c.text[part[1]:next[0]], c.line, c.column}
			if part[1] > 0 {
				at.column = begin + part[0] + 2 // Behind the blank.
			}
			list, reason = append(list, written{at, saying, rest}), next[0]-len(rest)
		case len(list) > 0: // It belongs to the reason.
			list[len(list)-1].rest = c.text[reason:next[0]]
		}
		part = next
	}
	return list
}

// syntaxOf tells what a comment is in a file; false where there are none.
func (s *session) syntaxOf(name string) (syntax, bool) {
	switch {
	case path.Ext(name) == ".json":
		return 0, false
	case s.isTemplate(name):
		return templateText, true
	case path.Ext(name) == ".yaml" || path.Ext(name) == ".yml" || path.Base(name) == "Kustomization":
		return yamlText, true
	}
	return plainText, true
}

// isTemplate tells whether a file is a template of a chart that a unit has read.
func (s *session) isTemplate(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if path.Base(dir) == "templates" && s.files[path.Join(path.Dir(dir), "Chart.yaml")] {
			return true
		}
	}
	return false
}

// location is the place of a comment from its text to the end of the line. It
// counts on from the comment before it in the same line, so that many take time
// linear in the line.
func (f *file) location(name string, c comment) manifest.Location {
	line := f.lines[c.line-1]
	if f.counted.line != c.line {
		f.counted = count{line: c.line, end: utf8.RuneCountInString(strings.TrimRight(line, " \t\r")) + 1}
	}
	f.counted.runes += utf8.RuneCountInString(line[f.counted.bytes : c.column-1])
	f.counted.bytes = c.column - 1
	return manifest.Location{
		File: name, Line: c.line, Column: f.counted.runes + 1,
		EndLine: c.line, EndColumn: f.counted.end,
		Precision: manifest.PrecisionExact,
	}
}

// target gives the line that a comment is about: its own, or, where there is
// nothing else in it, the first one below that holds more than comments.
func (f *file) target(line int) int {
	for line <= len(f.bare) && f.bare[line-1] {
		line++
	}
	return line
}

// at gives the suppressions for a finding at a location.
func (f *file) at(l manifest.Location) []*entry {
	var entries []*entry
	for _, line := range f.linesFor(l) {
		entries = append(entries, f.byLine[line]...)
	}
	return entries
}

// linesFor gives the lines at which a comment suppresses a finding at a location:
// that of the location; that in which a string or a block of text begins which
// the line lies in, since there are no comments in it; and for a field that is
// not written, the one that opens the block around the line.
func (f *file) linesFor(l manifest.Location) []int {
	line := l.Line
	if line < 1 {
		line = f.target(1)
	}
	if line > len(f.lines) {
		return nil
	}
	lines := []int{line}
	if l.EndLine > line {
		lines = append(lines, l.EndLine)
	}
	if opener := f.opener[line-1]; opener > 0 {
		lines = append(lines, opener)
	} else if l.Precision == manifest.PrecisionNearby {
		lines = append(lines, f.blockAround(line))
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// blockAround gives the line that opens the block which a line lies in: the line
// itself where it opens one, else the nearest above that is indented less.
func (f *file) blockAround(line int) int {
	own := f.indent(line)
	for next := line + 1; next <= len(f.lines); next++ {
		if indent := f.indent(next); indent >= 0 {
			if indent > own {
				return line
			}
			break
		}
	}
	for above := line - 1; above > 0; above-- {
		if indent := f.indent(above); indent >= 0 && indent < own {
			return above
		}
	}
	return line
}

// indent is the column, from 0, at which a line begins; -1 for one that is blank
// or holds comments only.
func (f *file) indent(line int) int {
	text := f.lines[line-1]
	begin := strings.TrimLeft(text, " ")
	if strings.TrimSpace(begin) == "" || f.bare[line-1] {
		return -1
	}
	return len(text) - len(begin)
}
