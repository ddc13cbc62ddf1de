// Package module writes compiled modules of Rego as bytes and reads them back,
// much faster than they can be parsed and compiled.
//
// The bytes hold what the evaluation of a module needs: its package, its rules
// and the lines they stand on. They are meant for the very version of OPA that
// compiled the modules.
package module

import (
	"encoding/binary"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
)

// The kinds of values and of what an expression holds.
const (
	tagNil = iota
	tagNull
	tagFalse
	tagTrue
	tagNumber
	tagString
	tagVar
	tagRef
	tagArray
	tagObject
	tagSet
	tagCall
	tagArrayComprehension
	tagSetComprehension
	tagObjectComprehension
	tagTerms
	tagEvery
)

// Encode writes a compiled module. It fails for what compiled modules do not
// hold.
func Encode(m *ast.Module) ([]byte, error) {
	e := encoder{texts: map[string]uint64{}}
	e.text(m.Package.Location.File)
	e.terms(m.Package.Path)
	e.number(len(m.Rules))
	for _, r := range m.Rules {
		e.rule(r)
	}
	return e.out, e.err
}

type encoder struct {
	out []byte
	// texts are the numbers of the texts that were written, in their order.
	texts map[string]uint64
	err   error
}

func (e *encoder) number(n int) { e.out = binary.AppendUvarint(e.out, uint64(n)) }

func (e *encoder) flag(set bool) {
	if set {
		e.number(1)
	} else {
		e.number(0)
	}
}

// text writes a text where it occurs first, and its number ever after.
func (e *encoder) text(s string) {
	if n, ok := e.texts[s]; ok {
		e.out = binary.AppendUvarint(e.out, n)
		return
	}
	e.texts[s] = uint64(len(e.texts)) + 1
	e.number(0)
	e.number(len(s))
	e.out = append(e.out, s...)
}

func (e *encoder) line(l *ast.Location) {
	if l == nil {
		e.number(0)
		return
	}
	e.number(l.Row)
}

func (e *encoder) rule(r *ast.Rule) {
	e.line(r.Location)
	e.text(string(r.Head.Name))
	e.terms(r.Head.Reference)
	e.terms(r.Head.Args)
	e.term(r.Head.Key)
	e.term(r.Head.Value)
	e.flag(r.Head.Assign)
	e.flag(r.Default)
	e.body(r.Body)
	e.flag(r.Else != nil)
	if r.Else != nil {
		e.rule(r.Else)
	}
}

func (e *encoder) body(b ast.Body) {
	e.number(len(b))
	for _, x := range b {
		e.expr(x)
	}
}

func (e *encoder) expr(x *ast.Expr) {
	e.line(x.Location)
	e.flag(x.Negated)
	e.flag(x.Generated)
	switch terms := x.Terms.(type) {
	case *ast.Term:
		e.term(terms)
	case []*ast.Term:
		e.number(tagTerms)
		e.terms(terms)
	case *ast.Every:
		e.number(tagEvery)
		e.term(terms.Key)
		e.term(terms.Value)
		e.term(terms.Domain)
		e.body(terms.Body)
	default:
		e.fail(x.Terms)
	}
	e.number(len(x.With))
	for _, w := range x.With {
		e.term(w.Target)
		e.term(w.Value)
	}
}

func (e *encoder) terms(list []*ast.Term) {
	e.number(len(list))
	for _, t := range list {
		e.term(t)
	}
}

func (e *encoder) term(t *ast.Term) {
	if t == nil {
		e.number(tagNil)
		return
	}
	switch v := t.Value.(type) {
	case ast.Null:
		e.number(tagNull)
	case ast.Boolean:
		if v {
			e.number(tagTrue)
		} else {
			e.number(tagFalse)
		}
	case ast.Number:
		e.number(tagNumber)
		e.text(string(v))
	case ast.String:
		e.number(tagString)
		e.text(string(v))
	case ast.Var:
		e.number(tagVar)
		e.text(string(v))
	case ast.Ref:
		e.number(tagRef)
		e.terms(v)
	case ast.Call:
		e.number(tagCall)
		e.terms(v)
	case *ast.Array:
		e.number(tagArray)
		e.number(v.Len())
		v.Foreach(e.term)
	case ast.Object:
		e.number(tagObject)
		e.number(v.Len())
		v.Foreach(func(key, value *ast.Term) { e.term(key); e.term(value) })
	case ast.Set:
		e.number(tagSet)
		e.number(v.Len())
		v.Foreach(e.term)
	case *ast.ArrayComprehension:
		e.number(tagArrayComprehension)
		e.term(v.Term)
		e.body(v.Body)
	case *ast.SetComprehension:
		e.number(tagSetComprehension)
		e.term(v.Term)
		e.body(v.Body)
	case *ast.ObjectComprehension:
		e.number(tagObjectComprehension)
		e.term(v.Key)
		e.term(v.Value)
		e.body(v.Body)
	default:
		e.fail(v)
	}
}

func (e *encoder) fail(v any) {
	if e.err == nil {
		e.err = fmt.Errorf("encode a module: there is no way to write %T", v)
	}
}
