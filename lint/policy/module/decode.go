package module

import (
	"encoding/binary"
	"errors"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Decode reads a module that Encode has written.
func Decode(data []byte) (m *ast.Module, err error) {
	d := decoder{data: data, texts: []string{""}}
	file := d.text()
	d.file = file
	path := ast.Ref(d.terms())
	m = &ast.Module{Package: &ast.Package{Path: path, Location: d.at(1)}}
	m.Rules = make([]*ast.Rule, d.count())
	for i := range m.Rules {
		m.Rules[i] = d.rule(m)
	}
	if d.bad || len(d.data) > 0 {
		return nil, errors.New("decode a module: the data is damaged")
	}
	return m, nil
}

type decoder struct {
	data  []byte
	texts []string
	file  string
	bad   bool
}

// number reads a number; what follows damaged data is zero.
func (d *decoder) number() int {
	n, size := binary.Uvarint(d.data)
	if size <= 0 || n > 1<<31 {
		d.bad, d.data = true, nil
		return 0
	}
	d.data = d.data[size:]
	return int(n)
}

// count reads the length of a list, which cannot be longer than the data.
func (d *decoder) count() int {
	n := d.number()
	if n > len(d.data) {
		d.bad = true
		return 0
	}
	return n
}

func (d *decoder) flag() bool { return d.number() == 1 }

func (d *decoder) text() string {
	n := d.number()
	if n > 0 && n < len(d.texts) {
		return d.texts[n]
	}
	size := d.count()
	if n > 0 || d.bad {
		d.bad = true
		return ""
	}
	s := string(d.data[:size])
	d.data = d.data[size:]
	d.texts = append(d.texts, s)
	return s
}

func (d *decoder) at(row int) *ast.Location {
	return &ast.Location{File: d.file, Row: row, Col: 1}
}

func (d *decoder) rule(m *ast.Module) *ast.Rule {
	r := &ast.Rule{Location: d.at(d.number()), Module: m}
	r.Head = &ast.Head{
		Name: ast.Var(d.text()), Reference: d.terms(), Args: d.terms(), Key: d.maybe(), Value: d.maybe(), Assign: d.flag(),
		Location: r.Location,
	}
	r.Default = d.flag()
	r.Body = d.body()
	if d.flag() {
		r.Else = d.rule(m)
	}
	return r
}

func (d *decoder) body() ast.Body {
	body := make(ast.Body, d.count())
	for i := range body {
		body[i] = d.expr(i)
	}
	return body
}

func (d *decoder) expr(index int) *ast.Expr {
	x := &ast.Expr{Location: d.at(d.number()), Negated: d.flag(), Generated: d.flag(), Index: index}
	switch tag := d.number(); tag {
	case tagTerms:
		x.Terms = d.terms()
	case tagEvery:
		x.Terms = &ast.Every{Key: d.maybe(), Value: d.term(), Domain: d.term(), Body: d.body(), Location: x.Location}
	default:
		x.Terms = d.tagged(tag)
	}
	if n := d.count(); n > 0 {
		x.With = make([]*ast.With, n)
		for i := range x.With {
			x.With[i] = &ast.With{Target: d.term(), Value: d.term(), Location: x.Location}
		}
	}
	return x
}

func (d *decoder) terms() []*ast.Term {
	n := d.count()
	if n == 0 {
		return nil
	}
	list := make([]*ast.Term, n)
	for i := range list {
		list[i] = d.term()
	}
	return list
}

// maybe reads a term or nil.
func (d *decoder) maybe() *ast.Term {
	if tag := d.number(); tag != tagNil {
		return d.tagged(tag)
	}
	return nil
}

func (d *decoder) term() *ast.Term { return d.tagged(d.number()) }

func (d *decoder) tagged(tag int) *ast.Term { return &ast.Term{Value: d.value(tag)} }

func (d *decoder) value(tag int) ast.Value {
	switch tag {
	case tagNull:
		return ast.NullValue
	case tagFalse:
		return ast.Boolean(false)
	case tagTrue:
		return ast.Boolean(true)
	case tagNumber:
		return ast.Number(d.text())
	case tagString:
		return ast.String(d.text())
	case tagVar:
		return ast.Var(d.text())
	case tagRef:
		return ast.Ref(d.terms())
	case tagCall:
		return ast.Call(d.terms())
	case tagArray:
		return ast.NewArray(d.terms()...)
	case tagObject:
		pairs := make([][2]*ast.Term, d.count())
		for i := range pairs {
			pairs[i] = ast.Item(d.term(), d.term())
		}
		return ast.NewObject(pairs...)
	case tagSet:
		return ast.NewSet(d.terms()...)
	case tagArrayComprehension:
		return &ast.ArrayComprehension{Term: d.term(), Body: d.body()}
	case tagSetComprehension:
		return &ast.SetComprehension{Term: d.term(), Body: d.body()}
	case tagObjectComprehension:
		return &ast.ObjectComprehension{Key: d.term(), Value: d.term(), Body: d.body()}
	}
	d.bad = true
	return ast.NullValue
}
