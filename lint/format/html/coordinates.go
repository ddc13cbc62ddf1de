package html

import (
	"fmt"
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

// label places the labels of the links that leave a row, whose bottom is given, and gives
// the height that this takes. Labels that would cover each other get lines of their own.
func (l *layout) label(p *picture, row, bottom int) int {
	if p.links == nil {
		p.links = make([]link, len(l.wires))
	}
	var lines [][][2]int // the parts of each line that are taken
	for i, w := range l.wires {
		if l.slots[w.slots[0]].row != row {
			continue
		}
		// The row below is not placed yet, but its middle is that of the picture.
		x := (l.slots[w.slots[0]].middle() + l.middleBelow(p, w.slots[1])) / 2
		half := int(float64(len(w.label))*letterWidth/2) + 3
		x = max(half, min(x, p.width-half))
		line := 0
		for line < len(lines) && taken(lines[line], x-half, x+half) {
			line++
		}
		if line == len(lines) {
			lines = append(lines, nil)
		}
		lines[line] = append(lines[line], [2]int{x - half, x + half})
		p.links[i].label, p.links[i].x, p.links[i].y = w.label, x, bottom+labelHeight*(line+1)+4
	}
	return 26 + labelHeight*max(1, len(lines))
}

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

func taken(parts [][2]int, from, to int) bool {
	for _, part := range parts {
		if from < part[1] && part[0] < to {
			return true
		}
	}
	return false
}

// path writes a link as the data of an SVG path: curves from slot to slot, straight lines
// through lanes, and a head, which is upright since links end upright.
// https://www.w3.org/TR/SVG2/paths.html#PathData
func (l *layout) path(w wire) string {
	var b strings.Builder
	first, last := l.slots[w.slots[0]], l.slots[w.slots[len(w.slots)-1]]
	x, y := first.middle(), first.y+first.height
	fmt.Fprintf(&b, "M%d %d", x, y)
	for _, s := range w.slots[1:] {
		to := l.slots[s]
		half := (y + to.y) / 2
		if x == to.middle() {
			fmt.Fprintf(&b, "V%d", to.y)
		} else {
			fmt.Fprintf(&b, "C%d %d %d %d %d %d", x, half, to.middle(), half, to.middle(), to.y)
		}
		x, y = to.middle(), to.y+to.height
		if s != w.slots[len(w.slots)-1] {
			fmt.Fprintf(&b, "V%d", y)
		}
	}
	if w.up {
		fmt.Fprintf(&b, "M%d %dl-4 7m4 -7l4 7", first.middle(), first.y+first.height)
	} else {
		fmt.Fprintf(&b, "M%d %dl-4 -7m4 7l4 -7", last.middle(), last.y)
	}
	return b.String()
}
