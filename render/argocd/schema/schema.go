// Package schema tells which fields of the objects of Argo CD have another type
// than its API asks for. The API server refuses such objects, so that nothing may
// be concluded from them.
package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Type tells what a value has to be. The zero value takes everything.
type Type struct {
	// name is what messages call it, and is tells whether a value is one; nil
	// stands for every value.
	name string
	is   func(value any) bool
	// fields are the types of some fields of a mapping; others may be anything.
	fields map[string]Type
	// each is the type of the items of a list or of the values of a mapping; nil
	// stands for any. It is a function since generators hold generators.
	each func() Type
}

// Mistake is a field of another type.
type Mistake struct {
	Path manifest.Path
	// Message names the field and says what it must be.
	Message string
	// Value is what the field has in its place.
	Value any
}

// Mistakes gives the fields of a value that have another type, in the order of
// their paths. at is the path of the value, which messages and paths begin with.
// Fields that are null count as absent; items of lists that are null do not.
func (t Type) Mistakes(value any, at manifest.Path) []Mistake {
	if t.is != nil && !t.is(value) {
		name := strings.TrimPrefix(at.String(), ".")
		return []Mistake{{slices.Clone(at), fmt.Sprintf("%s must be %s, not %s", name, t.name, manifest.TypeName(value)), value}}
	}
	var list []Mistake
	switch value := value.(type) {
	case []any:
		for i, item := range value {
			if t.each != nil {
				list = append(list, t.each().Mistakes(item, below(at, manifest.Index(i)))...)
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if field, ok := t.field(key); ok && value[key] != nil {
				list = append(list, field.Mistakes(value[key], below(at, manifest.Key(key)))...)
			}
		}
	}
	return list
}

// field gives the type of a field of a mapping.
func (t Type) field(key string) (field Type, ok bool) {
	if field, ok = t.fields[key]; ok || t.each == nil {
		return field, ok
	}
	return t.each(), true
}

func text() Type { return Type{name: "a string", is: is[string]} }

func flag() Type { return Type{name: "true or false", is: is[bool]} }

// numberOrText is an IntOrString of the API.
func numberOrText() Type {
	return Type{name: "a whole number or a string", is: func(value any) bool { return is[int64](value) || is[string](value) }}
}

func mapping(fields map[string]Type) Type {
	return Type{name: "a mapping", is: is[map[string]any], fields: fields}
}

// entries is a mapping with keys of any names.
func entries(value Type) Type {
	t := mapping(nil)
	t.each = func() Type { return value }
	return t
}

func list(item Type) Type {
	return Type{name: "a list", is: is[[]any], each: func() Type { return item }}
}

// fieldsOf gives all names the same type.
func fieldsOf(t Type, names ...string) map[string]Type {
	fields := make(map[string]Type, len(names))
	for _, name := range names {
		fields[name] = t
	}
	return fields
}

// with adds fields to others, which it changes.
func with(fields, more map[string]Type) map[string]Type {
	maps.Copy(fields, more)
	return fields
}

func is[T any](value any) bool {
	_, ok := value.(T)
	return ok
}

// below gives a longer path without changing the shorter one.
func below(path manifest.Path, step manifest.Step) manifest.Path {
	return append(path[:len(path):len(path)], step)
}
