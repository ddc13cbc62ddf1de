package render

// rendersItself tells whether the node can be a target.
func (n *node) rendersItself() bool { return !n.component && !n.library }

// rootsAmong gives those of the nodes, which are sorted, that no other of them
// leads to. Of nodes that use each other in a circle the first stands for all,
// so that none is lost; what only an unused component uses stands for itself.
func rootsAmong(nodes []*node) []*node {
	reached := map[*node]bool{}
	picked := map[*node]bool{}
	for _, n := range nodes {
		if n.rendersItself() && len(n.usedBy) == 0 {
			picked[n] = true
			reach(n, reached)
		}
	}
	for _, n := range nodes {
		if !n.rendersItself() || reached[n] {
			continue
		}
		below := map[*node]bool{}
		reach(n, below)
		for other := range below {
			reached[other] = true
			delete(picked, other)
		}
		picked[n] = true
	}
	var roots []*node
	for _, n := range nodes {
		if picked[n] {
			roots = append(roots, n)
		}
	}
	return roots
}

// reach adds n, and all that it uses, to reached.
func reach(n *node, reached map[*node]bool) {
	for todo := []*node{n}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !reached[n] {
			reached[n] = true
			todo = append(todo, n.uses...)
		}
	}
}

// owners tells which roots of the repository render a node.
type owners struct {
	roots map[*node]bool
	known map[*node][]*node
}

func newOwners(nodes []*node) *owners {
	o := &owners{roots: map[*node]bool{}, known: map[*node][]*node{}}
	for _, n := range rootsAmong(nodes) {
		o.roots[n] = true
	}
	return o
}

// of gives the roots that n is or that lead to it; none where n is a component
// or a library chart that nothing uses.
func (o *owners) of(n *node) []*node {
	if roots, ok := o.known[n]; ok {
		return roots
	}
	var roots []*node
	seen := map[*node]bool{}
	for todo := []*node{n}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		if o.roots[at] {
			roots = append(roots, at)
		}
		todo = append(todo, at.usedBy...)
	}
	o.known[n] = roots
	return roots
}
