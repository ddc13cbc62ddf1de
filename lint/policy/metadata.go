package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/kubegap/kubegap-lint/lint"
)

// custom is what a rule's METADATA says below `custom`.
type custom struct {
	Level       string   `json:"level"`
	LevelReason string   `json:"level_reason"`
	Remediation string   `json:"remediation"`
	Kinds       []string `json:"kinds"`
	// Words are words or facts without one of which, somewhere in the objects, the
	// rule can find nothing: see wordsIn. It may be empty.
	Words []string `json:"words"`
	Also  []string `json:"also"`
	Since string   `json:"since"`
}

// readRule reads what cases/<case>/<rule>/policy.rego says about itself, and
// the examples beside it.
func readRule(tree Tree, name string) (loaded, error) {
	s, err := readSource(tree, name)
	if err != nil {
		return loaded{}, err
	}
	head, err := s.parseHead()
	if err != nil {
		return loaded{}, fmt.Errorf("parse policy: %w", err)
	}
	var about *ast.Annotations
	for _, a := range head.Annotations {
		if a.Scope == "package" {
			about = a
		}
	}
	if about == nil {
		return loaded{}, at(head.Package.Location, "no METADATA of scope package")
	}
	folder := path.Dir(name)
	rule, words, err := describe(strings.TrimPrefix(folder, "cases/"), about)
	if err != nil {
		return loaded{}, s.metadataMistake(about.Location.Row, err)
	}
	result := loaded{rule, words, s}
	return result, result.readExamples(tree.FS, folder)
}

// readExamples reads the fixtures in the rule's folder that people see.
func (rule *loaded) readExamples(fsys fs.FS, folder string) (err error) {
	if rule.Bad, err = readText(fsys, path.Join(folder, "bad.yaml")); err != nil {
		return err
	}
	rule.Good, err = readText(fsys, path.Join(folder, "good.yaml"))
	return err
}

// keyError is what is wrong with the value of a key of METADATA.
type keyError struct {
	// keys lead to the value.
	keys    []string
	message string
}

func (e keyError) Error() string { return strings.Join(e.keys, ".") + " " + e.message }

// describe reads a rule's METADATA, and apart from the rest the words. A key
// below custom that is not known is an error, and so is one that is missing,
// save for also and words. All its errors are a keyError.
func describe(id string, a *ast.Annotations) (lint.Rule, []string, error) {
	c, err := decodeCustom(a.Custom)
	if err != nil {
		return lint.Rule{}, nil, err
	}
	for _, field := range []struct {
		keys  []string
		empty bool
	}{
		{[]string{"title"}, a.Title == ""},
		{[]string{"description"}, a.Description == ""},
		{[]string{"custom", "level"}, c.Level == ""},
		{[]string{"custom", "level_reason"}, c.LevelReason == ""},
		{[]string{"custom", "remediation"}, c.Remediation == ""},
		{[]string{"custom", "kinds"}, len(c.Kinds) == 0},
		{[]string{"custom", "since"}, c.Since == ""},
	} {
		if field.empty {
			return lint.Rule{}, nil, keyError{field.keys, "is not set"}
		}
	}
	rule := lint.Rule{
		ID: id, Title: a.Title, Description: strings.TrimSpace(a.Description),
		LevelReason: strings.TrimSpace(c.LevelReason), Remediation: strings.TrimSpace(c.Remediation),
		Kinds: c.Kinds, Also: c.Also, Since: c.Since,
	}
	if err := rule.Level.UnmarshalText([]byte(c.Level)); err != nil {
		return lint.Rule{}, nil, keyError{[]string{"custom", "level"}, "is an " + err.Error()}
	}
	for _, r := range a.RelatedResources {
		rule.References = append(rule.References, lint.Reference{Title: r.Description, URL: r.Ref.String()})
	}
	return rule, c.Words, nil
}

// decodeCustom decodes what stands below custom, and refuses keys that are not
// known.
func decodeCustom(values map[string]any) (custom, error) {
	data, err := json.Marshal(values)
	if err != nil {
		return custom{}, keyError{[]string{"custom"}, "cannot be read: " + err.Error()}
	}
	var c custom
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(&c)
	if err == nil {
		return c, nil
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return custom{}, keyError{append([]string{"custom"}, strings.Split(wrong.Field, ".")...), "cannot be " + described(wrong.Value)}
	}
	if key, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return custom{}, keyError{[]string{"custom", strings.Trim(key, `"`)}, "is an unknown key"}
	}
	return custom{}, keyError{[]string{"custom"}, "cannot be read: " + err.Error()}
}

// described gives a type of JSON with its article.
func described(kind string) string {
	switch kind {
	case "array":
		return "a list"
	case "object":
		return "a mapping"
	case "bool":
		return "true or false"
	case "string":
		return "a text"
	}
	return "a " + kind
}

// readText gives the content of a file, and "" where there is none.
func readText(fsys fs.FS, name string) (string, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read example: %w", err)
	}
	return string(data), nil
}
