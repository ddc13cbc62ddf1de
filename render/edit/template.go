package edit

import (
	"errors"
	"regexp"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// errTemplate tells of a line of a template that is not literal.
var errTemplate = errors.New("the template computes that line")

// errCondition tells of a field that a template prints under a condition.
var errCondition = errors.New("the template prints the field under a condition")

// Lines of a template that can be edited.
var (
	// literalEntry is an entry with a scalar, and maybe a comment.
	literalEntry = regexp.MustCompile(`^( *(?:- +)*)("?[\w./-]+"?)(: +)([^\s#].*?)( +#.*)?$`)
	// openEntry is the key of a block, and maybe a comment.
	openEntry = regexp.MustCompile(`^( *(?:- +)*)"?[\w./-]+"?:( +#.*)?$`)
	// itemEntry is the first entry of an item that is a mapping.
	itemEntry = regexp.MustCompile(`^( *- +)"?[\w./-]+"?:( .*)?$`)
)

// setLine is Set for a template, and for a text that a file holds.
func (f *File) setLine(field Field, value any) (Replacement, error) {
	if !f.hasLines(field.At.Line) {
		return Replacement{}, errNoField
	}
	line := f.line(field.At.Line)
	m := literalEntry.FindStringSubmatchIndex(line)
	if m == nil || strings.Contains(line, "{{") || isBlock(value) {
		return Replacement{}, f.errLine()
	}
	old := line[m[8]:m[9]]
	if docs := manifest.Parse("", []byte("a: "+old+"\n")); len(docs) != 1 || docs[0].Err != nil || !isValue(docs[0].Body, field.Old) {
		return Replacement{}, errOther
	}
	text := flow(value)
	if s, ok := value.(string); ok && old[0] == '"' {
		text = quoted(s)
	}
	start := f.lines[field.At.Line-1]
	r := Replacement{Start: start + m[8], End: start + m[9], Text: text}
	if field.Key != "" {
		r = Replacement{Start: start + m[4], End: r.End, Text: field.Key + line[m[6]:m[7]] + text}
	}
	return r, nil
}

// isValue tells whether the entry a of a mapping is a scalar value.
func isValue(body, value any) bool {
	m, _ := body.(map[string]any)
	got, ok := m["a"]
	return ok && !isBlock(got) && !isBlock(value) && scalar(got) == scalar(value)
}

// hasLines tells whether a line is edited as it stands: one of a template, or of a
// text that the file holds.
func (f *File) hasLines(number int) bool {
	return number >= 1 && number <= len(f.lines) && (f.isTemplate() || f.inText(number))
}

// errLine tells of a line that cannot be edited as it stands.
func (f *File) errLine() error {
	if f.isTemplate() {
		return errTemplate
	}
	return errForm
}

// insertLines is Insert for a template, and for a text that a file holds: the entry comes first in the block, where
// no action stands between it and the key.
func (f *File) insertLines(at manifest.Location, last *manifest.Step, key string, value any) (Replacement, error) {
	if last == nil || !f.hasLines(at.Line) {
		return Replacement{}, errNoField
	}
	line := f.line(at.Line)
	if last.IsIndex() {
		m := itemEntry.FindStringSubmatch(line)
		if m == nil || strings.Count(line, "{{") != strings.Count(line, "}}") || strings.HasSuffix(line, "|") || strings.HasSuffix(line, ">") {
			return Replacement{}, f.errLine()
		}
		if f.mayPrint(at.Line, len(m[1]), key) {
			return Replacement{}, errCondition
		}
		return f.addLines(at.Line, len(m[1]), f.style.entry(key, value, len(m[1]))), nil
	}
	m := openEntry.FindStringSubmatch(line)
	if m == nil {
		return Replacement{}, f.errLine()
	}
	indent, ok := f.childIndent(at.Line, len(m[1]))
	if !ok {
		return Replacement{}, f.errLine()
	}
	if f.mayPrint(at.Line, indent, key) {
		return Replacement{}, errCondition
	}
	return f.addLines(at.Line, indent, f.style.entry(key, value, indent)), nil
}

// mayPrint tells whether the block below a line, whose entries have an indentation,
// has lines for a key: some values would print it, and then twice.
func (f *File) mayPrint(number, indent int, key string) bool {
	for number++; number <= len(f.lines); number++ {
		line := f.line(number)
		content := strings.TrimLeft(line, " ")
		switch at := len(line) - len(content); {
		case strings.HasPrefix(content, key+":"):
			return true
		case content == "" || content[0] == '#' || strings.HasPrefix(content, "{{"):
			if strings.HasPrefix(content, "{{") && strings.Contains(content, "."+key) {
				return true
			}
		case at < indent:
			return false
		}
	}
	return false
}

// childIndent gives the indentation of the first literal entry of the block below
// a line.
func (f *File) childIndent(number, indent int) (int, bool) {
	for number++; number <= len(f.lines); number++ {
		line := f.line(number)
		content := strings.TrimLeft(line, " ")
		switch at := len(line) - len(content); {
		case content == "" || content[0] == '#' || strings.HasPrefix(content, "{{"):
		case at <= indent || strings.HasPrefix(content, "-"):
			return 0, false
		default:
			return at, true
		}
	}
	return 0, false
}
