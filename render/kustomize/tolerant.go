package kustomize

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// maxMistakes bounds how many mistakes of a kustomization are looked for: each
// takes decoding it once more.
const maxMistakes = 100

// mistake is a field or an item of a kustomization that cannot be decoded.
type mistake struct {
	path    manifest.Path
	message string
}

// tolerant is a kustomization without what cannot be decoded. kustomize would
// refuse it as a whole.
type tolerant struct {
	// all has an empty item for each item with a mistake, so that the indices
	// are those of the file; left goes without them.
	all, left types.Kustomization
	mistakes  []mistake
}

// decodeTolerantly decodes a kustomization in the way of kustomize, and takes
// out what has a mistake: a field of a mapping, or the whole item where it lies
// within a list. The error is about what is wrong beyond that.
func decodeTolerantly(data []byte) (tolerant, error) {
	var t tolerant
	text, err := yaml.YAMLToJSON(data)
	if err != nil {
		return t, err
	}
	var tree map[string]any
	numbers := json.NewDecoder(bytes.NewReader(text))
	numbers.UseNumber()
	if err := numbers.Decode(&tree); err != nil {
		return t, err
	}
	for range maxMistakes {
		// What was decoded from JSON can be encoded again.
		text, _ = json.Marshal(tree)
		t.all = types.Kustomization{}
		err := decodeStrictly(text, &t.all)
		if err == nil {
			text, _ = json.Marshal(withoutItems(tree, t.mistakes))
			return t, decodeStrictly(text, &t.left)
		}
		found, ok := explain(err, text, tree)
		if !ok || !cut(tree, found.path) {
			return t, err
		}
		t.mistakes = append(t.mistakes, found)
	}
	return t, fmt.Errorf("it has more than %d mistakes", maxMistakes)
}

func decodeStrictly(text []byte, k *types.Kustomization) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(k)
}

var unknownInError = regexp.MustCompile(`^json: unknown field "(.*)"$`)

// explain finds the mistake that an error about the JSON text of tree is about.
func explain(err error, text []byte, tree map[string]any) (mistake, bool) {
	if m := unknownInError.FindStringSubmatch(err.Error()); m != nil {
		path, ok := unknownField(tree, m[1])
		return mistake{path, fmt.Sprintf("unknown field %q", m[1])}, ok
	}
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) || wrong.Field == "" {
		return mistake{}, false
	}
	path := pathAt(text, wrong.Offset)
	field, _, _ := strings.Cut(wrong.Field, ".")
	if len(path) == 0 || !strings.EqualFold(path[0].Key(), field) {
		return mistake{}, false
	}
	name := strings.TrimPrefix(path.String(), ".")
	return mistake{path, fmt.Sprintf("%s is %s, want %s", name, valueWords(wrong.Value), typeWords(wrong.Type))}, true
}

// unknownField finds the first key of this name where kustomize knows none: a
// kustomization with nothing else in it is refused, too.
func unknownField(tree map[string]any, name string) (manifest.Path, bool) {
	return findPath(tree, nil, func(path manifest.Path, _ any) bool {
		last := path[len(path)-1]
		if last.IsIndex() || last.Key() != name {
			return false
		}
		var k types.Kustomization
		text, _ := json.Marshal(alone(path))
		err := decodeStrictly(text, &k)
		return err != nil && unknownInError.MatchString(err.Error())
	})
}

// alone gives the value in which there is nothing but a null at path.
func alone(path manifest.Path) any {
	var value any
	for _, step := range slices.Backward(path) {
		if step.IsIndex() {
			value = []any{value}
		} else {
			value = map[string]any{step.Key(): value}
		}
	}
	return value
}

// upToItem gives the part of a path that is taken out for a mistake at its end.
func upToItem(path manifest.Path) manifest.Path {
	if i := slices.IndexFunc(path, manifest.Step.IsIndex); i >= 0 {
		return path[:i+1]
	}
	return path
}

// cut takes the mistake at path out of tree. It tells whether there was any.
func cut(tree map[string]any, path manifest.Path) bool {
	path = upToItem(path)
	holder, _ := manifest.Lookup(tree, path[:len(path)-1])
	last := path[len(path)-1]
	switch holder := holder.(type) {
	case map[string]any:
		_, ok := holder[last.Key()]
		delete(holder, last.Key())
		return ok
	case []any:
		ok := holder[last.Index()] != nil
		holder[last.Index()] = nil
		return ok
	}
	return false
}

// withoutItems gives tree without the items that mistakes left empty. It
// changes tree.
func withoutItems(tree map[string]any, mistakes []mistake) map[string]any {
	var items []manifest.Path
	for _, m := range mistakes {
		if path := upToItem(m.path); path[len(path)-1].IsIndex() {
			items = append(items, path)
		}
	}
	// The last ones first, so that the indices of the others stay.
	slices.SortFunc(items, func(a, b manifest.Path) int { return b[len(b)-1].Index() - a[len(a)-1].Index() })
	for _, path := range items {
		i, field := path[len(path)-1].Index(), path[len(path)-2].Key()
		holder, _ := manifest.Lookup(tree, path[:len(path)-2])
		fields, _ := holder.(map[string]any)
		if list, ok := fields[field].([]any); ok {
			fields[field] = slices.Delete(list, i, i+1)
		}
	}
	return tree
}

// pathAt gives the path to the value in a JSON text that the decoder stood at
// or within when it had read so many bytes.
func pathAt(text []byte, offset int64) manifest.Path {
	decoder := json.NewDecoder(bytes.NewReader(text))
	var path manifest.Path
	var inMapping []bool // for each step of path
	isKey := func() bool { return len(path) > 0 && inMapping[len(path)-1] && path[len(path)-1] == manifest.Step{} }
	next := func() {
		if i := len(path) - 1; i >= 0 && !inMapping[i] {
			path[i] = manifest.Index(path[i].Index() + 1)
		} else if i >= 0 {
			path[i] = manifest.Step{}
		}
	}
	for {
		token, err := decoder.Token()
		if err != nil {
			return nil
		}
		if key, ok := token.(string); ok && isKey() {
			path[len(path)-1] = manifest.Key(key)
			continue
		}
		if decoder.InputOffset() >= offset {
			return slices.DeleteFunc(path, func(s manifest.Step) bool { return s == manifest.Step{} })
		}
		switch token {
		case json.Delim('{'):
			path, inMapping = append(path, manifest.Step{}), append(inMapping, true)
		case json.Delim('['):
			path, inMapping = append(path, manifest.Index(0)), append(inMapping, false)
		case json.Delim('}'), json.Delim(']'):
			path, inMapping = path[:len(path)-1], inMapping[:len(inMapping)-1]
			next()
		default:
			next()
		}
	}
}

// valueWords tells what a value is that encoding/json calls so.
func valueWords(value string) string {
	switch kind, literal, _ := strings.Cut(value, " "); {
	case literal != "":
		return "the " + value
	case kind == "bool":
		return "a boolean"
	case kind == "array":
		return "a list"
	case kind == "object":
		return "a mapping"
	default:
		return "a " + kind
	}
}

// typeWords tells what fits into a Go type.
func typeWords(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "a boolean"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Map, reflect.Struct, reflect.Pointer:
		return "a mapping"
	default:
		return "a whole number"
	}
}
