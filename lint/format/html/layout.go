package html

import (
	"cmp"
	"slices"

	"github.com/kubegap/kubegap-lint/lint"
)

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
	// above are the slots of the row above that lead to it.
	above []int
}

func (s slot) middle() int { return s.x + s.width/2 }

// wire is a link with the slots that it passes, from top to bottom.
type wire struct {
	slots []int
	label string
	// up is set where the link leads from the last slot to the first.
	up bool
}

// layOut puts the nodes of a chain into rows: each below those that lead to it, which come
// before it in the chain, and what nothing leads to just above what it leads to.
func layOut(c lint.Chain) *layout {
	l := &layout{slots: make([]slot, len(c.Nodes))}
	for i, n := range c.Nodes {
		l.slots[i] = slot{width: boxWidth, height: boxHeight}
		if isEnd(n) {
			l.slots[i].height = endHeight
		}
	}
	for _, e := range c.Edges {
		if valid(c, e) {
			l.wires = append(l.wires, wire{[]int{min(e.From, e.To), max(e.From, e.To)}, e.Label(), e.From > e.To})
		}
	}
	l.assignRows()
	l.addLanes()
	l.order()
	return l
}

func (l *layout) assignRows() {
	wires := slices.Clone(l.wires)
	slices.SortStableFunc(wires, func(a, b wire) int { return cmp.Compare(a.slots[0], b.slots[0]) })
	below := make([]bool, len(l.slots))
	for _, w := range wires {
		top, bottom := w.slots[0], w.slots[1]
		l.slots[bottom].row = max(l.slots[bottom].row, l.slots[top].row+1)
		below[bottom] = true
	}
	nearest := map[int]int{}
	for _, w := range wires {
		top, row := w.slots[0], l.slots[w.slots[1]].row-1
		if known, ok := nearest[top]; !ok || row < known {
			nearest[top] = row
		}
	}
	for top, row := range nearest {
		if !below[top] {
			l.slots[top].row = row
		}
	}
}

// addLanes gives links lanes in the rows that they pass.
func (l *layout) addLanes() {
	for i := range l.wires {
		w := &l.wires[i]
		top, bottom := w.slots[0], w.slots[1]
		passed := []int{top}
		for row := l.slots[top].row + 1; row < l.slots[bottom].row; row++ {
			passed = append(passed, len(l.slots))
			l.slots = append(l.slots, slot{row: row, width: laneWidth})
		}
		w.slots = append(passed, bottom)
		for k, s := range w.slots[1:] {
			l.slots[s].above = append(l.slots[s].above, w.slots[k])
		}
	}
}

// order sorts each row by the middle of what leads to its slots, so that links seldom
// cross. What nothing leads to comes last.
func (l *layout) order() {
	for i, s := range l.slots {
		for len(l.rows) <= s.row {
			l.rows = append(l.rows, nil)
		}
		l.rows[s.row] = append(l.rows[s.row], i)
	}
	position := make([]float64, len(l.slots))
	for _, row := range l.rows {
		wish := map[int]float64{}
		for _, s := range row {
			wish[s] = float64(len(l.slots))
			if above := l.slots[s].above; len(above) > 0 {
				sum := 0.0
				for _, a := range above {
					sum += position[a]
				}
				wish[s] = sum / float64(len(above))
			}
		}
		slices.SortStableFunc(row, func(a, b int) int { return cmp.Compare(wish[a], wish[b]) })
		for k, s := range row {
			position[s] = float64(k) - float64(len(row)-1)/2
		}
	}
}
