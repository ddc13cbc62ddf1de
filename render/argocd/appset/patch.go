package appset

import (
	"errors"
	"maps"
	"slices"

	"sigs.k8s.io/yaml"
)

// patch puts templatePatch of the set on top of an Application and keeps what it
// sets for tracing. Its project stays, as the controller has it. See
// https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Template/#template-patch
func (s *source) patch(body map[string]any) (map[string]any, error) {
	text, _ := s.x.spec["templatePatch"].(string)
	if text == "" {
		return body, nil
	}
	rendered, err := s.x.templating.text(text, s.params.values)
	if err != nil {
		return nil, err
	}
	var patch map[string]any
	if yaml.Unmarshal([]byte(rendered), &patch) != nil {
		return nil, errors.New("templatePatch is no mapping")
	}
	patch, _ = wholeNumbers(patch).(map[string]any)
	result := patchedMap(body, patch)
	if metadata, ok := result["metadata"].(map[string]any); ok {
		metadata["finalizers"] = union(field(body, "metadata", "finalizers"), metadata["finalizers"])
		if metadata["finalizers"] == nil {
			delete(metadata, "finalizers")
		}
	}
	if spec, ok := result["spec"].(map[string]any); ok {
		delete(spec, "project")
		if project := field(body, "spec", "project"); project != nil {
			spec["project"] = project
		}
	}
	s.patched = without(without(patch, "spec", "project"), "metadata", "finalizers")
	return result, nil
}

// patchedMap gives a mapping with a strategic merge patch applied. The types of
// Application name no merge keys, so sequences are replaced, but for finalizers:
// see https://github.com/argoproj/argo-cd/blob/master/pkg/apis/application/v1alpha1/types.go
func patchedMap(under, patch map[string]any) map[string]any {
	out := maps.Clone(under)
	if out == nil || patch["$patch"] == "replace" {
		out = map[string]any{}
	}
	for key, value := range patch {
		upper, isMap := value.(map[string]any)
		switch {
		case key == "$patch" || key == "$retainKeys":
		case value == nil || isMap && upper["$patch"] == "delete":
			delete(out, key)
		case isMap:
			lower, _ := out[key].(map[string]any)
			out[key] = patchedMap(lower, upper)
		default:
			out[key] = value
		}
	}
	return out
}

// union gives the items of two sequences without repetitions, or nil.
func union(a, b any) any {
	first, _ := a.([]any)
	second, _ := b.([]any)
	var all []any
	for _, item := range slices.Concat(first, second) {
		text, ok := item.(string)
		if ok && !slices.Contains(all, any(text)) {
			all = append(all, text)
		}
	}
	if all == nil {
		return nil
	}
	return all
}

// without gives a mapping without a field of one of its fields.
func without(tree map[string]any, key, name string) map[string]any {
	fields, ok := tree[key].(map[string]any)
	if !ok {
		return tree
	}
	tree, fields = maps.Clone(tree), maps.Clone(fields)
	delete(fields, name)
	tree[key] = fields
	return tree
}

func field(body map[string]any, keys ...string) any {
	var value any = body
	for _, key := range keys {
		fields, _ := value.(map[string]any)
		value = fields[key]
	}
	return value
}

// wholeNumbers gives a value that was decoded without a schema as manifests are
// decoded: numbers without a fraction are int64.
func wholeNumbers(value any) any {
	switch value := value.(type) {
	case float64:
		if whole := int64(value); float64(whole) == value {
			return whole
		}
	case map[string]any:
		fields := make(map[string]any, len(value))
		for key, field := range value {
			fields[key] = wholeNumbers(field)
		}
		return fields
	case []any:
		items := make([]any, len(value))
		for i, item := range value {
			items[i] = wholeNumbers(item)
		}
		return items
	}
	return value
}
