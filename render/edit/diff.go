package edit

import (
	"fmt"
	"strings"
)

// context is how many lines around a change a diff shows.
const context = 3

// change is a run of lines that differ: old from line at, counted from zero.
type change struct {
	at       int
	old, new []string
}

// Diff writes what replacements do to the file as a unified diff, as patch and git
// read it. The replacements are sorted and do not overlap.
func (f *File) Diff(sorted []Replacement) string {
	if len(sorted) == 0 {
		return ""
	}
	lines := splitLines(string(f.data))
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", diffName("a/"+f.name), diffName("b/"+f.name))
	shift := 0
	changes := f.changes(lines, sorted)
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].at-(changes[n-1].at+len(changes[n-1].old)) <= 2*context {
			n++
		}
		shift = writeHunk(&out, lines, changes[:n], shift)
		changes = changes[n:]
	}
	return out.String()
}

// changes gives the lines that replacements change, in order.
func (f *File) changes(lines []string, sorted []Replacement) []change {
	var changes []change
	for len(sorted) > 0 {
		first, last := f.lineAt(sorted[0].Start), f.lineAt(sorted[0].End)
		n := 1
		for ; n < len(sorted) && f.lineAt(sorted[n].Start) <= last; n++ {
			last = f.lineAt(sorted[n].End)
		}
		from, to := f.lines[first], len(f.text)
		if last+1 < len(f.lines) {
			to = f.lines[last+1]
		}
		c := change{at: first, new: splitLines(f.patched(from, to, first == 0, sorted[:n]))}
		c.old = lines[first:min(last+1, len(lines))]
		changes = append(changes, c.trimmed())
		sorted = sorted[n:]
	}
	return changes
}

// patched gives a part of the file with the replacements in it.
func (f *File) patched(from, to int, isStart bool, sorted []Replacement) string {
	var out strings.Builder
	done := f.offset(from)
	if isStart {
		done = 0
	}
	for _, r := range sorted {
		out.Write(f.data[done:f.offset(r.Start)])
		out.WriteString(f.withBreaks(r))
		done = f.offset(r.End)
	}
	out.Write(f.data[done:f.offset(to)])
	return out.String()
}

// trimmed leaves out the lines at both ends that stay as they are.
func (c change) trimmed() change {
	for len(c.old) > 0 && len(c.new) > 0 && c.old[0] == c.new[0] {
		c.at, c.old, c.new = c.at+1, c.old[1:], c.new[1:]
	}
	for len(c.old) > 0 && len(c.new) > 0 && c.old[len(c.old)-1] == c.new[len(c.new)-1] {
		c.old, c.new = c.old[:len(c.old)-1], c.new[:len(c.new)-1]
	}
	return c
}

// writeHunk writes changes that are near to each other. shift is by how many lines
// the new file is longer so far; the result is that after the hunk.
func writeHunk(out *strings.Builder, lines []string, changes []change, shift int) int {
	last := changes[len(changes)-1]
	from := max(changes[0].at-context, 0)
	to := min(last.at+len(last.old)+context, len(lines))
	growth := 0
	for _, c := range changes {
		growth += len(c.new) - len(c.old)
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(from, to-from), span(from+shift, to-from+growth))
	at := from
	for _, c := range changes {
		writeLines(out, " ", lines[at:c.at])
		writeLines(out, "-", c.old)
		writeLines(out, "+", c.new)
		at = c.at + len(c.old)
	}
	writeLines(out, " ", lines[at:to])
	return shift + growth
}

// span writes a range of lines, given its first one from zero.
func span(from, count int) string {
	switch count {
	case 0:
		return fmt.Sprintf("%d,0", from)
	case 1:
		return fmt.Sprint(from + 1)
	}
	return fmt.Sprintf("%d,%d", from+1, count)
}

func writeLines(out *strings.Builder, sign string, lines []string) {
	for _, line := range lines {
		out.WriteString(sign + line)
		if !strings.HasSuffix(line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// splitLines gives the lines of a text with their ends.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
