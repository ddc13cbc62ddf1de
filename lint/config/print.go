package config

import (
	"bytes"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// Override is a value from the command line that takes the place of a key of the
// file.
type Override struct{ Key, Value, Flag string }

// Effective gives the configuration as YAML, each value with the place that it
// comes from in a comment. Anchors and merge keys are replaced by what they stand
// for.
func (c Config) Effective(overrides ...Override) ([]byte, error) {
	root := &yaml.Node{Kind: yaml.MappingNode}
	if c.root != nil && resolved(c.root).Kind == yaml.MappingNode {
		root = c.annotated(c.root)
	}
	for _, o := range overrides {
		override(root, o)
	}
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(root); err != nil {
		return nil, fmt.Errorf("print configuration: %w", err)
	}
	return out.Bytes(), nil
}

// annotated gives a copy of a node in which each scalar names its line.
func (c Config) annotated(n *yaml.Node) *yaml.Node {
	n = resolved(n)
	own := &yaml.Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value, Style: n.Style &^ yaml.FlowStyle}
	switch n.Kind {
	case yaml.MappingNode:
		for _, e := range entries(n) {
			key := &yaml.Node{Kind: yaml.ScalarNode, Tag: e.key.Tag, Value: e.key.Value, Style: e.key.Style}
			own.Content = append(own.Content, key, c.annotated(e.value))
		}
	case yaml.SequenceNode:
		for _, item := range n.Content {
			own.Content = append(own.Content, c.annotated(item))
		}
	default:
		own.LineComment = fmt.Sprintf("%s:%d", c.File.Name, n.Line)
	}
	return own
}

// override puts a value into the mapping and takes the same key out of the
// environments, which would win over it.
func override(root *yaml.Node, o Override) {
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == "environments" {
			for _, e := range root.Content[i+1].Content {
				e.Content = without(e.Content, o.Key)
			}
		}
	}
	value := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: o.Value, Style: yaml.DoubleQuotedStyle, LineComment: o.Flag}
	key := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: o.Key}
	root.Content = append([]*yaml.Node{key, value}, without(root.Content, o.Key)...)
}

// without gives the keys and values of a mapping without those of a key.
func without(content []*yaml.Node, key string) []*yaml.Node {
	var rest []*yaml.Node
	for i := 0; i+1 < len(content); i += 2 {
		if content[i].Value != key {
			rest = append(rest, content[i], content[i+1])
		}
	}
	return rest
}
