package lint

import (
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Change is a part of the fix that a rule offers for a violation: a field to set,
// or an object to add.
type Change struct {
	// Object is an index into the graph: the object that has the field, or the
	// one beside which an object is added.
	Object int
	// Path leads to the field, which may be absent. It may end in a line of a
	// text.
	Path manifest.Path
	// Key takes the place of the last key of Path, where it is not "".
	Key string
	// Value is what the field is set to, as in manifest.Object.
	Value any
	// Document is the object to add; nil for a field.
	Document map[string]any
}

// Repair is a Change of a known object.
type Repair struct {
	Change
	// Target is the object that Change.Object stands for, and Judged tells whether
	// the user asked about it.
	Target *manifest.Object
	Judged bool
}

// Defect is one object that has a finding, and what its rule offers to do.
type Defect struct {
	Mark Mark
	// Repairs belong together. There are none where the rule offers no fix.
	Repairs []Repair
}

// Mark tells the occurrences of findings apart, in one run and in others over the
// same units.
type Mark struct {
	Rule string
	// Unit and Environment are those of Finding, and Object is written as
	// ObjectRef does.
	Unit, Environment, Object string
	// Field is the path of the field, with names for the items of lists.
	Field string
}

// Fix is the fix of a finding, in the files of the repository. It was tried: with
// it the finding is gone, there is no new one, and all else is rendered as before but
// the same field of the same object in other overlays of a base.
type Fix struct {
	// Edits are what to change, sorted by place. They do not overlap.
	Edits []Edit `json:"edits"`
}

// Edit puts a text in the place of another.
type Edit struct {
	// Location is the text to replace; it is empty where text is only added, and
	// ends in another line than it starts in where lines are replaced.
	Location manifest.Location `json:"location"`
	Text     string            `json:"text"`
}

// defectOf gives the defect of a violation.
func defectOf(g *graph.Graph, v Violation) Defect {
	d := Defect{Mark: markOf(g, v)}
	for _, c := range v.Fix {
		c.Object = original(g, c.Object)
		o := &g.Objects[c.Object]
		d.Repairs = append(d.Repairs, Repair{Change: c, Target: &o.Manifest, Judged: o.Judged})
	}
	return d
}

// markOf gives the mark of a violation. It asks for no place, which takes long.
func markOf(g *graph.Graph, v Violation) Mark {
	o := &g.Objects[original(g, v.Object)]
	unit := &g.Units[o.Unit]
	return Mark{
		Rule: v.Rule, Unit: unit.Target.Name(), Environment: unit.Environment, Object: refOf(o).String(),
		Field: fieldName(o, manifest.Origin{Name: o.Manifest.Name()}, v.Path),
	}
}

// marksOf gives the levels of violations by their marks: the highest where several
// have one mark.
func marksOf(g *graph.Graph, violations []Violation) map[Mark]Level {
	marks := make(map[Mark]Level, len(violations))
	for _, v := range violations {
		m := markOf(g, v)
		marks[m] = max(marks[m], v.Level)
	}
	return marks
}
