package policy

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// Mistake is what is wrong with a file of a library.
type Mistake struct {
	// File is the name of the file, or of the folder, below the name of its tree.
	File string `json:"file"`
	// Line counts from 1. It is 0 where the mistake has no line.
	Line    int    `json:"line,omitempty"`
	Message string `json:"message"`
}

// Error writes the mistake as file:line: message.
func (m Mistake) Error() string {
	switch {
	case m.File == "":
		return m.Message
	case m.Line == 0:
		return m.File + ": " + m.Message
	default:
		return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.Message)
	}
}

// Mistakes are all that is wrong with a library, in the order of files and lines.
type Mistakes []Mistake

// Error writes the mistakes, one a line.
func (m Mistakes) Error() string {
	lines := make([]string, len(m))
	for i, mistake := range m {
		lines[i] = mistake.Error()
	}
	return strings.Join(lines, "\n")
}

// Sorted gives the mistakes by file and line, each once.
func (m Mistakes) Sorted() Mistakes {
	slices.SortStableFunc(m, func(a, b Mistake) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(m)
}

// err gives the mistakes as an error, nil where there are none.
func (m Mistakes) err() error {
	if len(m) == 0 {
		return nil
	}
	return m
}

// MistakesOf gives what an error says, one by one. An error without a place of
// its own concerns the file.
func MistakesOf(err error, file string) Mistakes {
	if list, ok := errors.AsType[Mistakes](err); ok {
		return list
	}
	if one, ok := errors.AsType[Mistake](err); ok {
		return Mistakes{one}
	}
	var found ast.Errors
	if one, ok := errors.AsType[*ast.Error](err); ok {
		found = ast.Errors{one}
	} else if !errors.As(err, &found) {
		return Mistakes{{File: file, Message: fsys.Cause(err).Error()}}
	}
	list := make(Mistakes, len(found))
	for i, e := range found {
		list[i] = Mistake{File: file, Message: explain(e)}
		if e.Location != nil {
			list[i] = at(e.Location, "%s", explain(e))
		}
	}
	return list
}

// at makes the mistake at a place in Rego.
func at(location *ast.Location, format string, args ...any) Mistake {
	return Mistake{location.File, location.Row, fmt.Sprintf(format, args...)}
}

// explain words an error of OPA. A function that OPA has and policies have not
// is undefined to the compiler.
func explain(e *ast.Error) string {
	name, undefined := strings.CutPrefix(e.Message, "undefined function ")
	if _, exists := ast.BuiltinMap[name]; undefined && exists {
		return name + cmp.Or(refused(name), notForPolicies)
	}
	return e.Message
}
