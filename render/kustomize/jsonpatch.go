package kustomize

import (
	"strconv"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// jsonPatch is a list of operations of RFC 6902.
type jsonPatch struct {
	target     *selector
	operations []operation
}

// operation is one of them.
type operation struct {
	node
	op       string
	at, from []string
}

func newJSONPatch(body node, target *selector) *jsonPatch {
	p := &jsonPatch{target: target}
	for _, item := range body.items() {
		p.operations = append(p.operations, operation{
			node: item,
			op:   item.key("op").text(),
			at:   pointer(item.key("path").text()),
			from: pointer(item.key("from").text()),
		})
	}
	return p
}

// pointer takes a JSON pointer apart.
func pointer(text string) []string {
	if text == "" {
		return nil
	}
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	steps := strings.Split(strings.TrimPrefix(text, "/"), "/")
	for i := range steps {
		steps[i] = unescape.Replace(steps[i])
	}
	return steps
}

func (p *jsonPatch) reaches(o *origin) bool {
	if p.target == nil || !p.target.selects(o) {
		return false
	}
	for _, op := range p.operations {
		if len(op.at) > 1 && op.at[0] == "metadata" && op.op != "test" {
			op.describe(o)
		}
	}
	return true
}

// describe notes what the operation makes of the metadata of an object.
func (op operation) describe(o *origin) {
	value := op.key("value").value
	text, _ := value.(string)
	switch field := op.at[1]; {
	case field == "name" && text != "":
		o.rename(o.last().namespace, text)
	case field == "namespace" && text != "":
		o.rename(text, o.last().name)
	case len(op.at) == 2:
		o.describe(field, value)
	case field == "labels" || field == "annotations":
		o.describe(field, map[string]any{op.at[2]: value})
	}
}

func (p *jsonPatch) set(f *field, under any) (step, bool) {
	var last step
	var changed bool
	for _, op := range p.operations {
		if s, ok := op.set(f, under); ok {
			last, under, changed = s, s.value, true
		}
	}
	return last, changed
}

func (op operation) set(f *field, under any) (step, bool) {
	const who = "a patch"
	value := op.key("value")
	depth, ok := op.reach(f, value.value)
	if !ok {
		if depth, ok := f.reach(op.from); op.op == "move" && ok && depth > 0 && under != (missing{}) {
			return stepAt(who, missing{}, op.key("from"))
		}
		return step{}, false
	}
	switch op.op {
	case "remove":
		if under != (missing{}) {
			return stepAt(who, missing{}, op.key("path"))
		}
	case "move", "copy":
		return stepAt(who, unknown{}, op.key("path"))
	case "add", "replace":
		body, _ := manifest.Lookup(f.body, f.path[:depth])
		there, found, ok := follow(body, value.value, f.path[depth:], op.at[len(op.at)-1])
		at := node{value.in, join(value.path, there), found}
		switch {
		case !ok && under == (missing{}):
			return step{}, false
		case !ok:
			return stepAt(who, missing{}, value)
		case len(there) == 0 && !isScalar(found):
			// The line of the value names nothing, and that of the path does.
			at = op.key("path")
		}
		s, _ := stepAt(who, found, at)
		s.whole = true
		return s, true
	}
	return step{}, false
}

// reach tells how many steps of the way to a field the operation's path is, and
// whether it leads to the field or to what is around it. An item that the operation
// adds to a sequence is found by what it is, for it may have moved on.
func (op operation) reach(f *field, value any) (depth int, ok bool) {
	n := len(op.at)
	if n == 0 || n > len(f.path) {
		return 0, false
	}
	if depth = n; op.op == "add" && f.path[n-1].IsIndex() {
		if _, ok := f.reach(op.at[:n-1]); !ok && n > 1 {
			return 0, false
		}
		item, _ := manifest.Lookup(f.body, f.path[:n])
		list := ""
		if n > 1 {
			list = op.at[n-2]
		}
		ids := identities(list, []any{item, value})
		_, keyed := itemKey(list, value)
		return depth, ids[0] == ids[1] || f.loose && !keyed
	}
	return f.reach(op.at)
}

// reach tells whether the steps of a JSON pointer are the first ones of the way
// to the field, in the object as it is in the end or as it was at first, and how
// many they are.
func (f *field) reach(pointer []string) (depth int, ok bool) {
	n := len(pointer)
	if n > len(f.path) {
		return 0, false
	}
	return n, f.matches(pointer, f.path[:n]) || f.matches(pointer, f.first(n))
}

func (f *field) matches(pointer []string, path manifest.Path) bool {
	for i, step := range path {
		switch {
		case !step.IsIndex() && step.Key() != pointer[i]:
			return false
		case step.IsIndex() && !f.loose && pointer[i] != strconv.Itoa(step.Index()):
			return false
		}
	}
	return true
}
