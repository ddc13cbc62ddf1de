package agent

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// schemaOf gives the schema of a type of inputs or outputs, made more precise by
// refine, which may be nil. It panics for a type that has none, which is a mistake
// in the program.
func schemaOf[T any](refine func(properties map[string]*jsonschema.Schema)) *jsonschema.Schema {
	s, err := jsonschema.For[T](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[lint.Level]():         oneOf("error", "warning", "note"),
		reflect.TypeFor[manifest.Precision](): oneOf("exact", "nearby", "file"),
		reflect.TypeFor[manifest.Path](): {Type: "array", Items: &jsonschema.Schema{Types: []string{"string", "integer"}},
			Description: "keys and indices that lead to the field"},
	}})
	if err != nil {
		panic(fmt.Sprintf("make schema: %v", err))
	}
	walk(s, notNull)
	if refine != nil {
		refine(s.Properties)
	}
	return s
}

// walk visits a schema and those in it.
func walk(s *jsonschema.Schema, visit func(*jsonschema.Schema)) {
	if s == nil {
		return
	}
	visit(s)
	walk(s.Items, visit)
	walk(s.AdditionalProperties, visit)
	for _, property := range s.Properties {
		walk(property, visit)
	}
}

// notNull takes null out of the types of a schema: no list here is ever null, and
// what is absent is left out.
func notNull(s *jsonschema.Schema) {
	s.Types = slices.DeleteFunc(s.Types, func(t string) bool { return t == "null" })
	if len(s.Types) == 1 {
		s.Type, s.Types = s.Types[0], nil
	}
}

func oneOf(words ...string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	restrict(s, words...)
	return s
}

// restrict confines a string, or the strings of a list, to some words.
func restrict(s *jsonschema.Schema, words ...string) {
	if s.Items != nil {
		s = s.Items
	}
	for _, word := range words {
		s.Enum = append(s.Enum, word)
	}
}

// number bounds a number.
func number(s *jsonschema.Schema, least, most float64) { s.Minimum, s.Maximum = &least, &most }

// text bounds the length of a string, which is not empty.
func text(s *jsonschema.Schema) {
	least, most := 1, maxArgument
	s.MinLength, s.MaxLength = &least, &most
}

// texts bounds a list and its strings.
func texts(s *jsonschema.Schema) {
	most := maxArguments
	s.MaxItems = &most
	text(s.Items)
}

// The bounds of arguments.
const (
	maxArgument  = 4096
	maxArguments = 100
)
