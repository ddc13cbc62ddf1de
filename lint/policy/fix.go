package policy

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/kubegap/kubegap-lint/lint"
)

// decodeFix reads the changes that fix a violation.
func decodeFix(value any, objects int) ([]lint.Change, error) {
	list, ok := value.([]any)
	if !ok || len(list) == 0 {
		return nil, fmt.Errorf("is no list of changes")
	}
	changes := make([]lint.Change, len(list))
	for i, item := range list {
		fields, ok := item.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("change %v is no object", item)
		}
		var err error
		if changes[i], err = decodeChange(fields, objects); err != nil {
			return nil, fmt.Errorf("change %v: %w", item, err)
		}
	}
	return changes, nil
}

// decodeChange reads a change: of a field, which has a path and what it is set to,
// or of the repository, to which a document is added.
func decodeChange(fields map[string]any, objects int) (lint.Change, error) {
	index, err := decodeObject(fields, objects)
	if err != nil {
		return lint.Change{}, err
	}
	c := lint.Change{Object: index}
	if document, adds := fields["add"]; adds {
		body, ok := numbers(document).(map[string]any)
		if !ok || len(body) == 0 {
			return lint.Change{}, fmt.Errorf("add is no object")
		}
		c.Document = body
		return c, known(fields, "object", "add")
	}
	if c.Path, err = decodePath(fields); err != nil {
		return lint.Change{}, err
	}
	value, ok := fields["set"]
	if !ok || len(c.Path) == 0 {
		return lint.Change{}, fmt.Errorf("sets no field and adds nothing")
	}
	c.Value = numbers(value)
	if key, renames := fields["key"]; renames {
		if c.Key, ok = key.(string); !ok || c.Key == "" || c.Path[len(c.Path)-1].IsIndex() {
			return lint.Change{}, fmt.Errorf("key is no other name of a key")
		}
	}
	return c, known(fields, "object", "path", "key", "set")
}

// known refuses all fields but those that are named.
func known(fields map[string]any, names ...string) error {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(names, key) {
			return fmt.Errorf("unknown field %q", key)
		}
	}
	return nil
}

// numbers gives a value of a policy as manifest.Object has it.
func numbers(value any) any {
	switch value := value.(type) {
	case json.Number:
		if i, err := value.Int64(); err == nil {
			return i
		}
		f, _ := value.Float64() // It is a number, if perhaps not an exact one.
		return f
	case map[string]any:
		out := make(map[string]any, len(value))
		for key, v := range value {
			out[key] = numbers(v)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, v := range value {
			out[i] = numbers(v)
		}
		return out
	default:
		return value
	}
}
