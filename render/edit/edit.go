// Package edit changes single fields in the text of YAML and JSON files, and in
// those lines of templates that are literal. It never writes a file anew: each
// byte outside of what changes stays as it is, and what is added follows the
// style of the file. Whether an edit has the effect that is wanted is for the
// caller to prove.
package edit

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// File is the text of a file to edit.
type File struct {
	name string
	// data is the file, and text what manifest.Text makes of it: without byte
	// order mark, and with lines that end in "\n".
	data []byte
	text string
	// start is the length of the byte order mark.
	start int
	// returns are the offsets in text of the line ends that have a "\r" in the
	// file.
	returns []int
	// lines are the offsets in text at which lines start.
	lines []int
	docs  []*manifest.Document
	style style
}

// errEncoding tells of a file whose bytes are not those of its text.
var errEncoding = errors.New("the file is not UTF-8 text")

// Read reads a file to edit. It fails for one that is not UTF-8.
func Read(name string, data []byte) (*File, error) {
	text, ok := manifest.Text(data)
	if !ok || !utf8.Valid(data) {
		return nil, errEncoding
	}
	f := &File{name: name, data: data, text: text, lines: []int{0}}
	if bytes.HasPrefix(data, []byte("\uFEFF")) {
		f.start = len("\uFEFF")
	}
	removed := 0
	for i, b := range data[f.start:] {
		if b != '\n' {
			continue
		}
		if i > 0 && data[f.start+i-1] == '\r' {
			removed++
			f.returns = append(f.returns, i-removed)
		}
		f.lines = append(f.lines, i-removed+1)
	}
	f.docs = manifest.Parse(name, data)
	f.style = styleOf(text)
	return f, nil
}

// Replacement puts a text in the place of another. Both have lines that end in
// "\n", whatever the file has.
type Replacement struct {
	// Start and End are offsets in the text, as manifest.Text gives it.
	Start, End int
	Text       string
	// depth orders texts that are added at the same place: the deepest comes
	// first.
	depth int
}

// Data gives the file as it was read, and Documents what is in it.
func (f *File) Data() []byte { return f.data }

// Documents gives the documents of the file, for reading only.
func (f *File) Documents() []*manifest.Document { return f.docs }

// Sort orders replacements by place, and drops those that are there twice.
func Sort(list []Replacement) []Replacement {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Replacement) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(b.depth, a.depth))
	})
	kept := list[:0]
	for _, r := range list {
		if !slices.Contains(kept, r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// Overlap tells whether two of some sorted replacements concern the same text.
func Overlap(sorted []Replacement) bool {
	for i := 1; i < len(sorted); i++ {
		if sorted[i].Start < sorted[i-1].End {
			return true
		}
	}
	return false
}

// Apply gives the file with replacements, which do not overlap. Lines that are
// added end as the line does at which they are added.
func (f *File) Apply(sorted []Replacement) []byte {
	var out bytes.Buffer
	done := 0
	for _, r := range sorted {
		start, end := f.offset(r.Start), f.offset(r.End)
		out.Write(f.data[done:start])
		out.WriteString(f.withBreaks(r))
		done = end
	}
	out.Write(f.data[done:])
	return out.Bytes()
}

// Inserted gives the text of a replacement as it goes into the file.
func (f *File) Inserted(r Replacement) string { return f.withBreaks(r) }

// withBreaks gives the text of a replacement with the line ends of its place: that
// of its line, or where the file ends, of the line before.
func (f *File) withBreaks(r Replacement) string {
	line := f.lineAt(r.Start)
	if r.Start == len(f.text) && line > 0 {
		line--
	}
	if _, isReturn := slices.BinarySearch(f.returns, f.endOf(line+1)); isReturn {
		return strings.ReplaceAll(r.Text, "\n", "\r\n")
	}
	return r.Text
}

// offset gives the offset in the file of an offset in its text.
func (f *File) offset(at int) int {
	before, _ := slices.BinarySearch(f.returns, at)
	return f.start + at + before
}

// lineAt gives the index of the line that holds an offset.
func (f *File) lineAt(offset int) int {
	at, exact := slices.BinarySearch(f.lines, offset)
	if exact {
		return at
	}
	return at - 1
}

// line gives a line, counted from 1, without its end; "" beyond the last one.
func (f *File) line(number int) string {
	if number < 1 || number > len(f.lines) {
		return ""
	}
	text := f.text[f.lines[number-1]:]
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return text[:i]
	}
	return text
}

// endOf gives the offset of the end of a line, counted from 1, before its break.
func (f *File) endOf(number int) int { return f.lines[number-1] + len(f.line(number)) }

// at gives the offset of a line and a column, both counted from 1.
func (f *File) at(line, column int) int {
	text := f.line(line)
	offset := f.lines[line-1]
	for range column - 1 {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		offset += size
	}
	return offset
}

// Location gives the place of the text that a replacement replaces.
func (f *File) Location(r Replacement) manifest.Location {
	l := manifest.Location{File: f.name, Precision: manifest.PrecisionExact}
	l.Line, l.Column = f.position(r.Start)
	l.EndLine, l.EndColumn = f.position(r.End)
	return l
}

func (f *File) position(offset int) (line, column int) {
	i := f.lineAt(offset)
	return i + 1, utf8.RuneCountInString(f.text[f.lines[i]:offset]) + 1
}
