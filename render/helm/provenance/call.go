package provenance

import (
	"slices"
	"text/template/parse"
)

// arguments are the operands that a function was given.
type arguments struct {
	list []operand
	// piped is set if the last one came through a pipe, so that it stands before
	// the others in the text.
	piped bool
}

func (e *evaluator) arguments(nodes []parse.Node, piped *operand, f frame) arguments {
	a := arguments{piped: piped != nil}
	for _, n := range nodes {
		a.list = append(a.list, e.eval(n, f))
	}
	if piped != nil {
		a.list = append(a.list, *piped)
	}
	return a
}

// order gives the indices of the arguments in the order of the text.
func (a arguments) order() []int {
	var order []int
	if a.piped {
		order = append(order, len(a.list)-1)
	}
	for i := range a.list {
		if !a.piped || i < len(a.list)-1 {
			order = append(order, i)
		}
	}
	return order
}

// text gives the arguments in the order of the text.
func (a arguments) text() []operand {
	var out []operand
	for _, i := range a.order() {
		out = append(out, a.list[i])
	}
	return out
}

// choose gives the argument that a function gives back; the others had a part in
// that. i may be out of range.
func (a arguments) choose(i int) operand {
	if i < 0 || i >= len(a.list) {
		return operand{made: call{a.text()}}
	}
	out := a.list[i]
	seen := false
	for _, j := range a.order() {
		switch {
		case j == i:
			seen = true
		case seen:
			out.after = append(slices.Clip(out.after), a.list[j])
		default:
			out.before = append(slices.Clip(out.before), a.list[j])
		}
	}
	return out
}

// copies gives a copy of argument i.
func (a arguments) copies(i int) operand {
	if i < 0 || i >= len(a.list) {
		return operand{made: call{a.text()}}
	}
	return operand{made: blend{parts: a.list[i : i+1], args: a.text()}}
}

// call gives the result of a function. piped is its last argument where that
// comes through a pipe, or nil.
func (e *evaluator) call(name string, nodes []parse.Node, piped *operand, f frame) operand {
	switch name {
	case "dict", "list", "tuple":
		return e.literal(name, nodes, piped, f)
	case "lookup":
		return operand{}
	}
	a := e.arguments(nodes, piped, f)
	if name == "include" && len(a.list) == 2 {
		a.list[1] = passed(a.list[1], f)
		return operand{made: call{a.text()}}
	}
	if op, ok := e.chooses(name, a); ok {
		return op
	}
	if op, ok := e.descends(name, a); ok {
		return op
	}
	if op, ok := blends(name, a); ok {
		return op
	}
	out := operand{made: call{a.text()}}
	out.value, out.known = compute(name, a.list)
	return out
}

// literal gives a map or a list that a template writes out.
func (e *evaluator) literal(name string, nodes []parse.Node, piped *operand, f frame) operand {
	var items []argument
	for _, n := range nodes {
		items = append(items, argument{node: n, frame: f})
	}
	if piped != nil {
		items = append(items, given(*piped))
	}
	if name != "dict" {
		return operand{made: sequence{items: items}}
	}
	var d dictionary
	for i := 0; i+1 < len(items); i += 2 {
		d.keys = append(d.keys, e.force(items[i]))
		d.values = append(d.values, items[i+1])
	}
	return operand{made: d}
}

// passed gives what counts of the argument of a named template.
func passed(op operand, f frame) operand {
	switch op.made.(type) {
	case dictionary, sequence:
		if f.earlier {
			return op
		}
		return operand{}
	case blend:
		return operand{}
	}
	if !op.inside && op.known && kindOf(op.value) != scalar {
		return operand{}
	}
	return op
}
