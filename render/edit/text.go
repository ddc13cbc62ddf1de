package edit

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// inText tells whether a line lies in a literal block of text, in which a file may
// hold YAML once more: the patches of a kustomization, and the values of a chart in
// an Application or a ConfigMap.
func (f *File) inText(number int) bool {
	for _, doc := range f.docs {
		if root := doc.Node(); root != nil && holdsLine(root, number) {
			return true
		}
	}
	return false
}

// holdsLine tells whether a literal block below a node has a line.
func holdsLine(n *yaml.Node, number int) bool {
	if n.Kind == yaml.ScalarNode {
		lines := 1 + strings.Count(strings.TrimRight(n.Value, "\n"), "\n")
		return n.Style&yaml.LiteralStyle != 0 && number > n.Line && number <= n.Line+lines
	}
	return slices.ContainsFunc(n.Content, func(child *yaml.Node) bool { return holdsLine(child, number) })
}
