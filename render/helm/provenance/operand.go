package provenance

import (
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// operand is what a part of an expression gives, as far as it is known.
type operand struct {
	// value is the actual value, if known is set.
	value any
	known bool
	// inside is set for one of the values, at path. If it is not known then,
	// nothing is there.
	inside bool
	path   manifest.Path
	// made tells how a value that is not inside came to be; nil if nothing of the
	// values is in it.
	made maker
	// before and after had a part in choosing the operand, in the order of the
	// text.
	before, after []operand
}

// maker tells how a value came to be that is none of the values itself.
type maker interface {
	// collect adds the reads that went into the whole value.
	collect(e *evaluator)
	// member gives what went into the member at a step. actual is that member
	// itself where it is known.
	member(e *evaluator, step manifest.Step, actual operand) operand
}

// member goes one step down from an operand.
func (e *evaluator) member(op operand, step manifest.Step) operand {
	if !e.spend() {
		return operand{}
	}
	value, exists := member(op.value, step)
	below := operand{value: value, known: exists && op.known}
	switch c := e.values.find(value); {
	case below.known && c != nil:
		below.inside, below.path = true, c.path()
	case op.inside && e.isOriginal(op.value, step, value, exists):
		below.inside, below.path = true, append(slices.Clip(op.path), step)
	case !op.inside && op.made != nil:
		below = e.made(op, step, below)
	}
	below.before = slices.Concat(op.before, below.before)
	below.after = slices.Concat(below.after, op.after)
	return below
}

// made asks how the member of an operand came to be. What is said of a member
// that is actually not there, or another one, does not count.
func (e *evaluator) made(op operand, step manifest.Step, actual operand) operand {
	below := op.made.member(e, step, actual)
	if op.known && !actual.known && below.known {
		return operand{}
	}
	return below.refine(actual)
}

// isOriginal tells whether what a container of the values has at a step now is
// what it had before the templates ran. A scalar has nothing at any step.
func (e *evaluator) isOriginal(in any, step manifest.Step, now any, exists bool) bool {
	c := e.values.find(in)
	if c == nil {
		return !exists
	}
	was, existed := c.original(step)
	return exists == existed && same(was, now)
}

// refine adds to an operand what it actually is. It gives the latter alone where
// the two contradict each other: a name may have got another value since, and a
// map another member.
func (op operand) refine(actual operand) operand {
	switch {
	case !actual.known:
		return op
	case op.known && !same(op.value, actual.value):
		return actual
	case op.inside && !op.known && isTrue(actual.value):
		return actual
	case !op.inside:
		op.value, op.known = actual.value, true
	}
	return op
}

// walk goes down from an operand by keys that are operands themselves.
func (e *evaluator) walk(op operand, keys []operand) operand {
	for _, key := range keys {
		step, ok := stepOf(key)
		if !ok {
			return operand{made: call{append([]operand{op}, keys...)}}
		}
		op = e.member(op, step)
	}
	op.after = slices.Concat(op.after, keys)
	return op
}

// stepOf gives the step that a key or an index is.
func stepOf(key operand) (manifest.Step, bool) {
	if !key.known {
		return manifest.Step{}, false
	}
	p, err := manifest.PathOf(key.value)
	if err != nil {
		return manifest.Step{}, false
	}
	return p[0], true
}
