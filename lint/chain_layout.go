package lint

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// Links are the edges that join two nodes of the chain.
func (c Chain) Links() []ChainEdge {
	n := len(c.Nodes)
	return slices.DeleteFunc(slices.Clone(c.Edges), func(e ChainEdge) bool {
		return e.From == e.To || e.From < 0 || e.To < 0 || e.From >= n || e.To >= n
	})
}

// Rows gives each node the row that it has in a picture in which traffic goes down,
// from 0: below those that lead to it, which come before it in the chain. What nothing
// leads to is just above what it leads to.
func (c Chain) Rows() []int {
	links := c.Links()
	for i, e := range links {
		links[i].From, links[i].To = min(e.From, e.To), max(e.From, e.To)
	}
	slices.SortStableFunc(links, func(a, b ChainEdge) int { return cmp.Compare(a.From, b.From) })
	rows := make([]int, len(c.Nodes))
	led := make([]bool, len(c.Nodes))
	for _, e := range links {
		rows[e.To] = max(rows[e.To], rows[e.From]+1)
		led[e.To] = true
	}
	nearest := map[int]int{}
	for _, e := range links {
		if row, ok := nearest[e.From]; !ok || rows[e.To]-1 < row {
			nearest[e.From] = rows[e.To] - 1
		}
	}
	for node, row := range nearest {
		if !led[node] {
			rows[node] = row
		}
	}
	return rows
}

// ShortName names an object of the chain in a picture, in at most so many code points. It
// has its namespace where that is not the one of the finding; what does not fit loses its
// middle, since names of one repository often begin alike, and the last of it says most.
func (c Chain) ShortName(o ObjectRef, limit int) string {
	if o.Namespace == "" || c.inNamespaceOfFinding(o) {
		return Shortened(o.Name, limit)
	}
	for _, name := range []string{o.Namespace + "/" + o.Name, "…/" + o.Name} {
		if utf8.RuneCountInString(name) <= limit {
			return name
		}
	}
	return Shortened(o.Name, limit)
}

func (c Chain) inNamespaceOfFinding(o ObjectRef) bool {
	return slices.ContainsFunc(c.Nodes, func(n ChainNode) bool { return n.Defect && n.Object.Namespace == o.Namespace })
}

// Shortened takes the middle out of a name that has more code points than the limit, of
// at least 3.
func Shortened(name string, limit int) string {
	if utf8.RuneCountInString(name) <= limit {
		return name
	}
	runes := []rune(name)
	half := (limit - 1) / 2
	return string(runes[:half]) + "…" + string(runes[len(runes)-half:])
}
