package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// editsPerClass is how many places of each class TestEditsReachTheirField tries.
// truthfulShare is the part of the edits, in percent, that must reach their
// field; it is lower for switches, since conditions often join several.
const (
	editsPerClass       = 60
	truthfulShare       = 98
	truthfulSwitchShare = 80
)

// TestEditsReachTheirField edits lines that exact places of real repositories
// name, each in a copy of its repository, and renders the unit again: the field
// must have another value then, or the unit must no longer render. So must the
// lines of values that hops name.
func TestEditsReachTheirField(t *testing.T) {
	var all []edit
	eachRepository(t, func(t *testing.T, r rendered) {
		a := newAudit(t, r.dir)
		for _, unit := range r.units {
			for i, object := range unit.Objects {
				for _, f := range fieldsOf(object, leavesPerObject) {
					if value, ok := valueAt(object, f.path); ok && isScalar(value) && value != "" && value != nil {
						all = append(all, a.edits(unit, i, f.path, value)...)
					}
				}
			}
		}
	})
	tries := map[string]int{}
	missed := map[string][]string{}
	for dir, edits := range byRepository(choose(all)) {
		w := newWorkbench(t, dir)
		for _, e := range edits {
			outcome := w.try(t, e)
			if outcome == unknown {
				continue
			}
			tries[e.class()]++
			if outcome == unchanged {
				missed[e.class()] = append(missed[e.class()], e.String())
			}
		}
	}
	for class, n := range tries {
		share := 100 * float64(n-len(missed[class])) / float64(n)
		t.Logf("%s: %d of %d edits reach their field (%.1f %%)", class, n-len(missed[class]), n, share)
		slices.Sort(missed[class])
		for _, e := range missed[class] {
			t.Log(e)
		}
		want := float64(truthfulShare)
		if strings.Contains(class, "switch") {
			want = truthfulSwitchShare
		}
		if share < want {
			t.Errorf("%s: %.1f %% of the edits reach their field, want %.0f %%", class, share, want)
		}
	}
}

// edit changes a line of a file so that a field should get another value.
type edit struct {
	dir   string
	unit  render.Unit
	index int
	path  manifest.Path
	at    manifest.Location
	// means tells how: by the value itself, by the template expression that
	// prints it, or by a value or a switch that a hop names.
	means string
	// before and after are the line.
	before, after string
}

func (e edit) class() string { return string(e.unit.Target.Kind) + " " + e.means }

func (e edit) String() string {
	o := e.unit.Objects[e.index]
	return fmt.Sprintf("%s in %s, %s: %s/%s %s\n\t%s\n\t- %s\n\t+ %s", e.class(), filepath.Base(e.dir), e.unit.Target.Name(),
		o.Kind(), o.Name(), e.path, e.at, e.before, e.after)
}

// choose takes some edits of each class, evenly spread in a random order that is
// the same in each run.
func choose(all []edit) []edit {
	order := func(e edit) uint64 {
		h := fnv.New64a()
		fmt.Fprint(h, e.at, e.path, e.means)
		return h.Sum64()
	}
	slices.SortFunc(all, func(a, b edit) int {
		return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.unit.Target.Name(), b.unit.Target.Name()))
	})
	taken := map[string]int{}
	seen := map[manifest.Location]bool{}
	return slices.DeleteFunc(all, func(e edit) bool {
		taken[e.class()]++
		again := seen[e.at]
		seen[e.at] = true
		if again {
			taken[e.class()]--
		}
		return again || taken[e.class()] > editsPerClass
	})
}

func byRepository(edits []edit) map[string][]edit {
	groups := map[string][]edit{}
	for _, e := range edits {
		groups[e.dir] = append(groups[e.dir], e)
	}
	return groups
}

// outcome is what an edit did to its field.
type outcome int

const (
	unknown outcome = iota // the field changes by itself
	changed
	unchanged
)

// workbench is a copy of a repository in which edits are tried.
type workbench struct {
	dir string
	// plain holds the units without any edit, by name.
	plain map[string]render.Unit
}

func newWorkbench(t *testing.T, dir string) *workbench {
	t.Helper()
	w := &workbench{dir: filepath.Join(t.TempDir(), "repository"), plain: map[string]render.Unit{}}
	if err := os.CopyFS(w.dir, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return w
}

// try edits the file, renders the unit and puts the file back.
func (w *workbench) try(t *testing.T, e edit) outcome {
	t.Helper()
	name := filepath.Join(w.dir, filepath.FromSlash(e.at.File))
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	if e.at.Line > len(lines) || !strings.Contains(lines[e.at.Line-1], e.before) {
		t.Fatalf("%s has another line %d", e.at.File, e.at.Line)
	}
	plain, known := w.plain[e.unit.Target.Name()]
	if !known {
		plain = w.render(t, e.unit.Target)
		w.plain[e.unit.Target.Name()] = plain
	}
	if e.reaches(plain) {
		return unknown
	}
	lines[e.at.Line-1] = strings.Replace(lines[e.at.Line-1], e.before, e.after, 1)
	write(t, name, strings.Join(lines, "\n"))
	defer write(t, name, string(data))
	if e.reaches(w.render(t, e.unit.Target)) {
		return changed
	}
	return unchanged
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (w *workbench) render(t *testing.T, target render.Target) render.Unit {
	t.Helper()
	tree, err := fsys.Open(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	return renderersOf(tree)[target.Kind].Render(t.Context(), target)
}

// reaches tells whether the field has another value in the unit than before, or
// the unit no longer renders.
func (e edit) reaches(after render.Unit) bool {
	if len(after.Failures) > len(e.unit.Failures) {
		return true
	}
	object := e.unit.Objects[e.index]
	same := slices.IndexFunc(after.Objects, func(o manifest.Object) bool { return identity(o) == identity(object) })
	if same < 0 && len(after.Objects) == len(e.unit.Objects) && !isIdentity(e.path) {
		// The object may have another name, which can hold a hash of the rest.
		same = e.index
	}
	if same < 0 || after.Objects[same].Kind() != object.Kind() {
		return true
	}
	before, _ := valueAt(object, e.path)
	value, exists := valueAt(after.Objects[same], e.path)
	return !exists || !reflect.DeepEqual(before, value)
}

func identity(o manifest.Object) [4]string {
	return [4]string{o.APIVersion(), o.Kind(), o.Namespace(), o.Name()}
}

// isIdentity tells whether a field is one of those that tell an object.
func isIdentity(path manifest.Path) bool {
	switch path.String() {
	case ".apiVersion", ".kind", ".metadata.name", ".metadata.namespace":
		return true
	}
	return false
}

func isScalar(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}
