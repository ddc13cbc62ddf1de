package provenance

import (
	"text/template/parse"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// origin leads from a name that holds none of the maps and lists of the values to
// where it got what it holds.
type origin struct {
	name   string
	frame  frame
	actual operand
}

func (o origin) collect(e *evaluator) { e.collect(o.follow(e)) }

func (o origin) member(e *evaluator, step manifest.Step, actual operand) operand {
	op := o.follow(e)
	if op.made == nil && !op.inside {
		return actual
	}
	return e.member(op, step)
}

// follow gives what the name got; its actual value alone where that is not known.
func (o origin) follow(e *evaluator) operand {
	pipe, scope, element, ok := o.frame.Origin(o.name)
	if !ok || pipe == nil {
		return o.actual
	}
	op := e.eval(pipe, frame{Scope: scope, depth: o.frame.depth, earlier: true})
	if element {
		op = o.element(e, op, pipe)
	}
	return op.refine(o.actual)
}

// element gives the element of op that the name is. Where it cannot be told
// which, the name came from the whole.
func (o origin) element(e *evaluator, op operand, pipe parse.Node) operand {
	whole := operand{made: call{[]operand{op}}}
	key := loopKey(pipe)
	if at, known := o.frame.lookup(key); known {
		step, ok := stepOf(operand{value: at, known: true})
		if m := e.member(op, step); ok && m.known {
			switch {
			case key == o.name:
				return operand{made: call{[]operand{m}}}
			case same(m.value, o.actual.value):
				return m
			}
		}
	}
	if key == o.name {
		return whole
	}
	if found := o.equals(e, op); len(found) == 1 {
		return e.member(op, found[0])
	}
	return whole
}

// loopKey gives the variable that a range sets to the key or the index, or "".
func loopKey(pipe parse.Node) string {
	if p, ok := pipe.(*parse.PipeNode); ok && len(p.Decl) == 2 {
		return p.Decl[0].Ident[0]
	}
	return ""
}

// equals gives the steps to the elements of op that have the value of the name.
func (o origin) equals(e *evaluator, op operand) []manifest.Step {
	var found []manifest.Step
	if s, ok := op.made.(sequence); ok {
		for i, item := range s.items {
			if v := e.force(item); v.known && same(v.value, o.actual.value) {
				found = append(found, manifest.Index(i))
			}
		}
		return found
	}
	for step, v := range members(op.value) {
		if same(v, o.actual.value) {
			found = append(found, step)
		}
	}
	return found
}
