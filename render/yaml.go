package render

import "go.yaml.in/yaml/v3"

// The functions below read a YAML document whose shape nobody has checked: what
// is not of the expected shape is as good as absent.

// content gives the node behind a document or an alias.
func content(node *yaml.Node) *yaml.Node {
	if node.Kind == yaml.DocumentNode && len(node.Content) > 0 {
		node = node.Content[0]
	}
	if node.Kind == yaml.AliasNode && node.Alias != nil {
		node = node.Alias
	}
	return node
}

// eachPair visits the pairs of a mapping.
func eachPair(node *yaml.Node, visit func(key string, value *yaml.Node)) {
	node = content(node)
	if node.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		visit(node.Content[i].Value, content(node.Content[i+1]))
	}
}

// eachItem visits the items of a sequence.
func eachItem(node *yaml.Node, visit func(item *yaml.Node)) {
	node = content(node)
	if node.Kind != yaml.SequenceNode {
		return
	}
	for _, item := range node.Content {
		visit(content(item))
	}
}

// field gives the scalar at key in a mapping, or "".
func field(node *yaml.Node, key string) string {
	found := ""
	eachPair(node, func(k string, value *yaml.Node) {
		if k == key && value.Kind == yaml.ScalarNode {
			found = value.Value
		}
	})
	return found
}

// texts gives the scalars of a sequence, or a single scalar.
func texts(node *yaml.Node) []string {
	if node.Kind == yaml.ScalarNode {
		return []string{node.Value}
	}
	var found []string
	eachItem(node, func(item *yaml.Node) {
		if item.Kind == yaml.ScalarNode {
			found = append(found, item.Value)
		}
	})
	return found
}
