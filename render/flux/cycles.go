package flux

import "slices"

// components gives the strongly connected components of the graph, each sorted,
// by Tarjan's algorithm without recursion.
func (g *graph) components() [][]string {
	t := tarjan{g: g, number: map[string]int{}, low: map[string]int{}, open: map[string]bool{}}
	for _, name := range g.names {
		if t.number[name] == 0 {
			t.visit(name)
		}
	}
	return t.found
}

type tarjan struct {
	g           *graph
	number, low map[string]int
	open        map[string]bool
	stack       []string
	found       [][]string
}

// visit walks everything that root leads to. A step of the walk is a name and the
// next of its dependencies.
func (t *tarjan) visit(root string) {
	type step struct {
		name string
		next int
	}
	walk := []step{{name: root}}
	t.enter(root)
	for len(walk) > 0 {
		at := &walk[len(walk)-1]
		edges := t.g.edges[at.name]
		if at.next == len(edges) {
			walk = walk[:len(walk)-1]
			t.leave(at.name)
			if len(walk) > 0 {
				above := walk[len(walk)-1].name
				t.low[above] = min(t.low[above], t.low[at.name])
			}
			continue
		}
		to := edges[at.next].name
		at.next++
		switch _, exists := t.g.edges[to]; {
		case !exists:
		case t.number[to] == 0:
			t.enter(to)
			walk = append(walk, step{name: to})
		case t.open[to]:
			t.low[at.name] = min(t.low[at.name], t.number[to])
		}
	}
}

func (t *tarjan) enter(name string) {
	t.number[name] = len(t.number) + 1
	t.low[name] = t.number[name]
	t.open[name] = true
	t.stack = append(t.stack, name)
}

// leave takes a component off the stack once all of it was walked.
func (t *tarjan) leave(name string) {
	if t.low[name] != t.number[name] {
		return
	}
	i := len(t.stack) - 1
	for t.stack[i] != name {
		i--
	}
	group := slices.Clone(t.stack[i:])
	t.stack = t.stack[:i]
	for _, member := range group {
		t.open[member] = false
	}
	slices.Sort(group)
	t.found = append(t.found, group)
}
