package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// TestWantedLines renders the trees in testdata/positions, each a repository of
// its own, and asks for the places of the fields that comments in their files
// name. A comment stands on the line that it wants:
//
//	image: nginx  # at Deployment/web .spec.template.spec.containers[0].image
//
// The words are
//
//	at    the place is this line, and exact
//	near  the place is this line, and nearby
//	file  the place is this line, and only the file is sure
//	via   a hop stands on this line
//
// Several wishes on a line are separated by semicolons. A wish is for all units
// that render the object; a unit in brackets before the object, [ci/x-values.yaml]
// or [overlays/prod], confines it to one: a variant of a chart ([-] is the one of
// the defaults), or the path of a unit. An object whose name is not known
// beforehand is named by its kind alone. Where a comment cannot be printed, a
// template has {{/* at ... */}}.
//
// A file named flags holds flags of the command line. A directory whose name ends
// in .tgz is made a packaged chart.
func TestWantedLines(t *testing.T) {
	t.Parallel()
	for _, name := range fixtureTrees(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := fixture(t, name)
			r := renderAll(t, dir, flagsOf(t, dir)...)
			for _, unit := range r.units {
				for _, problem := range slices.Concat(unit.Failures, unit.Warnings) {
					t.Errorf("%s: %s", problem.Location, problem.Message)
				}
			}
			wishes := wishesIn(t, dir)
			if len(wishes) == 0 {
				t.Error("the tree wants nothing")
			}
			for _, w := range wishes {
				w.check(t, r)
			}
		})
	}
}

// TestPositionsOnFixtures holds all places of the fixtures and the examples to
// what TestPositionsOnCorpus wants of real repositories.
func TestPositionsOnFixtures(t *testing.T) {
	t.Parallel()
	dirs := []string{"../../examples"}
	for _, name := range fixtureTrees(t) {
		dirs = append(dirs, fixture(t, name))
	}
	total := tally{}
	for _, dir := range dirs {
		r := renderAll(t, dir, flagsOf(t, dir)...)
		a := newAudit(t, r.dir)
		a.checkAll(r.units, 100)
		total.add(a.tally)
		for _, lie := range a.lies {
			t.Errorf("%s: %s", filepath.Base(dir), lie)
		}
	}
	t.Log(total)
}

// wish is what a comment wants.
type wish struct {
	// word is at, near, file or via.
	word string
	// unit is what stands in brackets, or "".
	unit string
	// kind and name tell the object; a name that is not known is "".
	kind, name string
	path       manifest.Path
	// file and line are those of the comment.
	file string
	line int
}

func (w wish) String() string {
	return fmt.Sprintf("%s:%d: %s %s/%s %s", w.file, w.line, w.word, w.kind, w.name, w.path)
}

// precisions are those that the words for the place itself want.
var precisions = map[string]manifest.Precision{
	"at": manifest.PrecisionExact, "near": manifest.PrecisionNearby, "file": manifest.PrecisionFile,
}

// check compares a wish with what the objects tell.
func (w wish) check(t *testing.T, r rendered) {
	t.Helper()
	met := false
	for _, unit := range r.units {
		for _, o := range unit.Objects {
			if !w.isOf(unit.Target, o) {
				continue
			}
			met = true
			trace := o.Source.Trace(w.path)
			if wrong := w.compare(trace); wrong != "" {
				t.Errorf("%s\n\tin %s: %s, but the trace is%s", w, unit.Target.Name(), wrong, describe(trace))
			}
		}
	}
	if !met {
		t.Errorf("%s: nothing renders this object", w)
	}
}

func (w wish) isOf(target render.Target, o manifest.Object) bool {
	variant := target.Variant
	if target.Kind == render.KindHelm && variant == "" {
		variant = "-"
	}
	return (w.unit == "" || w.unit == target.Path || w.unit == variant) && o.Kind() == w.kind && (w.name == "" || o.Name() == w.name)
}

// compare tells what of a trace is not as the comment wants it, or "".
func (w wish) compare(trace manifest.Trace) string {
	here := func(l manifest.Location) bool { return l.File == w.file && l.Line == w.line }
	if w.word == "via" {
		if slices.ContainsFunc(trace.Via, func(h manifest.Hop) bool { return here(h.Location) }) {
			return ""
		}
		return "no hop is here"
	}
	switch {
	case !here(trace.Location):
		return "the place is not here"
	case trace.Precision != precisions[w.word]:
		return "the precision is another"
	}
	return ""
}

func describe(trace manifest.Trace) string {
	text := fmt.Sprintf("\n\t  %s %s", trace.Precision, trace.Location)
	for _, hop := range trace.Via {
		text += fmt.Sprintf("\n\t  via %s %s: %s", hop.Location.Precision, hop.Location, hop.Message)
	}
	return text
}
