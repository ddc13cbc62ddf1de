package html

import (
	"fmt"
	"slices"
	"strings"
)

// place gives each slot its coordinates, and draws the links into the picture.
func (l *layout) place(p *picture) {
	widths := make([]int, len(l.rows))
	for i, row := range l.rows {
		widths[i] = -columnGap
		for _, s := range row {
			widths[i] += l.slots[s].width + columnGap
		}
		p.width = max(p.width, widths[i])
	}
	p.width += 2 * margin
	y := margin
	for i, row := range l.rows {
		x, height := (p.width-widths[i])/2, 0
		for _, s := range row {
			height = max(height, l.slots[s].height)
			l.slots[s].x, l.slots[s].y = x, y
			x += l.slots[s].width + columnGap
		}
		for _, s := range row {
			if l.slots[s].height == 0 {
				l.slots[s].height = height
			}
		}
		p.height = y + height + margin
		y += height + l.label(p, i, y+height)
	}
	for i, w := range l.wires {
		p.links[i].path = l.path(w)
	}
}

// label places the labels of the links between a row, whose bottom is given, and the next,
// and gives the height that this takes: that of stems below the row, of lines, and of
// stems above the next row. Labels that would cover each other get lines of their own.
func (l *layout) label(p *picture, row, bottom int) int {
	if p.links == nil {
		p.links = make([]link, len(l.wires))
	}
	lead, tail := 0, 0
	for _, w := range l.wires {
		if w.fansOut && l.slots[w.top()].row == row {
			lead = stemHeight
		}
		if w.fansIn && l.slots[w.bottom()].row == row+1 {
			tail = stemHeight
		}
	}
	lines := l.labelLines(p, row, bottom+lead)
	if lead+tail == 0 {
		lines = max(1, lines)
	}
	height := lead + 26 + labelHeight*lines + tail
	stems := map[int]bool{}
	for i, w := range l.wires {
		top, end := w.top(), w.bottom()
		switch {
		case w.fansOut && l.slots[top].row == row && !stems[top]:
			stems[top] = true
			p.links[i].label, p.links[i].x, p.links[i].y = w.label, l.slots[top].middle(), bottom+labelHeight
		case w.fansIn && l.slots[end].row == row+1 && !stems[end]:
			stems[end] = true
			p.links[i].label, p.links[i].x, p.links[i].y = w.label, l.middleBelow(p, end), bottom+height-labelHeight
		}
	}
	return height
}

// labelLines places the labels of the links that leave a row and have one of their own, in
// lines below y, and gives the number of lines. One that would cover the same words is
// left out.
func (l *layout) labelLines(p *picture, row, y int) int {
	var lines [][]extent // the parts of each line that are taken
	for i, w := range l.wires {
		if w.fansOut || w.fansIn || l.slots[w.top()].row != row {
			continue
		}
		// The row below is not placed yet, but its middle is that of the picture.
		x := (l.slots[w.top()].middle() + l.middleBelow(p, w.slots[1])) / 2
		half := int(float64(len(w.label))*letterWidth/2) + 3
		x = max(half, min(x, p.width-half))
		line, label := 0, extent{x - half, x + half, w.label}
		for line < len(lines) && slices.ContainsFunc(lines[line], label.covers) {
			line++
		}
		if line > 0 && slices.ContainsFunc(slices.Concat(lines[:line]...), func(e extent) bool { return e.covers(label) && e.label == label.label }) {
			continue
		}
		if line == len(lines) {
			lines = append(lines, nil)
		}
		lines[line] = append(lines[line], label)
		p.links[i].label, p.links[i].x, p.links[i].y = w.label, x, y+labelHeight*(line+1)+4
	}
	return len(lines)
}

// extent is the part of a line that a label takes.
type extent struct {
	from, to int
	label    string
}

func (e extent) covers(other extent) bool { return e.from < other.to && other.from < e.to }

// middleBelow gives the middle that a slot of a row which is not placed yet will have.
func (l *layout) middleBelow(p *picture, wanted int) int {
	row := l.rows[l.slots[wanted].row]
	width, before := -columnGap, 0
	for _, s := range row {
		if s == wanted {
			before = width + columnGap
		}
		width += l.slots[s].width + columnGap
	}
	return (p.width-width)/2 + before + l.slots[wanted].width/2
}

// path writes a link as the data of an SVG path: curves from slot to slot, straight lines
// through lanes and along stems, and a head, which is upright since links end upright.
// https://www.w3.org/TR/SVG2/paths.html#PathData
func (l *layout) path(w wire) string {
	var b strings.Builder
	first, last := l.slots[w.top()], l.slots[w.bottom()]
	x, y := first.middle(), first.y+first.height
	fmt.Fprintf(&b, "M%d %d", x, y)
	if w.fansOut {
		y += stemHeight
		fmt.Fprintf(&b, "V%d", y)
	}
	for _, s := range w.slots[1:] {
		to := l.slots[s]
		end, bottom := to.y, to.y+to.height
		if s == w.bottom() {
			bottom = to.y
			if w.fansIn {
				end -= stemHeight
			}
		}
		if half := (y + end) / 2; x == to.middle() {
			fmt.Fprintf(&b, "V%d", end)
		} else {
			fmt.Fprintf(&b, "C%d %d %d %d %d %d", x, half, to.middle(), half, to.middle(), end)
		}
		if bottom > end {
			fmt.Fprintf(&b, "V%d", bottom)
		}
		x, y = to.middle(), bottom
	}
	if w.up {
		fmt.Fprintf(&b, "M%d %dl-4 7m4 -7l4 7", first.middle(), first.y+first.height)
	} else {
		fmt.Fprintf(&b, "M%d %dl-4 -7m4 7l4 -7", last.middle(), last.y)
	}
	return b.String()
}
