package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Mistake is one thing in a configuration file that does not hold.
type Mistake struct {
	File File
	Place
	Message string
}

// Error gives file:line: message.
func (m Mistake) Error() string { return fmt.Sprintf("%s:%d: %s", m.File.Name, m.Line, m.Message) }

// Mistakes are all that is wrong with a configuration file, in the order of the
// lines.
type Mistakes []Mistake

// Error gives the mistakes, one a line.
func (m Mistakes) Error() string {
	lines := make([]string, len(m))
	for i, mistake := range m {
		lines[i] = mistake.Error()
	}
	return strings.Join(lines, "\n")
}

// sorted gives the mistakes by line, each once.
func (m Mistakes) sorted() Mistakes {
	slices.SortStableFunc(m, func(a, b Mistake) int { return cmp.Compare(a.Line, b.Line) })
	return slices.Compact(m)
}

// Join gives the mistakes in two errors of this package, either of which may be
// nil, as one error.
func Join(a, b error) error {
	first, _ := errors.AsType[Mistakes](a)
	second, _ := errors.AsType[Mistakes](b)
	return slices.Concat(first, second).errorOrNil()
}

// errorOrNil gives the mistakes as an error, nil where there are none.
func (m Mistakes) errorOrNil() error {
	if len(m) == 0 {
		return nil
	}
	return m.sorted()
}
