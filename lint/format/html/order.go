package html

import (
	"cmp"
	"slices"
)

// sweeps is how often rows are put into order, down and up again. Chains are small: more
// of them seldom help.
const sweeps = 4

// order sorts each row by the middle of what its slots are joined with in the row before,
// from top to bottom and back, and keeps the order in which the fewest links cross. Of
// equal ones the first counts, and what is joined with nothing keeps its place, so that
// rows stay in the order of the chain where nothing speaks against it.
func (l *layout) order() {
	best, fewest := l.copied(), l.crossings()
	for i := 0; i < sweeps && fewest > 0; i++ {
		for row := 1; row < len(l.rows); row++ {
			l.sort(row, func(s slot) []int { return s.above })
		}
		if n := l.crossings(); n < fewest {
			best, fewest = l.copied(), n
		}
		for row := len(l.rows) - 2; row >= 0; row-- {
			l.sort(row, func(s slot) []int { return s.below })
		}
		if n := l.crossings(); n < fewest {
			best, fewest = l.copied(), n
		}
	}
	l.rows = best
}

func (l *layout) copied() [][]int {
	rows := make([][]int, len(l.rows))
	for i, row := range l.rows {
		rows[i] = slices.Clone(row)
	}
	return rows
}

// positions gives each slot its place in its row, from the middle of the row.
func (l *layout) positions() []float64 {
	positions := make([]float64, len(l.slots))
	for _, row := range l.rows {
		for k, s := range row {
			positions[s] = float64(k) - float64(len(row)-1)/2
		}
	}
	return positions
}

// sort sorts a row by the middle of the neighbours of its slots.
func (l *layout) sort(row int, neighbours func(slot) []int) {
	positions := l.positions()
	wish := map[int]float64{}
	for _, s := range l.rows[row] {
		wish[s] = positions[s]
		if near := neighbours(l.slots[s]); len(near) > 0 {
			wish[s] = 0
			for _, n := range near {
				wish[s] += positions[n] / float64(len(near))
			}
		}
	}
	slices.SortStableFunc(l.rows[row], func(a, b int) int { return cmp.Compare(wish[a], wish[b]) })
}

// crossings counts the pairs of links between neighbouring rows that cross.
func (l *layout) crossings() int {
	positions, count := l.positions(), 0
	for _, row := range l.rows {
		var links [][2]float64
		for _, s := range row {
			for _, below := range l.slots[s].below {
				links = append(links, [2]float64{positions[s], positions[below]})
			}
		}
		for i, a := range links {
			for _, b := range links[:i] {
				if (a[0]-b[0])*(a[1]-b[1]) < 0 {
					count++
				}
			}
		}
	}
	return count
}
