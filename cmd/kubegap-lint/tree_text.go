package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// treeWriter draws a tree.
type treeWriter struct {
	out strings.Builder
}

// writeTree draws the environments with lines from each thing to those in it.
func writeTree(w io.Writer, environments []treeEnvironment) error {
	var t treeWriter
	for i, e := range environments {
		if i > 0 {
			t.out.WriteByte('\n')
		}
		t.line("", cmp.Or(e.Name, "not deployed by Flux or Argo CD"))
		t.branches("", e.Deploys, e.Units)
	}
	if len(environments) == 0 {
		t.line("", "nothing to render")
	}
	_, err := io.WriteString(w, t.out.String())
	return err
}

// branches draws nodes and units below a line that starts with indent.
func (t *treeWriter) branches(indent string, nodes []treeNode, units []treeUnit) {
	total := len(nodes) + len(units)
	for i, u := range units {
		head, below := branch(indent, i == total-1)
		t.line(head, u.Path+": "+u.summary())
		t.problems(below, u)
	}
	for i, n := range nodes {
		head, below := branch(indent, len(units)+i == total-1)
		t.node(head, below, n)
	}
}

// branch gives the start of a line and of those below it.
func branch(indent string, last bool) (head, below string) {
	if last {
		return indent + "└─ ", indent + "   "
	}
	return indent + "├─ ", indent + "│  "
}

// node draws an object with its units and what they deploy.
func (t *treeWriter) node(head, below string, n treeNode) {
	text := objectName(n.Kind, n.Namespace, n.Name)
	if len(n.Units) == 1 {
		text += " → " + n.Units[0].text()
	}
	if len(n.DependsOn) > 0 {
		text += ", after " + strings.Join(n.DependsOn, ", ")
	}
	t.line(head, text)
	if len(n.Units) == 1 {
		t.problems(below, n.Units[0])
	} else {
		for _, u := range n.Units {
			t.line(below+"→ ", u.text())
			t.problems(below, u)
		}
	}
	for _, name := range n.Repeats {
		t.line(below+"= ", name+", which is in this tree already")
	}
	t.branches(below, n.Deploys, nil)
}

// objectName names an object for people.
func objectName(kind, namespace, name string) string {
	return kind + " " + strings.TrimPrefix(namespace+"/"+name, "/")
}

func (u treeUnit) text() string {
	text := u.Path + ": " + u.summary()
	if u.Environment != "" {
		text += " in " + u.Environment
	}
	return text
}

func (u treeUnit) summary() string {
	if u.Objects == 1 {
		return "1 object"
	}
	return fmt.Sprintf("%d objects", u.Objects)
}

// problems draws what is missing in a unit, and why.
func (t *treeWriter) problems(indent string, u treeUnit) {
	for _, p := range u.Failures {
		t.problem(indent, "not rendered", p)
	}
	for _, p := range u.Skipped {
		t.problem(indent, "left out", p)
	}
	for _, p := range u.Warnings {
		t.problem(indent, "warning", p)
	}
}

func (t *treeWriter) problem(indent, what string, p render.Problem) {
	t.line(indent+"! ", fmt.Sprintf("%s: %s (%s)", what, p.Message, withoutColumn(p.Location)))
}

// withoutColumn gives a place as file:line.
func withoutColumn(l manifest.Location) string {
	l.Column = 0
	return l.String()
}

func (t *treeWriter) line(head, text string) {
	t.out.WriteString(head + format.Printable(text) + "\n")
}
