package html

import "github.com/kubegap/kubegap-lint/lint"

// layout arranges a chain in rows. A link that passes a row has a lane there, so that it
// crosses no box.
type layout struct {
	// slots are the nodes, by their indices, then the lanes.
	slots []slot
	rows  [][]int
	wires []wire
}

// slot is a part of a row: a node, or the lane of a link.
type slot struct {
	row, x, y, width, height int
	// above are the slots of the row above that lead to it, and below those of the row
	// below that it leads to.
	above, below []int
}

func (s slot) middle() int { return s.x + s.width/2 }

// wire is a link with the slots that it passes, from top to bottom.
type wire struct {
	slots []int
	label string
	// up is set where the link leads from the last slot to the first.
	up bool
	// fansOut is set where all links that leave the first slot say the same, and fansIn
	// where all that come to the last one do: they have one label, on a stem.
	fansOut, fansIn bool
}

func (w wire) top() int    { return w.slots[0] }
func (w wire) bottom() int { return w.slots[len(w.slots)-1] }

// layOut puts the nodes of a chain into rows.
func layOut(c lint.Chain) *layout {
	l := &layout{slots: make([]slot, len(c.Nodes))}
	rows := c.Rows()
	for i, n := range c.Nodes {
		l.slots[i] = slot{row: rows[i], width: boxWidth, height: boxHeight}
		if isEnd(n) {
			l.slots[i].height = endHeight
		}
	}
	for _, e := range c.Links() {
		l.wires = append(l.wires, wire{slots: []int{min(e.From, e.To), max(e.From, e.To)}, label: e.Label(), up: e.From > e.To})
	}
	l.findFans()
	l.addLanes()
	for i, s := range l.slots {
		for len(l.rows) <= s.row {
			l.rows = append(l.rows, nil)
		}
		l.rows[s.row] = append(l.rows[s.row], i)
	}
	l.order()
	return l
}

// addLanes gives links lanes in the rows that they pass.
func (l *layout) addLanes() {
	for i := range l.wires {
		w := &l.wires[i]
		top, bottom := w.top(), w.bottom()
		passed := []int{top}
		for row := l.slots[top].row + 1; row < l.slots[bottom].row; row++ {
			passed = append(passed, len(l.slots))
			l.slots = append(l.slots, slot{row: row, width: laneWidth})
		}
		w.slots = append(passed, bottom)
		for k, s := range w.slots[1:] {
			l.slots[s].above = append(l.slots[s].above, w.slots[k])
			l.slots[w.slots[k]].below = append(l.slots[w.slots[k]].below, s)
		}
	}
}

// findFans finds the links that can have one label.
func (l *layout) findFans() {
	fan := func(w wire, end func(wire) int) bool {
		links, others := 0, 0
		for _, x := range l.wires {
			if end(x) == end(w) {
				links++
				if x.label != w.label || x.up != w.up || x.fansOut {
					others++
				}
			}
		}
		return links > 1 && others == 0
	}
	out := make([]bool, len(l.wires))
	for i, w := range l.wires {
		out[i] = fan(w, wire.top)
	}
	for i := range l.wires {
		l.wires[i].fansOut = out[i]
	}
	for i, w := range l.wires {
		l.wires[i].fansIn = fan(w, wire.bottom)
	}
}
