package lint

import "github.com/kubegap/kubegap-lint/lint/graph"

// direction is where a chain may go on from an object that it has come to.
type direction int

const (
	// nowhere: the object ends the chain, such as a budget that selects pods.
	nowhere direction = iota
	// outwards: on to what sends traffic to the object.
	outwards
	// inwards: on to what the object sends traffic to.
	inwards
	// bothWays: the object takes the place of the one that the chain started from.
	bothWays
)

// step leads from an object to a neighbour.
type step struct {
	to       int
	relation string
	// back is set where the edge points from the neighbour to the object.
	back bool
	kind stepKind
	// then is where the chain goes on from the neighbour.
	then direction
}

// layer is how far the step moves towards the nodes in the picture.
func (s step) layer() int {
	if s.back {
		return -1
	}
	return 1
}

// steps are the steps from one object. Making them takes time linear in the links of the
// object, so they are made once, however many findings go by it.
type steps struct {
	lists [stepToNamed + 1][]step
	// named finds every step by its neighbour.
	named map[int]step
}

// stepKind tells when a step is taken.
type stepKind int

const (
	// stepOutwards and stepInwards follow traffic.
	stepOutwards stepKind = iota
	stepInwards
	// stepBeside leads to what else hangs on an object, and is taken from that of the finding.
	stepBeside
	// stepToNamed is taken only where the rule names the neighbour.
	stepToNamed
)

// stepsFrom makes the steps from an object. Of two links to one neighbour the first counts.
func stepsFrom(g *graph.Graph, i int) *steps {
	s := &steps{named: map[int]step{}}
	take := func(t step) {
		if _, known := s.named[t.to]; !known && t.to != i {
			s.lists[t.kind] = append(s.lists[t.kind], t)
			s.named[t.to] = t
		}
	}
	o := &g.Objects[i]
	for _, link := range o.LinkedBy {
		if source := &g.Objects[link.Object]; link.Relation != graph.RoutesTo || !isRollout(source) {
			take(linkedBy(source, link))
		}
	}
	for _, link := range o.Links {
		if link.Relation != graph.RoutesTo || !isRollout(o) {
			take(linkTo(o, link))
		}
	}
	return s
}

// linkedBy gives the step to an object that refers to this one.
func linkedBy(source *graph.Object, l graph.Backlink) step {
	back := step{to: l.Object, relation: string(l.Relation), back: true}
	switch l.Relation {
	case graph.RoutesTo:
		back.kind, back.then = stepOutwards, outwards
	case graph.Calls:
		back.kind, back.then = stepOutwards, nowhere
	case graph.AttachesTo:
		return step{to: l.Object, relation: RelationServes, kind: stepInwards, then: inwards}
	case graph.Selects:
		back.kind, back.then = stepBeside, nowhere
		if isService(source) {
			back.kind, back.then = stepOutwards, outwards
		}
	case graph.Scales:
		back.kind, back.then = stepBeside, nowhere
	case graph.LivesIn:
		back.kind, back.then = stepToNamed, bothWays
	default:
		back.kind, back.then = stepBeside, bothWays
	}
	return back
}

// linkTo gives the step from an object to one that it refers to.
func linkTo(o *graph.Object, l graph.Link) step {
	forth := step{to: l.Object, relation: string(l.Relation)}
	switch l.Relation {
	case graph.AttachesTo:
		return step{to: l.Object, relation: RelationServes, back: true, kind: stepOutwards, then: outwards}
	case graph.RoutesTo, graph.Calls:
		forth.kind, forth.then = stepInwards, inwards
	case graph.Selects:
		forth.kind, forth.then = stepBeside, bothWays
		if isService(o) {
			forth.kind, forth.then = stepInwards, inwards
		}
	case graph.Scales, graph.TemplateOf:
		forth.kind, forth.then = stepBeside, bothWays
	default:
		forth.kind = stepToNamed
	}
	return forth
}

// isRollout tells whether the object is one of Argo Rollouts. It refers to Services
// whose selectors it sets: it gets traffic from them, and sends none to them.
func isRollout(o *graph.Object) bool { return o.KindKey() == "argoproj.io/Rollout" }

func isService(o *graph.Object) bool { return o.KindKey() == "Service" }

// follow gives the lists of the steps that a chain takes from an object, given where it may
// go on from there, and whether it is the object of the finding.
func (s *steps) follow(d direction, isStart bool) [][]step {
	var lists [][]step
	for kind, list := range s.lists {
		if follows(stepKind(kind), d, isStart) {
			lists = append(lists, list)
		}
	}
	return lists
}

func follows(kind stepKind, d direction, isStart bool) bool {
	switch kind {
	case stepOutwards:
		return d == outwards || d == bothWays
	case stepInwards:
		return d == inwards || d == bothWays
	case stepBeside:
		return isStart
	default:
		return false
	}
}
