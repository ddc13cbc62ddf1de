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
	Level       *lint.Level `json:"level"`
	LevelReason string      `json:"level_reason"`
	Remediation string      `json:"remediation"`
	Kinds       []string    `json:"kinds"`
	// Words are words without one of which, somewhere in the objects, the rule
	// can find nothing: see present. It may be empty.
	Words []string `json:"words"`
	Also  []string `json:"also"`
	Since string   `json:"since"`
}

// readRule reads what cases/<case>/<rule>/policy.rego says about itself, and
// the examples beside it.
func readRule(fsys fs.FS, name string) (loaded, error) {
	s, err := readSource(fsys, name)
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
		return loaded{}, fmt.Errorf("%s: no METADATA of scope package", head.Package.Location)
	}
	folder := path.Dir(name)
	rule, words, err := describe(strings.TrimPrefix(folder, "cases/"), about)
	if err != nil {
		return loaded{}, fmt.Errorf("%s: METADATA: %w", about.Location, err)
	}
	if rule.Bad, err = readText(fsys, path.Join(folder, "bad.yaml")); err != nil {
		return loaded{}, err
	}
	if rule.Good, err = readText(fsys, path.Join(folder, "good.yaml")); err != nil {
		return loaded{}, err
	}
	return loaded{rule, words, s}, nil
}

// describe reads a rule's METADATA, and apart from the rest the words. A key
// below custom that is not known is an error, and so is one that is missing,
// save for also and words.
func describe(id string, a *ast.Annotations) (lint.Rule, []string, error) {
	data, err := json.Marshal(a.Custom)
	if err != nil {
		return lint.Rule{}, nil, fmt.Errorf("custom: %w", err)
	}
	var c custom
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return lint.Rule{}, nil, fmt.Errorf("custom: %w", err)
	}
	for _, field := range []struct {
		key   string
		empty bool
	}{
		{"title", a.Title == ""},
		{"description", a.Description == ""},
		{"custom.level", c.Level == nil},
		{"custom.level_reason", c.LevelReason == ""},
		{"custom.remediation", c.Remediation == ""},
		{"custom.kinds", len(c.Kinds) == 0},
		{"custom.since", c.Since == ""},
	} {
		if field.empty {
			return lint.Rule{}, nil, fmt.Errorf("%s is not set", field.key)
		}
	}
	rule := lint.Rule{
		ID: id, Title: a.Title, Description: strings.TrimSpace(a.Description), Level: *c.Level,
		LevelReason: strings.TrimSpace(c.LevelReason), Remediation: strings.TrimSpace(c.Remediation),
		Kinds: c.Kinds, Also: c.Also, Since: c.Since,
	}
	for _, r := range a.RelatedResources {
		rule.References = append(rule.References, lint.Reference{Title: r.Description, URL: r.Ref.String()})
	}
	return rule, c.Words, nil
}

// readText gives the content of a file, and "" where there is none.
func readText(fsys fs.FS, name string) (string, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read example: %w", err)
	}
	return string(data), nil
}
