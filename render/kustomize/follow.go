package kustomize

import (
	"reflect"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// itemKeys are the fields that tell the items of a sequence apart when
// kustomize merges it, the most telling first.
var itemKeys = []string{"name", "mountPath", "devicePath", "containerPort", "port", "ip", "topologyKey", "uid", "type"}

// lookup gives the value that path leads to within body.
func lookup(body any, path manifest.Path) (any, bool) {
	for _, step := range path {
		var ok bool
		if body, ok = take(body, step); !ok {
			return nil, false
		}
	}
	return body, true
}

// take goes one step into a value.
func take(value any, step manifest.Step) (any, bool) {
	switch value := value.(type) {
	case map[string]any:
		if !step.IsIndex() {
			field, ok := value[step.Key()]
			return field, ok
		}
	case []any:
		if step.IsIndex() && step.Index() < len(value) {
			return value[step.Index()], true
		}
	}
	return nil, false
}

// follow gives the path in other that corresponds to path in body, as far as
// there is one, the value there, and whether it goes all the way. The items of
// a sequence correspond by what tells them apart, not by their index. Below a
// string the path goes on as it is.
func follow(body, other any, path manifest.Path) (there manifest.Path, value any, all bool) {
	for i, step := range path {
		if _, isText := other.(string); isText {
			return append(there, path[i:]...), other, true
		}
		next, ok := take(body, step)
		if ok && step.IsIndex() {
			items, _ := other.([]any)
			step, ok = counterpart(next, items, step)
		}
		if !ok {
			return there, other, false
		}
		below, ok := take(other, step)
		if !ok {
			return there, other, false
		}
		body, other = next, below
		there = append(there, step)
	}
	return there, other, true
}

// counterpart finds the item that corresponds to item, which stands at step.
func counterpart(item any, items []any, step manifest.Step) (manifest.Step, bool) {
	fields, isMap := item.(map[string]any)
	for _, key := range itemKeys {
		if !isMap || fields[key] == nil {
			continue
		}
		for i, other := range items {
			if others, ok := other.(map[string]any); ok && agree(others[key], fields[key]) {
				return manifest.Index(i), true
			}
		}
		return step, false
	}
	for i, other := range items {
		if reflect.DeepEqual(item, other) {
			return manifest.Index(i), true
		}
	}
	return step, isMap && step.Index() < len(items)
}

// isScalar tells whether a value is neither a mapping nor a sequence.
func isScalar(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// agree tells whether two scalars are the same, and two others of one kind.
func agree(a, b any) bool {
	if isScalar(a) || isScalar(b) {
		return isScalar(a) && isScalar(b) && a == b
	}
	return reflect.TypeOf(a) == reflect.TypeOf(b)
}
