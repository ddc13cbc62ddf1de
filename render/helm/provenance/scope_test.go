package provenance

import (
	"strconv"
	"text/template/parse"
)

// scope gives what the action of an event saw.
func (e *event) scope() Scope {
	seen, _ := e.sees["sees"].([]any)
	s := Scope{Vars: map[string]any{}}
	for i, v := range seen {
		switch i {
		case 0:
			s.Dot = v
		case 1:
			s.Vars["$"] = v
		default:
			s.Vars[e.hook.vars[i-2]] = v
		}
	}
	s.Origin = func(name string) (parse.Node, Scope, bool, bool) {
		by := e.set[name]
		if by == nil {
			return nil, Scope{}, false, false
		}
		pipe, element := by.gives(e.hook.template, name)
		return pipe, by.scope(), element, pipe != nil
	}
	return s
}

// gives finds the expression with which an action sets a name in a template.
func (e *event) gives(template, name string) (pipe parse.Node, element bool) {
	n := e.hook.node
	if b := branchNode(n); b != nil {
		_, element = n.(*parse.RangeNode)
		return b.Pipe, element
	}
	if call, ok := n.(*parse.TemplateNode); ok {
		return call.Pipe, false
	}
	action := n.(*parse.ActionNode)
	if name != "." && name != "$" {
		return action.Pipe, false
	}
	var found parse.Node
	eachCommand(action.Pipe, func(c *parse.CommandNode) {
		if len(c.Args) == 3 && c.Args[0].String() == "include" && c.Args[1].String() == strconv.Quote(template) {
			found = c.Args[2]
		}
	})
	return found, false
}

// eachCommand calls use with the commands of a pipeline and those in it.
func eachCommand(n parse.Node, use func(*parse.CommandNode)) {
	switch n := n.(type) {
	case *parse.PipeNode:
		for _, c := range n.Cmds {
			eachCommand(c, use)
		}
	case *parse.CommandNode:
		use(n)
		for _, a := range n.Args {
			eachCommand(a, use)
		}
	case *parse.ChainNode:
		eachCommand(n.Node, use)
	}
}
