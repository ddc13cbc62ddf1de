package provenance

import (
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// The functions are those of text/template, of Helm and of sprig:
// https://pkg.go.dev/text/template#hdr-Functions
// https://helm.sh/docs/chart_template_guide/function_list/

// chooses gives the result of the functions that give one of their arguments.
func (e *evaluator) chooses(name string, a arguments) (operand, bool) {
	n := len(a.list)
	switch name {
	case "default":
		return firstTrue(a, []int{n - 1, 0}), true
	case "or", "coalesce":
		var order []int
		for i := range a.list {
			order = append(order, i)
		}
		return firstTrue(a, order), true
	case "and":
		i := slices.IndexFunc(a.list, func(op operand) bool { return op.known && !isTrue(op.value) })
		if i < 0 {
			i = n - 1
		}
		return a.choose(i), true
	case "ternary":
		switch {
		case n < 3 || !a.list[2].known:
			return alternatives(a, []int{0, 1}), true
		case isTrue(a.list[2].value):
			return a.choose(0), true
		}
		return a.choose(1), true
	case "required":
		return a.choose(1), true
	case "set":
		// The map that set gives back is not read.
		if n > 0 {
			a.list[0] = operand{value: a.list[0].value, known: a.list[0].known}
		}
		return a.choose(0), true
	}
	return operand{}, false
}

// firstTrue gives the first of some arguments that is true, else the last of them.
func firstTrue(a arguments, order []int) operand {
	if slices.ContainsFunc(order, func(i int) bool { return i < 0 || i >= len(a.list) }) || len(order) == 0 {
		return operand{made: call{a.text()}}
	}
	for _, i := range order {
		op := a.list[i]
		switch {
		case !op.known && !op.inside:
			return alternatives(a, order)
		case isTrue(op.value):
			return a.choose(i)
		}
	}
	return a.choose(order[len(order)-1])
}

// alternatives gives one of several arguments where it is unknown which.
func alternatives(a arguments, order []int) operand {
	var parts []operand
	for _, i := range order {
		if i < len(a.list) {
			parts = append(parts, a.list[i])
		}
	}
	return operand{made: blend{parts: parts, either: true, args: a.text()}}
}

// descends gives the result of the functions that go down into maps and lists.
func (e *evaluator) descends(name string, a arguments) (operand, bool) {
	n := len(a.list)
	if n == 0 {
		return operand{}, false
	}
	switch name {
	case "index", "get":
		return e.walk(a.list[0], a.list[1:]), true
	case "hasKey":
		return operand{made: call{[]operand{e.walk(a.list[0], a.list[1:])}}}, true
	case "dig":
		return e.dig(a), true
	case "pluck":
		return e.pluck(a), true
	case "first", "mustFirst":
		return e.item(a, 0), true
	case "last", "mustLast":
		return e.item(a, lastIndex(a.list[0])), true
	}
	return operand{}, false
}

// dig gives the result of dig: keys, a default and the map come in this order.
func (e *evaluator) dig(a arguments) operand {
	n := len(a.list)
	if n < 3 {
		return operand{made: call{a.text()}}
	}
	found := e.walk(a.list[n-1], a.list[:n-2])
	return firstTrue(arguments{list: []operand{a.list[n-2], found}, piped: true}, []int{1, 0})
}

// pluck gives the members of one key in several maps.
func (e *evaluator) pluck(a arguments) operand {
	var s sequence
	for _, m := range a.list[1:] {
		op := e.walk(m, a.list[:1])
		s.from = append(s.from, op)
		if op.known {
			s.items = append(s.items, given(op))
		}
	}
	return operand{made: s}
}

// item gives item i of the list that is the first argument.
func (e *evaluator) item(a arguments, i int) operand {
	if i < 0 {
		return operand{made: call{a.text()}}
	}
	op := e.member(a.list[0], manifest.Index(i))
	if !op.known && !op.inside && op.made == nil {
		return operand{made: call{a.text()}}
	}
	return op
}

// lastIndex gives the index of the last item of a list, or -1.
func lastIndex(list operand) int {
	if s, ok := list.made.(sequence); ok {
		return len(s.items) - 1
	}
	last := -1
	for range members(list.value) {
		last++
	}
	return last
}

// blends gives the result of the functions that copy, print, read or merge what
// they are given.
func blends(name string, a arguments) (operand, bool) {
	switch strings.TrimPrefix(name, "must") {
	case "tpl", "pick", "omit",
		"toYaml", "toYamlPretty", "toJson", "toPrettyJson", "toRawJson", "toToml",
		"fromYaml", "fromYamlArray", "fromJson", "fromJsonArray", "fromToml",
		"ToJson", "ToPrettyJson", "ToRawJson", "ToYaml", "ToToml", "FromJson",
		"deepCopy", "DeepCopy":
		if name == "tpl" && len(a.list) == 2 {
			a.list[1] = operand{}
		}
		return a.copies(0), true
	case "indent", "nindent":
		return a.copies(1), true
	case "merge", "Merge":
		return operand{made: blend{parts: a.list, args: a.text()}}, true
	case "mergeOverwrite", "MergeOverwrite":
		parts := slices.Clone(a.list)
		slices.Reverse(parts)
		return operand{made: blend{parts: parts, args: a.text()}}, true
	}
	return operand{}, false
}
