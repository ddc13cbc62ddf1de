package policy

import (
	"errors"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/lint/mistake"
)

// metadata is a block of METADATA with the lines of its keys.
type metadata struct {
	yaml string
	// row is the line before the first of the YAML.
	row int
}

// MetadataLine gives the place of a value in the METADATA of a rule, or that of
// the nearest above it, and whether there is such a rule.
func (l *Library) MetadataLine(rule string, keys ...string) (file string, line int, found bool) {
	for _, r := range l.rules {
		if r.ID == rule {
			return r.policy.name, r.policy.metadata().line(keys...), true
		}
	}
	return "", 0, false
}

// metadata reads the last block of METADATA before the package.
func (s *source) metadata() metadata {
	row := 0
	for i, line := range strings.Split(s.text, "\n") {
		if strings.HasPrefix(line, "package ") {
			break
		}
		if strings.TrimSpace(strings.TrimPrefix(line, "#")) == "METADATA" {
			row = i + 1
		}
	}
	return s.metadataAt(row)
}

// metadataAt reads the block of METADATA that starts at a line of the file.
// OPA has read it before, without a word on its lines.
func (s *source) metadataAt(row int) metadata {
	var text strings.Builder
	for i, line := range strings.Split(s.text, "\n") {
		comment, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
		if i < row {
			continue
		}
		if !ok {
			break
		}
		text.WriteString(comment + "\n")
	}
	return metadata{text.String(), row}
}

// line gives the line of the value that the keys lead to, or of the nearest
// above it: at last, that of the block.
func (m metadata) line(keys ...string) int { return m.row + lineOf([]byte(m.yaml), keys...) }

// value gives the value of a key, nil where there is none.
func (m metadata) value(key string) *yaml.Node { return valueOf([]byte(m.yaml), key) }

// metadataMistake gives a mistake in the METADATA that starts at a line its own
// line.
func (s *source) metadataMistake(row int, err error) error {
	line := row
	if wrong, ok := errors.AsType[keyError](err); ok {
		line = s.metadataAt(row).line(wrong.keys...)
	}
	return mistake.Mistake{File: s.name, Line: line, Message: "METADATA: " + err.Error()}
}

// unknownKeys gives the keys of METADATA that nothing reads and OPA passes over,
// each with its line. Those below custom are known to describe.
func (m metadata) unknownKeys() mistake.List {
	var list mistake.List
	unknown := func(node *yaml.Node, known ...string) {
		for i := 0; node.Kind == yaml.MappingNode && i+1 < len(node.Content); i += 2 {
			if key := node.Content[i]; !slices.Contains(known, key.Value) {
				list = append(list, mistake.Mistake{Line: m.row + key.Line, Message: "METADATA: " + key.Value + " is an unknown key"})
			}
		}
	}
	root := rootOf([]byte(m.yaml))
	unknown(root, "title", "description", "scope", "related_resources", "custom")
	if resources := child(root, "related_resources"); resources != nil {
		for _, resource := range resources.Content {
			unknown(resource, "ref", "description")
		}
	}
	return list
}
