package provenance

import (
	"reflect"
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// blend is a value that was copied, a map that was merged from others, or one of
// several values.
type blend struct {
	// parts are what it was copied or merged from, the one that wins first.
	parts []operand
	// either is set where the value is one of the parts, and it is unknown which.
	either bool
	// args are all that the function was given, in the order of the text.
	args []operand
}

func (b blend) collect(e *evaluator) { e.collect(b.args...) }

// member finds the part whose member it is: the first that has it, and where it
// is known what came out, the first that has an equal one.
func (b blend) member(e *evaluator, step manifest.Step, actual operand) operand {
	all := make([]operand, len(b.parts))
	var found []operand
	for i, part := range b.parts {
		all[i] = e.member(part, step)
		if all[i].known {
			found = append(found, all[i])
		}
	}
	switch {
	case actual.known:
		return matching(found, actual)
	case len(all) == 1:
		return all[0]
	case b.either || len(found) == 0 || !certain(all):
		return operand{made: blend{parts: all, either: b.either, args: all}}
	}
	return strongest(found)
}

// matching gives the one of found that came out as actual.
func matching(found []operand, actual operand) operand {
	if kindOf(actual.value) == mapping {
		if parts := mappings(found); len(parts) > 0 {
			actual.made = blend{parts: parts, args: parts}
		}
		return actual
	}
	for i, op := range found {
		switch {
		case kindOf(op.value) == listing && reflect.DeepEqual(op.value, actual.value):
			actual.made = blend{parts: found[i : i+1], args: found[i : i+1]}
			return actual
		case alike(op.value, actual.value):
			return op
		}
	}
	// What tpl has printed differs from the template that it was.
	if len(found) == 1 && isTemplate(found[0].value) {
		actual.made = call{found}
	}
	return actual
}

// strongest gives what a merge of operands gives: what is empty does not count
// where there is anything else.
func strongest(found []operand) operand {
	i := max(0, slices.IndexFunc(found, func(op operand) bool { return isTrue(op.value) }))
	if kindOf(found[i].value) != mapping {
		return found[i]
	}
	parts := mappings(found)
	return operand{made: blend{parts: parts, args: parts}}
}

func mappings(operands []operand) []operand {
	return slices.DeleteFunc(slices.Clone(operands), func(op operand) bool { return kindOf(op.value) != mapping })
}

// certain tells whether it is known of all operands what they are, or that there
// is nothing.
func certain(operands []operand) bool {
	return !slices.ContainsFunc(operands, func(op operand) bool { return !op.inside && op.made != nil })
}
