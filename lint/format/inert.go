package format

import (
	"io"
	"slices"
)

// Inert gives a writer that passes text for people on to w, and keeps the log of a build
// from acting on it: text from manifests must not forge annotations, mask words or set
// variables. It puts a space without width
//   - after the first of two colons at the start of a line, whatever blank characters stand
//     before them: GitHub Actions reads a line from there as a workflow command;
//   - before the bracket of "##[", "##vso[" and the like, wherever they stand: GitHub
//     Actions and Azure Pipelines look for them in the whole line, and TeamCity knows
//     "##teamcity[".
//
// GitHub compares by the rules of a language, for which that space may not count
// (https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs). It
// takes the name of the command from right behind the sign all the same, where the name
// then has a bracket or a colon before it, and is that of no command.
//
// What is written may be cut anywhere. The writer is not for use by several goroutines.
func Inert(w io.Writer) io.Writer {
	return &inertWriter{w: w, colon: joiner + ":", bracket: joiner + "[", lineStart: true}
}

// InertJSON is Inert for JSON, which it leaves as it is to those who decode it. There, the
// signs can only stand in a string, and none is at the start of a line.
func InertJSON(w io.Writer) io.Writer {
	return &inertWriter{w: w, colon: ":", bracket: `\u005b`}
}

// inertXML is Inert for XML, which it leaves as it is to those who parse it, as far as it
// has no CDATA sections.
func inertXML(w io.Writer) io.Writer {
	return &inertWriter{w: w, colon: "&#58;", bracket: "&#91;", lineStart: true}
}

type inertWriter struct {
	w io.Writer
	// colon and bracket stand in for the characters that complete a sign.
	colon, bracket string
	// lineStart is set as long as nothing but blanks came in the line, and colons
	// counts those that came then.
	lineStart bool
	colons    int
	// hashes counts those before the cursor, letters between them and it not counted.
	hashes int
	buffer []byte
}

// Write implements io.Writer.
func (i *inertWriter) Write(data []byte) (int, error) {
	i.buffer = slices.Grow(i.buffer[:0], len(data))
	for _, c := range data {
		switch {
		case c == ':' && i.colons == 1:
			i.buffer = append(i.buffer, i.colon...)
		case c == '[' && i.hashes >= 2:
			i.buffer = append(i.buffer, i.bracket...)
		default:
			i.buffer = append(i.buffer, c)
		}
		i.pass(c)
	}
	if _, err := i.w.Write(i.buffer); err != nil {
		return 0, err
	}
	return len(data), nil
}

// pass moves the cursor behind a character. Bytes that are no ASCII count as blank: some
// of them are.
func (i *inertWriter) pass(c byte) {
	blank := c <= ' ' || c >= 0x7f
	switch {
	case c == '\n' || c == '\r':
		i.lineStart, i.colons = true, 0
	case c == ':' && i.lineStart:
		i.lineStart, i.colons = false, 1
	case !i.lineStart || !blank:
		i.lineStart, i.colons = false, 0
	}
	switch letter := 'a' <= c|0x20 && c|0x20 <= 'z'; {
	case c == '#':
		i.hashes++
	case i.hashes < 2 || !letter:
		i.hashes = 0
	}
}
