package html

import (
	"strings"

	"github.com/kubegap/kubegap-lint/lint/format/source"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

const (
	// around is how many lines of a source are shown before and after a place.
	around = 2
	// maxPlaceLines is how many lines of a place are shown.
	maxPlaceLines = 8
	// maxColumns is how many code points of a source line are shown.
	maxColumns = 240
)

// sourceLine is a line of a source: the text before, in and after what is underlined.
type sourceLine struct {
	Number                int
	Before, Within, After string
	// Marked is set for the lines of the place itself.
	Marked bool
}

// sourceTexts shows lines of sources.
type sourceTexts struct{ source.Texts }

// frame gives the lines of a place with those around it; none where they are not known.
func (s sourceTexts) frame(l manifest.Location) []sourceLine {
	lines := s.Lines(l.File)
	if l.Line < 1 || l.Line > len(lines) || l.Precision == manifest.PrecisionFile {
		return nil
	}
	last := min(max(l.EndLine, l.Line), l.Line+maxPlaceLines-1, len(lines))
	var shown []sourceLine
	for n := max(1, l.Line-around); n <= min(len(lines), last+around); n++ {
		shown = append(shown, cut(lines[n-1], n, l, n >= l.Line && n <= last))
	}
	return shown
}

// line gives the first line of a place alone; nil where it is not known.
func (s sourceTexts) line(l manifest.Location) *sourceLine {
	lines := s.Lines(l.File)
	if l.Line < 1 || l.Line > len(lines) || l.Precision == manifest.PrecisionFile {
		return nil
	}
	shown := cut(lines[l.Line-1], l.Line, l, true)
	shown.Before = strings.TrimLeft(shown.Before, " \t")
	return &shown
}

// cut divides a line at the columns of the place. Of a line that is too long it keeps
// what begins shortly before the place.
func cut(text string, number int, l manifest.Location, marked bool) sourceLine {
	runes := []rune(text)
	from, to := len(runes), len(runes)
	if marked {
		from, to = columns(runes, number, l)
	}
	start := 0
	if len(runes) > maxColumns && from < to {
		start = max(0, min(from-maxColumns/4, len(runes)-maxColumns))
	}
	end := min(len(runes), start+maxColumns)
	from, to = min(max(from, start), end), min(max(to, start), end)
	s := sourceLine{Number: number, Before: string(runes[start:from]), Within: string(runes[from:to]), After: string(runes[to:end]), Marked: marked}
	if start > 0 {
		s.Before = "…" + s.Before
	}
	if end < len(runes) {
		s.After += "…"
	}
	return s
}

// columns gives the part of a line that is underlined, as indices of its code points:
// from the column of the place, or the indentation of its further lines, to the end of the
// place, or of the line. It is empty where only the line is known.
func columns(line []rune, number int, l manifest.Location) (from, to int) {
	if l.Column < 1 {
		return len(line), len(line)
	}
	if from = l.Column - 1; number > l.Line {
		from = len(line) - len([]rune(strings.TrimLeft(string(line), " \t")))
	}
	if to = len(line); l.EndLine == number && l.EndColumn > 0 {
		to = min(to, l.EndColumn-1)
	}
	from = min(from, len(line))
	return from, max(from, to)
}
