package trace

import (
	"slices"
	"strings"
)

// pair tells which line of one text stands for a line of another: -1 for none.
// It is sure where both are the same, or set the same key.
type pair struct {
	from int
	sure bool
}

// align pairs the lines of two versions of a text, in order: lines that occur
// once in both are the same line if they keep their order, and the lines between
// two of them are compared one by one.
func align(from, to []string) []pair {
	pairs := make([]pair, len(to))
	if slices.Equal(from, to) {
		for i := range pairs {
			pairs[i] = pair{i, true}
		}
		return pairs
	}
	anchors := append(anchors(from, to), [2]int{len(from), len(to)})
	last := [2]int{-1, -1}
	for _, anchor := range anchors {
		between(pairs, from, to, last, anchor)
		if anchor[1] < len(to) {
			pairs[anchor[1]] = pair{anchor[0], true}
		}
		last = anchor
	}
	return pairs
}

// anchors gives the longest rising sequence of lines that occur once in both.
func anchors(from, to []string) [][2]int {
	once := func(lines []string) map[string]int {
		found := map[string]int{}
		for i, line := range lines {
			if _, seen := found[line]; seen {
				i = -1
			}
			found[line] = i
		}
		return found
	}
	there := once(from)
	var candidates [][2]int
	here := once(to)
	for i, line := range to {
		if j, ok := there[line]; ok && j >= 0 && here[line] >= 0 {
			candidates = append(candidates, [2]int{j, i})
		}
	}
	return rising(candidates)
}

// rising gives the longest sequence of pairs whose first numbers rise.
func rising(pairs [][2]int) [][2]int {
	var ends []int // ends[n] is the last pair of the best sequence of n+1 pairs
	before := make([]int, len(pairs))
	for i, p := range pairs {
		n, _ := slices.BinarySearchFunc(ends, p[0], func(end, first int) int { return pairs[end][0] - first })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	var best [][2]int
	for i := ends[len(ends)-1]; i >= 0; i = before[i] {
		best = append(best, pairs[i])
	}
	slices.Reverse(best)
	return best
}

// between pairs the lines between two anchors: from the front as long as they
// are alike, then from the back, and what is left with the line before it.
func between(pairs []pair, from, to []string, start, end [2]int) {
	i, j := start[0]+1, start[1]+1
	for i < end[0] && j < end[1] && alike(from[i], to[j]) {
		pairs[j] = pair{i, true}
		i, j = i+1, j+1
	}
	k, l := end[0]-1, end[1]-1
	for k >= i && l >= j && alike(from[k], to[l]) {
		pairs[l] = pair{k, true}
		k, l = k-1, l-1
	}
	for ; j <= l; j++ {
		pairs[j] = pair{min(i, len(from)-1), false}
		if i < k {
			i++
		}
	}
}

// alike tells whether two lines are the same but for the value of a key.
func alike(a, b string) bool {
	if a == b {
		return true
	}
	keyA, _, okA := strings.Cut(a, ":")
	keyB, _, okB := strings.Cut(b, ":")
	return okA && okB && keyA == keyB
}
