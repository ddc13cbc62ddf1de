package trace

import (
	"slices"
	"strconv"
	"strings"
	"text/template/parse"
)

// bodies gives the named templates of a file by the actions that define them.
func (f *file) bodies(values map[string]bool) map[*action]*body {
	named := map[*action]*body{}
	var open []*action
	for _, a := range f.actions {
		switch {
		case a.opens():
			open = append(open, a)
		case a.word == "end" && len(open) > 0:
			start := open[len(open)-1]
			open = open[:len(open)-1]
			if start.word != "define" && start.word != "block" {
				continue
			}
			name := definedName(f.text[start.inner:start.end])
			named[start] = &body{file: f, name: name, marked: !values[name] && f.isBlock(start, a)}
		}
	}
	return named
}

// definedName gives the name in the inside of a define or block.
func definedName(inside string) string {
	i := strings.IndexAny(inside, "\"`")
	if i < 0 {
		return ""
	}
	name, err := strconv.Unquote(inside[i : i+quoted(inside[i:])])
	if err != nil {
		return ""
	}
	return name
}

// isBlock tells whether what stands between two actions prints lines rather
// than a value: a line of it looks like YAML, or it has two lines of text in a
// row.
func (f *file) isBlock(from, to *action) bool {
	for i, a := range f.actions {
		if a.start < from.start || a.end >= to.end {
			continue
		}
		lines := 0
		for line := range strings.Lines(strings.Trim(f.text[a.end:f.actions[i+1].start], spaces)) {
			if lines++; lines > 1 || looksLikeYAML(line) {
				return true
			}
		}
	}
	return false
}

// parsed are the functions that read the output of a template as something
// that has no comments.
var parsed = []string{"fromJson", "mustFromJson", "fromJsonArray"}

// values gives the names of the templates whose output is read as JSON.
func values(files []*file) map[string]bool {
	names := map[string]bool{}
	for _, f := range files {
		for _, a := range f.actions {
			if a.pipe == nil || len(a.calls) == 0 {
				continue
			}
			for command := range Commands(a.pipe) {
				name, _ := command.Args[0].(*parse.IdentifierNode)
				if name != nil && slices.Contains(parsed, name.Ident) {
					for _, callee := range a.calls {
						names[callee] = true
					}
				}
			}
		}
	}
	return names
}
