package provenance

import (
	"text/template/parse"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Scope is what an expression of a template sees.
type Scope struct {
	// Dot is the actual value of the dot.
	Dot any
	// Vars holds the actual values of the variables by their names with the
	// dollar sign, among them "$".
	Vars map[string]any
	// Origin tells how a name (".", "$" or "$x") got its value: pipe is the
	// pipeline of the with, range or assignment, or the argument of the include or
	// template, and scope what that saw. element is set for a range: the name is an
	// element of what pipe gives, or the key of one; the variables that pipe
	// declares tell which. ok is false where that is not known; Origin itself is nil
	// where it never is.
	Origin func(name string) (pipe parse.Node, scope Scope, element, ok bool)
}

// Read is a value that an expression takes from the values of a chart.
type Read struct {
	// Path leads to it from the values of the top chart: keys, and indices where
	// the item of a list is known.
	Path manifest.Path
	// Value is what was there; nil where there is nothing.
	Value any
	// Exists tells whether there is anything, be it null.
	Exists bool
}

// Reads gives the values that an expression reads, without repetitions, in about
// the order of the text: a piped value comes before the arguments it is added to.
// The expression is a node of a tree that was parsed, an action included; of an
// action with a body only the pipeline counts.
//
// An expression that goes through copies, merges or the arguments of a named
// template is followed as far as it can be told which value it leads to. A value
// that a template has put in the place of another is none of the chart's, so it is
// no read; nor is what lookup asks for. What include and template are given to look
// into (a root context, a dict or a list) is none either, since the actions of the
// named template read that themselves; but a variable that was set to what include
// printed reads the values in the dict or the list.
func (v *Values) Reads(expr parse.Node, s Scope) []Read {
	e := &evaluator{values: v, steps: maxSteps, seen: map[string]bool{}}
	e.collect(e.eval(expr, frame{Scope: s}))
	return e.reads
}

// maxSteps bounds the work for one expression. Real ones take a few hundred.
const maxSteps = 2_000

// maxDepth bounds how often a name is followed to where it got its value, and how
// deep parentheses are followed.
const maxDepth = 100

// frame is a scope, and how many names and parentheses led to it.
type frame struct {
	Scope
	depth int
	// earlier is set for the scope of an action that ran before the expression.
	earlier bool
}

// lookup gives the actual value of ".", "$" or "$x".
func (f frame) lookup(name string) (value any, ok bool) {
	if name == "." {
		return f.Dot, true
	}
	value, ok = f.Vars[name]
	return value, ok
}

// evaluator works out one expression.
type evaluator struct {
	values *Values
	// steps is how many are left.
	steps int
	reads []Read
	seen  map[string]bool
}

// spend takes one step. It gives false when none is left.
func (e *evaluator) spend() bool {
	e.steps--
	return e.steps >= 0
}

// collect adds the reads of an operand that is used as a whole.
func (e *evaluator) collect(operands ...operand) {
	for _, op := range operands {
		if !e.spend() {
			return
		}
		e.collect(op.before...)
		switch {
		case op.inside:
			e.add(Read{Path: op.path, Value: op.value, Exists: op.known})
		case op.made != nil:
			op.made.collect(e)
		}
		e.collect(op.after...)
	}
}

func (e *evaluator) add(r Read) {
	if key := r.Path.String(); !e.seen[key] {
		e.seen[key] = true
		e.reads = append(e.reads, r)
	}
}
