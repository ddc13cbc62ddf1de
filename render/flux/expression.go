package flux

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxcd/pkg/envsubst"
	"github.com/fluxcd/pkg/envsubst/parse"
)

// expand substitutes the variables in a text, with the code of
// kustomize-controller: https://github.com/fluxcd/pkg/tree/main/envsubst
// An expression whose value depends on something unknown keeps its text.
func (v *variables) expand(text string) (string, error) {
	tree, err := parse.Parse(text)
	if err != nil {
		return "", err
	}
	if !v.anyUnknown(tree.Root) {
		return envsubst.Eval(text, v.lookup)
	}
	out, _, err := v.evaluate(tree.Root)
	return out, err
}

// lookup gives what a variable stands for; false where strict mode refuses it.
func (v *variables) lookup(name string) (string, bool) {
	value, _, set := v.value(name)
	return value, set || !v.strict
}

// anyUnknown tells whether a variable in a tree is unknown.
func (v *variables) anyUnknown(n parse.Node) bool {
	return slices.ContainsFunc(names(n), func(name string) bool {
		_, known, _ := v.value(name)
		return !known
	})
}

// names gives the names of the variables in a tree, in the order of the text.
func names(n parse.Node) []string {
	var all []string
	switch n := n.(type) {
	case *parse.ListNode:
		for _, part := range n.Nodes {
			all = append(all, names(part)...)
		}
	case *parse.FuncNode:
		all = append(all, n.Param)
		for _, arg := range n.Args {
			all = append(all, names(arg)...)
		}
	}
	return all
}

// evaluate gives the value of a tree, and whether all of it is known.
func (v *variables) evaluate(n parse.Node) (value string, known bool, err error) {
	switch n := n.(type) {
	case *parse.TextNode:
		return n.Value, true, nil
	case *parse.ListNode:
		return v.evaluateAll(n.Nodes)
	case *parse.FuncNode:
		return v.call(n)
	}
	return "", true, nil
}

func (v *variables) evaluateAll(nodes []parse.Node) (string, bool, error) {
	var b strings.Builder
	all := true
	for _, part := range nodes {
		value, known, err := v.evaluate(part)
		if err != nil {
			return "", false, err
		}
		b.WriteString(value)
		all = all && known
	}
	return b.String(), all, nil
}

// call gives the value of an expression. Where its parts are known, the library
// evaluates it, with its arguments as variables of their own.
func (v *variables) call(n *parse.FuncNode) (string, bool, error) {
	value, known, set := v.value(n.Param)
	if !known {
		return written(n), false, nil
	}
	if isDefault(n.Name) && value != "" {
		return value, true, nil
	}
	if isDefault(n.Name) {
		return v.evaluateAll(n.Args)
	}
	arguments := map[string]string{}
	call := &parse.FuncNode{Param: n.Param, Name: n.Name}
	for i, arg := range n.Args {
		text, known, err := v.evaluate(arg)
		if err != nil || !known {
			return written(n), false, err
		}
		name := fmt.Sprintf("argument_%d", i)
		arguments[name] = text
		call.Args = append(call.Args, &parse.FuncNode{Param: name})
	}
	out, err := envsubst.Eval(written(call), func(name string) (string, bool) {
		if text, ok := arguments[name]; ok {
			return text, true
		}
		return value, set || !v.strict
	})
	return out, true, err
}

// isDefault tells whether a function gives its arguments where the variable is
// empty, as all do that the library does not know better.
func isDefault(name string) bool {
	switch name {
	case "-", ":-", "=", ":=", "+", ":+", ":?", "?":
		return true
	}
	return false
}

// written gives the text of a tree.
func written(n parse.Node) string {
	switch n := n.(type) {
	case *parse.TextNode:
		return n.Value
	case *parse.ListNode:
		return writtenAll(n.Nodes, "")
	case *parse.FuncNode:
		switch {
		case n.Name == "#" && len(n.Args) == 0:
			return "${#" + n.Param + "}"
		case n.Name == ":":
			return "${" + n.Param + ":" + writtenAll(n.Args, ":") + "}"
		case strings.HasPrefix(n.Name, "/"):
			return "${" + n.Param + n.Name + writtenAll(n.Args, "/") + "}"
		}
		return "${" + n.Param + n.Name + writtenAll(n.Args, "") + "}"
	}
	return ""
}

func writtenAll(nodes []parse.Node, separator string) string {
	parts := make([]string, len(nodes))
	for i, part := range nodes {
		parts[i] = written(part)
	}
	return strings.Join(parts, separator)
}
