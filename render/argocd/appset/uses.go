package appset

import (
	"strings"
	"text/template/parse"
)

// uses gives the names of the parameters that a text refers to, in order.
func (t *templating) uses(text string) []string {
	if !strings.Contains(text, "{{") {
		return nil
	}
	if !t.goTemplate {
		return tags(text)
	}
	parsed, err := t.parse(text)
	if err != nil || parsed.Tree == nil {
		return nil
	}
	u := &usage{}
	u.node(parsed.Root)
	return u.names
}

// tags gives what stands between the braces of a text for fasttemplate.
func tags(text string) []string {
	var names []string
	for {
		_, rest, open := strings.Cut(text, "{{")
		tag, after, closed := strings.Cut(rest, "}}")
		if !open || !closed {
			return names
		}
		names = append(names, strings.TrimSpace(tag))
		text = after
	}
}

// usage collects the parameters that a Go template refers to.
type usage struct{ names []string }

func (u *usage) node(n parse.Node) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, child := range n.Nodes {
				u.node(child)
			}
		}
	case *parse.ActionNode:
		u.pipe(n.Pipe)
	case *parse.IfNode:
		u.branch(n.BranchNode)
	case *parse.RangeNode:
		u.branch(n.BranchNode)
	case *parse.WithNode:
		u.branch(n.BranchNode)
	case *parse.TemplateNode:
		u.pipe(n.Pipe)
	case *parse.PipeNode:
		u.pipe(n)
	}
}

func (u *usage) branch(b parse.BranchNode) {
	u.pipe(b.Pipe)
	u.node(b.List)
	u.node(b.ElseList)
}

func (u *usage) pipe(p *parse.PipeNode) {
	if p == nil {
		return
	}
	for _, command := range p.Cmds {
		u.command(command.Args)
	}
}

// command reads the arguments of a function. Those of index lead further into
// its first.
func (u *usage) command(args []parse.Node) {
	first, _ := args[0].(*parse.IdentifierNode)
	isIndex := first != nil && first.Ident == "index" && len(args) > 1
	for i, arg := range args {
		name, ok := fieldName(arg)
		if !ok {
			u.node(arg)
			continue
		}
		for _, key := range args[min(i+1, len(args)):] {
			if text, ok := key.(*parse.StringNode); ok && isIndex {
				name = join(name, text.Text)
			}
		}
		u.names = append(u.names, name)
	}
}

// fieldName gives the name with dots of a field, such as .a.b or $.a.b.
func fieldName(n parse.Node) (string, bool) {
	switch n := n.(type) {
	case *parse.FieldNode:
		return strings.Join(n.Ident, "."), true
	case *parse.VariableNode:
		return strings.Join(n.Ident[1:], "."), n.Ident[0] == "$" && len(n.Ident) > 1
	}
	return "", false
}
