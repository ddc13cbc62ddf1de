package manifest

import (
	"cmp"
	"fmt"
	"strconv"
)

// Precision tells how sure a Location is.
type Precision int

// The precisions, from the least sure to the surest. The zero value is
// PrecisionFile.
const (
	// PrecisionFile: the field comes from this file; the line is that of the
	// object where it could be told, else the first.
	PrecisionFile Precision = iota
	// PrecisionNearby: the line belongs to the field's nearest ancestor that
	// exists, or to the block that produced it.
	PrecisionNearby
	// PrecisionExact: the line holds the field.
	PrecisionExact
)

var precisionNames = [...]string{"file", "nearby", "exact"}

// String gives file, nearby or exact.
func (p Precision) String() string { return precisionNames[p] }

// Reservation tells people what is not known of the place of a field; "" where the
// line is exact.
func (p Precision) Reservation() string {
	switch p {
	case PrecisionNearby:
		return "near this line: the field itself is not written here"
	case PrecisionFile:
		return "somewhere in this file: the line of the field is not known"
	default:
		return ""
	}
}

// MarshalText writes the precision as String does.
func (p Precision) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (p *Precision) UnmarshalText(text []byte) error {
	for i, name := range precisionNames {
		if name == string(text) {
			*p = Precision(i)
			return nil
		}
	}
	return fmt.Errorf("unknown precision %q", text)
}

// Location is a place in a file of the repository.
type Location struct {
	// File is the path relative to the repository root, with slashes.
	File string `json:"file"`
	// Line and Column are the start, counted from 1; Column counts code
	// points. Line is 0 where only the file is known, and so is Column where
	// only the line is known.
	Line   int `json:"line"`
	Column int `json:"column"`
	// EndLine and EndColumn are the end; EndColumn is the column after the
	// last code point. Both are 0 where Column is.
	EndLine   int       `json:"endLine"`
	EndColumn int       `json:"endColumn"`
	Precision Precision `json:"precision"`
}

// Trace is the place of a field: the line that a person edits to change it. The
// places that had a part in it follow, the nearest first: the template that
// includes the one that printed it, the values that it printed, the base that a
// patch overrides.
type Trace struct {
	Location
	Via []Hop
}

// Hop is a place that had a part in a field.
type Hop struct {
	// Message tells the part, as a clause without a full stop.
	Message  string
	Location Location
	// Omits is set for the value of a condition that leaves the field out.
	Omits bool
}

// String gives file:line:column, without the parts that are 0.
func (l Location) String() string {
	s := l.File
	if l.Line > 0 {
		s += ":" + strconv.Itoa(l.Line)
		if l.Column > 0 {
			s += ":" + strconv.Itoa(l.Column)
		}
	}
	return s
}

// Compare orders locations by file, line, column, end and precision.
func (l Location) Compare(m Location) int {
	return cmp.Or(
		cmp.Compare(l.File, m.File),
		cmp.Compare(l.Line, m.Line),
		cmp.Compare(l.Column, m.Column),
		cmp.Compare(l.EndLine, m.EndLine),
		cmp.Compare(l.EndColumn, m.EndColumn),
		cmp.Compare(l.Precision, m.Precision),
	)
}
