// Package mistake holds what is wrong with files that people write for the program.
package mistake

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Mistake is one thing that is wrong with a file.
type Mistake struct {
	// File is the name of the file, or of the folder, for people. It is empty where
	// the mistake has no place.
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

// List is all that is wrong.
type List []Mistake

// Error writes the mistakes, one a line.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, mistake := range l {
		lines[i] = mistake.Error()
	}
	return strings.Join(lines, "\n")
}

// Sorted gives the mistakes by file, line and message, each once.
func (l List) Sorted() List {
	sorted := slices.Clone(l)
	slices.SortFunc(sorted, func(a, b Mistake) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(sorted)
}

// Err gives the sorted mistakes as an error, nil where there are none.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l.Sorted()
}

// Join gives the mistakes in two errors, each of which is nil or a List, as one error.
func Join(a, b error) error {
	first, _ := errors.AsType[List](a)
	second, _ := errors.AsType[List](b)
	return slices.Concat(first, second).Err()
}
