package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/mistake"
)

// readCase reads a case.yaml. A key that is not known is an error, and so is an
// id that differs from the name of the folder.
func readCase(tree Tree, name string) (lint.Case, error) {
	data, err := fs.ReadFile(tree.FS, name)
	if err != nil {
		return lint.Case{}, fmt.Errorf("read case: %w", err)
	}
	var c lint.Case
	if err := decodeStrictly(tree.File(name), data, &c); err != nil {
		return lint.Case{}, err
	}
	if folder := path.Base(path.Dir(name)); c.ID != folder {
		return lint.Case{}, mistake.Mistake{File: tree.File(name), Line: lineOf(data, "id"), Message: fmt.Sprintf("id is %q, want the name of the folder, %q", c.ID, folder)}
	}
	return c, nil
}

// ReadVocabulary reads vocabulary.yaml in the root of a library. A key that is
// not known is an error.
func ReadVocabulary(fsys fs.FS) (lint.Vocabulary, error) {
	const name = "vocabulary.yaml"
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return lint.Vocabulary{}, fmt.Errorf("read vocabulary: %w", err)
	}
	var v lint.Vocabulary
	return v, decodeStrictly(name, data, &v)
}

// ReadInputSchema reads schemas/input.json in the root of a library, which
// describes the input of policies, as Check takes it.
func ReadInputSchema(fsys fs.FS) (any, error) {
	data, err := fs.ReadFile(fsys, "schemas/input.json")
	if err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	var schema any
	if err := json.Unmarshal(data, &schema); err != nil {
		return nil, fmt.Errorf("schemas/input.json: %w", err)
	}
	return schema, nil
}

// decodeStrictly decodes the YAML of a file, which holds one document, and
// refuses keys that into lacks.
func decodeStrictly(file string, data []byte, into any) error {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	err := decoder.Decode(into)
	switch typed, ok := errors.AsType[*yaml.TypeError](err); {
	case ok:
		var mistakes mistake.List
		for _, message := range typed.Errors {
			mistakes = append(mistakes, yamlMistake(file, message))
		}
		return mistakes.Sorted()
	case errors.Is(err, io.EOF):
		return mistake.Mistake{File: file, Message: "is empty"}
	case err != nil:
		return yamlMistake(file, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	var second yaml.Node
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		return mistake.Mistake{File: file, Line: second.Line, Message: "holds more than one document"}
	}
	return nil
}

// yamlMistake makes the mistake of an error of package yaml.
func yamlMistake(file, message string) mistake.Mistake {
	parts := regexp.MustCompile(`^line (\d+): (.*)$`).FindStringSubmatch(message)
	if parts == nil {
		return mistake.Mistake{File: file, Message: message}
	}
	line, _ := strconv.Atoi(parts[1]) // an absurd number of digits is no line
	return mistake.Mistake{File: file, Line: line, Message: explainYAML(parts[2])}
}

// explainYAML words what package yaml says of a value in terms of Go.
func explainYAML(message string) string {
	for _, known := range []struct{ pattern, words string }{
		{`^field (\S+) not found in type .*$`, `unknown key "$1"`},
		{`^field (\S+) already set in type .*$`, `the key "$1" is set twice`},
		{`^cannot unmarshal .* into int$`, `want a whole number`},
		{`^cannot unmarshal .* into string$`, `want a text`},
		{`^cannot unmarshal .* into \[\].*$`, `want a list`},
		{`^cannot unmarshal .* into .*$`, `want a mapping`},
	} {
		if pattern := regexp.MustCompile(known.pattern); pattern.MatchString(message) {
			return pattern.ReplaceAllString(message, known.words)
		}
	}
	return message
}

// lineOf gives the line of the value that the keys lead to in a YAML mapping, or
// of the nearest above it; 0 where not even the first key is there.
func lineOf(data []byte, keys ...string) int {
	node, line := rootOf(data), 0
	for _, key := range keys {
		if node = child(node, key); node == nil {
			break
		}
		line = node.Line
	}
	return line
}

// valueOf gives the value of a key in a YAML mapping, nil where there is none.
func valueOf(data []byte, key string) *yaml.Node {
	return child(rootOf(data), key)
}

// rootOf gives the value of the first document, an empty node where there is none.
func rootOf(data []byte) *yaml.Node {
	var document yaml.Node
	if yaml.Unmarshal(data, &document) != nil || len(document.Content) == 0 {
		return &yaml.Node{}
	}
	return document.Content[0]
}

// child gives the value of a key in a mapping, nil where there is none.
func child(node *yaml.Node, key string) *yaml.Node {
	for i := 0; node.Kind == yaml.MappingNode && i+1 < len(node.Content); i += 2 {
		if node.Content[i].Value == key {
			return node.Content[i+1]
		}
	}
	return nil
}
