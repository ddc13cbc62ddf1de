package fix

import (
	"reflect"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// changed gives a body with a change. Neither is changed itself. ok is false where
// the change does not fit.
func changed(body any, c lint.Change) (any, bool) {
	return put(body, c.Path, c.Key, c.Value)
}

// put gives a value with the field that path leads to set.
func put(in any, path manifest.Path, key string, value any) (any, bool) {
	if len(path) == 0 {
		return value, true
	}
	step, rest := path[0], path[1:]
	switch in := in.(type) {
	case nil:
		return nested(path, value), !slices.ContainsFunc(path, manifest.Step.IsIndex)
	case map[string]any:
		if step.IsIndex() {
			return nil, false
		}
		out := make(map[string]any, len(in)+1)
		for k, v := range in {
			out[k] = v
		}
		below, ok := put(in[step.Key()], rest, key, value)
		name := step.Key()
		if len(rest) == 0 && key != "" {
			delete(out, name)
			name = key
		}
		out[name] = below
		return out, ok
	case []any:
		if !step.IsIndex() || step.Index() > len(in) {
			return nil, false
		}
		out := append(slices.Clone(in), nil)[:max(len(in), step.Index()+1)]
		var ok bool
		out[step.Index()], ok = put(out[step.Index()], rest, key, value)
		return out, ok
	case string:
		lines := strings.Split(in, "\n")
		text, isText := value.(string)
		if len(rest) > 0 || !step.IsIndex() || step.Index() >= len(lines) || !isText {
			return nil, false
		}
		lines[step.Index()] = text
		return strings.Join(lines, "\n"), true
	}
	return nil, false
}

// similar tells whether a value became another one by nothing but some changes,
// each of which may have happened or not: in objects that have no finding, and
// share the place that is edited. Items of lists may stand elsewhere in them.
func similar(before, after any, changes []lint.Change) bool {
	if reflect.DeepEqual(before, after) {
		return true
	}
	for _, c := range changes {
		if len(c.Path) == 0 && reflect.DeepEqual(after, c.Value) {
			return true
		}
	}
	switch before := before.(type) {
	case map[string]any:
		after, ok := after.(map[string]any)
		return ok && similarMaps(before, after, changes)
	case []any:
		after, ok := after.([]any)
		return ok && similarLists(before, after, beneath(changes, manifest.Step.IsIndex))
	case string:
		after, ok := after.(string)
		return ok && similarTexts(before, after, changes)
	case nil:
		m, ok := after.(map[string]any)
		return ok && similarMaps(nil, m, changes)
	}
	return false
}

// similarLists is similar for lists, given the changes of their items. One of these
// may be a new item.
func similarLists(before, after []any, changes []lint.Change) bool {
	if len(after) == len(before)+1 {
		last := after[len(before)]
		isNew := func(c lint.Change) bool { return len(c.Path) == 0 && reflect.DeepEqual(c.Value, last) }
		if !slices.ContainsFunc(changes, isNew) {
			return false
		}
		after = after[:len(before)]
	}
	if len(after) != len(before) {
		return false
	}
	for i := range before {
		if !similar(before[i], after[i], changes) {
			return false
		}
	}
	return true
}

func similarMaps(before, after map[string]any, changes []lint.Change) bool {
	for key := range before {
		inner := beneath(changes, func(s manifest.Step) bool { return !s.IsIndex() && s.Key() == key })
		value, ok := after[key]
		if !ok {
			renamed := slices.ContainsFunc(inner, func(c lint.Change) bool {
				return len(c.Path) == 0 && c.Key != "" && reflect.DeepEqual(after[c.Key], c.Value)
			})
			if !renamed {
				return false
			}
			continue
		}
		if !similar(before[key], value, inner) {
			return false
		}
	}
	for key, value := range after {
		if _, ok := before[key]; ok {
			continue
		}
		renamed := slices.ContainsFunc(changes, func(c lint.Change) bool { return len(c.Path) == 1 && c.Key == key })
		inner := beneath(changes, func(s manifest.Step) bool { return !s.IsIndex() && s.Key() == key })
		if !renamed && (len(inner) == 0 || !similar(nil, value, inner)) {
			return false
		}
	}
	return true
}

// beneath gives the changes whose first step passes a test, without that step.
func beneath(changes []lint.Change, test func(manifest.Step) bool) []lint.Change {
	var inner []lint.Change
	for _, c := range changes {
		if len(c.Path) > 0 && test(c.Path[0]) {
			c.Path = c.Path[1:]
			inner = append(inner, c)
		}
	}
	return inner
}

// similarTexts tells whether one line of a text became that of a change.
func similarTexts(before, after string, changes []lint.Change) bool {
	lines := strings.Split(before, "\n")
	for _, c := range changes {
		text, ok := c.Value.(string)
		if !ok || len(c.Path) != 1 || !c.Path[0].IsIndex() {
			continue
		}
		for i := range lines {
			replaced := slices.Clone(lines)
			replaced[i] = text
			if strings.Join(replaced, "\n") == after {
				return true
			}
		}
	}
	return false
}

// contains tells whether a value has all that part has.
func contains(value, part any) bool {
	m, ok := part.(map[string]any)
	if !ok {
		return reflect.DeepEqual(value, part)
	}
	whole, ok := value.(map[string]any)
	if !ok {
		return false
	}
	for key, v := range m {
		if other, exists := whole[key]; !exists || !contains(other, v) {
			return false
		}
	}
	return true
}
