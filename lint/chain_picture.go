package lint

import (
	"cmp"
	"slices"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// picture makes the chain of what was met: the objects with all that joins them, and the
// ends between which traffic flows. It is nil where the object of the finding stands alone.
func (w *walk) picture() *Chain {
	c := &Chain{More: w.leftOut()}
	defect := w.met[0].object
	order := w.inOrder()
	internet := -1
	if slices.ContainsFunc(order, func(m meeting) bool { return letsIn(w.g, m.object) }) {
		internet = c.add(ChainNode{Type: NodeInternet})
	}
	deployer := c.addDeployer(w.g.Units[w.g.Objects[defect].Unit].Deployer)
	at := map[int]int{}
	for _, m := range order {
		at[m.object] = c.add(w.node(m.object, m.object == defect))
	}
	machines := -1
	if slices.ContainsFunc(c.Nodes, func(n ChainNode) bool { return n.Type == NodePods }) {
		machines = c.add(ChainNode{Type: NodeMachine})
	}
	if deployer >= 0 {
		c.join(deployer, at[defect], RelationDeploys)
	}
	for _, m := range order {
		if letsIn(w.g, m.object) {
			c.join(internet, at[m.object], RelationReaches)
		}
		if w.g.Objects[m.object].Template != nil {
			c.join(at[m.object], machines, onNodes(w.g, m.object))
		}
		w.joinNeighbours(c, m.object, at)
	}
	if len(c.Edges) == 0 {
		return nil
	}
	slices.SortFunc(c.Edges, func(a, b ChainEdge) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return c
}

// inOrder gives what was met by layer, but each object after those that lead to it.
func (w *walk) inOrder() []meeting {
	rest := slices.Clone(w.met)
	slices.SortStableFunc(rest, func(a, b meeting) int { return cmp.Compare(a.layer, b.layer) })
	var order []meeting
	for len(rest) > 0 {
		next := max(0, slices.IndexFunc(rest, func(m meeting) bool {
			return !slices.ContainsFunc(rest, func(other meeting) bool { return w.leads(other.object, m.object) })
		}))
		order = append(order, rest[next])
		rest = slices.Delete(rest, next, next+1)
	}
	return order
}

// leads tells whether an edge leads from one object to another.
func (w *walk) leads(from, to int) bool {
	t, ok := w.stepsFrom(from).named[to]
	return ok && !t.back
}

// add gives the index of a new node.
func (c *Chain) add(n ChainNode) int {
	c.Nodes = append(c.Nodes, n)
	return len(c.Nodes) - 1
}

// addDeployer is add for what deploys the object of the finding; -1 stands for nothing.
func (c *Chain) addDeployer(d render.Deployer) int {
	if d.Name == "" {
		return -1
	}
	ref := ObjectRef{d.APIVersion, d.Kind, d.Namespace, d.Name}
	return c.add(ChainNode{Type: NodeObject, Object: ref, Location: d.Location})
}

func (c *Chain) join(from, to int, relation string) {
	c.Edges = append(c.Edges, ChainEdge{from, to, relation})
}

// joinNeighbours joins an object with those of the chain that it has a link to.
func (w *walk) joinNeighbours(c *Chain, object int, at map[int]int) {
	for _, m := range w.met {
		if w.leads(object, m.object) {
			c.join(at[object], at[m.object], w.stepsFrom(object).named[m.object].relation)
		}
	}
}

func (c *chains) node(object int, defect bool) ChainNode {
	o := &c.g.Objects[object]
	n := ChainNode{Type: NodeObject, Object: refOf(o), Defect: defect, Location: c.place(object)}
	if o.Template != nil {
		n.Type = NodePods
	}
	return n
}

// place gives where an object is written; the zero value where that is not known, or
// where a chart without findings would have to be rendered once more to know.
func (c *chains) place(object int) manifest.Location {
	object = original(c.g, object)
	o := &c.g.Objects[object]
	if !c.traced[o.Unit] {
		return manifest.Location{}
	}
	location, known := c.places[object]
	if !known {
		location = o.Manifest.Source.Trace(manifest.Path{manifest.Key("kind")}).Location
		c.places[object] = location
	}
	return location
}

// onNodes gives the relation of pods to the nodes that they run on.
func onNodes(g *graph.Graph, object int) string {
	spec := g.PodSpec(object)
	if spec["hostNetwork"] == true {
		return RelationSharesNetwork
	}
	for _, list := range []string{"initContainers", "containers"} {
		if slices.ContainsFunc(items(spec[list]), hasHostPort) {
			return RelationOpensPorts
		}
	}
	return RelationRunsOn
}

func hasHostPort(container map[string]any) bool {
	return slices.ContainsFunc(items(container["ports"]), func(port map[string]any) bool { return port["hostPort"] != nil })
}

// items gives the mappings in a list.
func items(value any) []map[string]any {
	var result []map[string]any
	list, _ := value.([]any)
	for _, item := range list {
		if m, ok := item.(map[string]any); ok {
			result = append(result, m)
		}
	}
	return result
}
