package trace

import (
	"cmp"
	"slices"
	"strings"
	"text/template/parse"
)

// attach parses the template and gives the actions their pipelines and calls.
// It is false where the template cannot be parsed.
func attach(name, text string, actions []*action) bool {
	tree := parse.New(name)
	tree.Mode = parse.SkipFuncCheck
	trees := map[string]*parse.Tree{}
	if _, err := tree.Parse(text, "", "", trees); err != nil {
		return false
	}
	w := walker{actions: actions}
	for _, t := range trees {
		w.node(t.Root)
	}
	return true
}

// Pipelines gives the pipelines of the actions in a text that is a template, in
// order; none where it cannot be parsed.
func Pipelines(text string) []*parse.PipeNode {
	actions := scan(text)
	if !attach("tpl", text, actions) {
		return nil
	}
	var all []*parse.PipeNode
	for _, a := range actions {
		if a.pipe != nil {
			all = append(all, a.pipe)
		}
	}
	return all
}

// walker leads from the nodes of a tree to the actions that hold them.
type walker struct{ actions []*action }

// at gives the action that a position lies in.
func (w walker) at(pos parse.Pos) *action {
	i, _ := slices.BinarySearchFunc(w.actions, int(pos), func(a *action, pos int) int { return cmp.Compare(a.end, pos+1) })
	if i < len(w.actions) && w.actions[i].start <= int(pos) {
		return w.actions[i]
	}
	return nil
}

func (w walker) list(list *parse.ListNode) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		w.node(n)
	}
}

func (w walker) node(n parse.Node) {
	switch n := n.(type) {
	case *parse.ListNode:
		w.list(n)
	case *parse.ActionNode:
		w.pipe(n.Pipe)
	case *parse.IfNode:
		w.branch(&n.BranchNode)
	case *parse.RangeNode:
		w.branch(&n.BranchNode)
	case *parse.WithNode:
		w.branch(&n.BranchNode)
	case *parse.TemplateNode:
		if a := w.at(n.Pos); a != nil {
			a.node, a.pipe, a.calls = n, n.Pipe, append(a.calls, n.Name)
			a.addCalls(n.Pipe)
		}
	}
}

func (w walker) branch(n *parse.BranchNode) {
	w.pipe(n.Pipe)
	w.list(n.List)
	w.list(n.ElseList)
}

func (w walker) pipe(pipe *parse.PipeNode) {
	if pipe == nil {
		return
	}
	if a := w.at(pipe.Pos); a != nil {
		a.node, a.pipe = pipe, pipe
		a.addCalls(pipe)
	}
}

// addCalls notes the templates that a pipeline calls by include and tpl.
func (a *action) addCalls(pipe *parse.PipeNode) {
	for command := range Commands(pipe) {
		name, _ := command.Args[0].(*parse.IdentifierNode)
		switch {
		case name == nil:
		case name.Ident == "tpl":
			a.anyCall = true
		case name.Ident == "include":
			if callee, ok := literal(command); ok {
				a.calls = append(a.calls, callee)
			} else {
				a.anyCall = true
			}
		}
	}
}

// literal gives the first argument of a call where it is a constant.
func literal(command *parse.CommandNode) (string, bool) {
	if len(command.Args) < 2 {
		return "", false
	}
	text, ok := command.Args[1].(*parse.StringNode)
	if !ok {
		return "", false
	}
	return text.Text, true
}

// mayCall tells whether the action may call the named template when it has made
// some calls already: one that calls itself by way of others has come to an end
// once it has made them all.
func (a *action) mayCall(name string, made int) bool {
	return a.anyCall || made < len(a.calls) && slices.Contains(a.calls, name)
}

// Commands yields the commands of a pipeline and of those within it, the outer
// ones first.
func Commands(pipe *parse.PipeNode) func(yield func(*parse.CommandNode) bool) {
	return func(yield func(*parse.CommandNode) bool) { visit(pipe, yield) }
}

func visit(n parse.Node, yield func(*parse.CommandNode) bool) bool {
	switch n := n.(type) {
	case *parse.PipeNode:
		if n == nil {
			return true
		}
		for _, command := range n.Cmds {
			if !yield(command) {
				return false
			}
			for _, arg := range command.Args {
				if !visit(arg, yield) {
					return false
				}
			}
		}
	case *parse.ChainNode:
		return visit(n.Node, yield)
	}
	return true
}

// Variables gives the names of the variables that an expression uses, without "$".
func Variables(n parse.Node) []string {
	pipe, _ := n.(*parse.PipeNode)
	var names []string
	for command := range Commands(pipe) {
		for _, arg := range command.Args {
			if chain, ok := arg.(*parse.ChainNode); ok {
				arg = chain.Node
			}
			if v, ok := arg.(*parse.VariableNode); ok && v.Ident[0] != "$" {
				names = append(names, v.Ident[0])
			}
		}
	}
	return names
}

// declared gives the names of the variables that the action declares or sets.
func (a *action) declared() []string {
	if a.pipe == nil {
		return nil
	}
	var names []string
	for _, v := range a.pipe.Decl {
		names = append(names, v.Ident[0])
	}
	return names
}

// declares tells whether the action declares or sets the named variable.
func (a *action) declares(name string) bool {
	return a.pipe != nil && slices.ContainsFunc(a.pipe.Decl, func(v *parse.VariableNode) bool { return v.Ident[0] == name })
}

// looksLikeYAML tells whether a line of literal text sets a key or starts an
// item of a list.
func looksLikeYAML(line string) bool {
	line = strings.TrimLeft(line, " \t")
	if strings.HasPrefix(line, "- ") {
		return true
	}
	key, rest, found := strings.Cut(line, ":")
	if !found || key == "" || rest != "" && !isSpace(rest[0]) {
		return false
	}
	return !strings.ContainsAny(key, " \t\"'") || key[0] == '"' || key[0] == '\''
}
