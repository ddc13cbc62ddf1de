package provenance

import (
	"text/template/parse"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// argument is what a function was given. It is worked out only when it is needed,
// for the arguments of named templates lead on to those of others.
type argument struct {
	node  parse.Node
	frame frame
	// given is the argument itself where it has been worked out.
	given *operand
}

func given(op operand) argument { return argument{given: &op} }

func (e *evaluator) force(a argument) operand {
	if a.given != nil {
		return *a.given
	}
	return e.eval(a.node, a.frame)
}

// call is the result of a function of which no more is known than its arguments,
// in the order of the text.
type call struct{ args []operand }

func (c call) collect(e *evaluator) { e.collect(c.args...) }

// member takes the whole result for each of its parts.
func (c call) member(_ *evaluator, _ manifest.Step, actual operand) operand {
	actual.made = c
	return actual
}

// dictionary is a map that a template writes out.
type dictionary struct {
	keys []operand
	// values are as many as keys.
	values []argument
}

func (d dictionary) collect(e *evaluator) {
	for i, key := range d.keys {
		e.collect(key, e.force(d.values[i]))
	}
}

func (d dictionary) member(e *evaluator, step manifest.Step, actual operand) operand {
	for i := len(d.keys) - 1; i >= 0; i-- {
		if key, ok := stepOf(d.keys[i]); ok && key == step {
			return e.force(d.values[i])
		}
	}
	return actual
}

// sequence is a list that a template writes out, or that a function makes of parts
// that are known.
type sequence struct {
	items []argument
	// from is what it was made of besides, in the order of the text; nil if the
	// items are all there is.
	from []operand
}

func (s sequence) collect(e *evaluator) {
	e.collect(s.from...)
	if s.from == nil {
		for _, item := range s.items {
			e.collect(e.force(item))
		}
	}
}

func (s sequence) member(e *evaluator, step manifest.Step, actual operand) operand {
	if !step.IsIndex() || step.Index() >= len(s.items) {
		return actual
	}
	return e.force(s.items[step.Index()])
}
