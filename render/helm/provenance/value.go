package provenance

import (
	"fmt"
	"iter"
	"reflect"
	"strings"
	"text/template"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// kind is how the members of a value are reached.
type kind int

const (
	scalar kind = iota
	mapping
	listing
)

func kindOf(value any) kind {
	switch value.(type) {
	case nil, string, bool, int, int64, float64:
		return scalar
	}
	switch reflect.ValueOf(value).Kind() {
	case reflect.Map:
		return mapping
	case reflect.Slice:
		return listing
	default:
		return scalar
	}
}

// asMap gives a map with keys of text, whatever the name of its type: Helm has
// map[string]any and chartutil.Values.
func asMap(value any) (map[string]any, bool) {
	if m, ok := value.(map[string]any); ok {
		return m, true
	}
	if kindOf(value) != mapping {
		return nil, false
	}
	v, want := reflect.ValueOf(value), reflect.TypeFor[map[string]any]()
	if !v.CanConvert(want) {
		return nil, false
	}
	m, ok := v.Convert(want).Interface().(map[string]any)
	return m, ok
}

// member gives the value at a step below value, and whether there is one. It
// looks into maps, lists and the fields of structs, and calls no methods.
func member(value any, step manifest.Step) (any, bool) {
	if m, ok := asMap(value); ok {
		v, ok := m[step.Key()]
		return v, ok && !step.IsIndex()
	}
	v := reflect.ValueOf(value)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	var found reflect.Value
	switch {
	case v.Kind() == reflect.Slice && step.IsIndex() && step.Index() < v.Len():
		found = v.Index(step.Index())
	case v.Kind() == reflect.Map && v.Type().Key().Kind() == reflect.String && !step.IsIndex():
		found = v.MapIndex(reflect.ValueOf(step.Key()).Convert(v.Type().Key()))
	case v.Kind() == reflect.Struct && !step.IsIndex():
		found = field(v, step.Key())
	}
	if !found.IsValid() || !found.CanInterface() {
		return nil, false
	}
	return found.Interface(), true
}

// field gives a field of a struct, or nothing.
func field(v reflect.Value, name string) reflect.Value {
	f, ok := v.Type().FieldByName(name)
	if !ok {
		return reflect.Value{}
	}
	found, err := v.FieldByIndexErr(f.Index)
	if err != nil {
		return reflect.Value{}
	}
	return found
}

// members gives the members of a map, in no order, or of a list.
func members(value any) iter.Seq2[manifest.Step, any] {
	return func(yield func(manifest.Step, any) bool) {
		if m, ok := asMap(value); ok {
			for key, v := range m {
				if !yield(manifest.Key(key), v) {
					return
				}
			}
		}
		if kindOf(value) != listing {
			return
		}
		for i, v := range reflect.ValueOf(value).Seq2() {
			if !yield(manifest.Index(int(i.Int())), v.Interface()) {
				return
			}
		}
	}
}

// same tells whether two values are the same one: maps and lists by identity,
// others by being equal.
func same(a, b any) bool {
	x, y := identityOf(a), identityOf(b)
	if x != (identity{}) || y != (identity{}) {
		return x == y
	}
	return reflect.DeepEqual(a, b)
}

// alike tells whether two scalars are equal, if one of them may have been
// printed and read again.
func alike(a, b any) bool {
	return same(a, b) || kindOf(a) == scalar && kindOf(b) == scalar && fmt.Sprint(a) == fmt.Sprint(b)
}

// isTrue tells whether templates take a value for true.
func isTrue(value any) bool {
	truth, _ := template.IsTrue(value)
	return truth
}

// isTemplate tells whether a value is text for the function tpl.
func isTemplate(value any) bool {
	text, ok := value.(string)
	return ok && strings.Contains(text, "{{")
}
