package provenance

import (
	"text/template/parse"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// eval gives what a node of an expression is.
func (e *evaluator) eval(n parse.Node, f frame) operand {
	f.depth++
	if f.depth > maxDepth || !e.spend() {
		return operand{}
	}
	switch n := n.(type) {
	case *parse.PipeNode:
		return e.pipe(n, f)
	case *parse.CommandNode:
		return e.command(n, nil, f)
	case *parse.DotNode:
		return e.name(".", f)
	case *parse.FieldNode:
		return e.fields(e.name(".", f), n.Ident)
	case *parse.VariableNode:
		return e.fields(e.name(n.Ident[0], f), n.Ident[1:])
	case *parse.ChainNode:
		return e.fields(e.eval(n.Node, f), n.Field)
	case *parse.IdentifierNode:
		return e.call(n.Ident, nil, nil, f)
	}
	if value, ok := literal(n); ok {
		return operand{value: value, known: true}
	}
	return e.action(n, f)
}

// action gives the pipeline of an action.
func (e *evaluator) action(n parse.Node, f frame) operand {
	if b := branchNode(n); b != nil {
		return e.pipe(b.Pipe, f)
	}
	switch n := n.(type) {
	case *parse.ActionNode:
		return e.pipe(n.Pipe, f)
	case *parse.TemplateNode:
		return passed(e.pipe(n.Pipe, f), f)
	}
	return operand{}
}

func literal(n parse.Node) (value any, ok bool) {
	switch n := n.(type) {
	case *parse.StringNode:
		return n.Text, true
	case *parse.BoolNode:
		return n.True, true
	case *parse.NumberNode:
		if n.IsInt {
			return n.Int64, true
		}
		return n.Float64, n.IsFloat
	case *parse.NilNode:
		return nil, true
	}
	return nil, false
}

// pipe gives the value of a pipeline; it may be nil.
func (e *evaluator) pipe(p *parse.PipeNode, f frame) operand {
	if p == nil || len(p.Cmds) == 0 {
		return operand{}
	}
	value := e.command(p.Cmds[0], nil, f)
	for _, c := range p.Cmds[1:] {
		value = e.command(c, &value, f)
	}
	return value
}

// command gives the value of one command of a pipeline. piped is what comes in,
// or nil.
func (e *evaluator) command(c *parse.CommandNode, piped *operand, f frame) operand {
	first, rest := c.Args[0], c.Args[1:]
	if id, ok := first.(*parse.IdentifierNode); ok {
		return e.call(id.Ident, rest, piped, f)
	}
	value := e.eval(first, f)
	if len(rest) == 0 && piped == nil {
		return value
	}
	// A method, such as .Files.Get.
	return operand{made: call{e.arguments(rest, piped, f).text()}}
}

// fields goes down from an operand by the names of fields.
func (e *evaluator) fields(op operand, names []string) operand {
	for _, name := range names {
		op = e.member(op, manifest.Key(name))
	}
	return op
}

// name gives the value of ".", "$" or "$x".
func (e *evaluator) name(name string, f frame) operand {
	value, known := f.lookup(name)
	if c := e.values.find(value); known && c != nil {
		return operand{value: value, known: true, inside: true, path: c.path()}
	}
	op := operand{value: value, known: known}
	if f.Origin != nil {
		op.made = origin{name: name, frame: f, actual: op}
	}
	return op
}

// branchNode gives what if, with and range have in common, or nil.
func branchNode(n parse.Node) *parse.BranchNode {
	switch n := n.(type) {
	case *parse.IfNode:
		return &n.BranchNode
	case *parse.WithNode:
		return &n.BranchNode
	case *parse.RangeNode:
		return &n.BranchNode
	}
	return nil
}
