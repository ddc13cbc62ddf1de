package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/place"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// audit checks places against the files of a repository, and counts them. It is
// safe for concurrent use.
type audit struct {
	// root is the repository on this machine, links resolved.
	root string

	mutex sync.Mutex
	files map[string]*sourceFile
	tally tally
	// lies are places that are not what they claim to be, each told once for all
	// units that share it.
	lies map[string]string
}

// claim is a place that is said to be that of a field.
type claim struct {
	unit   render.Target
	object manifest.Object
	// class says what sort of field it is, for the table.
	class string
	path  manifest.Path
	trace manifest.Trace
}

func newAudit(t testing.TB, dir string) *audit {
	t.Helper()
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return &audit{root: root, files: map[string]*sourceFile{}, tally: tally{}, lies: map[string]string{}}
}

// checkAll checks the places of fields of all objects; n is the number of leaves
// of each.
func (a *audit) checkAll(units []render.Unit, n int) {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, unit := range units {
		group.Go(func() error {
			for _, object := range unit.Objects {
				for _, f := range fieldsOf(object, n) {
					a.check(claim{unit.Target, object, f.class, f.path, object.Source.Trace(f.path)})
				}
			}
			return nil
		})
	}
	_ = group.Wait() // no function returns an error
}

// check counts a claim and notes what is wrong with it.
func (a *audit) check(c claim) {
	class := c.class
	if path.Ext(c.trace.File) == ".tgz" {
		class = "packaged"
	}
	a.mutex.Lock()
	a.tally[row{c.unit.Kind, class}] = a.tally[row{c.unit.Kind, class}].plus(c.trace.Precision)
	a.mutex.Unlock()
	if wrong := a.wrong(c.trace.Location); wrong != "" {
		a.lie(c, c.trace.Location, wrong)
	} else if c.trace.Precision == manifest.PrecisionExact && !a.plausible(c) {
		a.lie(c, c.trace.Location, "the line has nothing of the field")
	} else if wrong := a.strays(c); wrong != "" {
		a.lie(c, c.trace.Location, wrong)
	}
	for _, hop := range c.trace.Via {
		if wrong := a.wrong(hop.Location); wrong != "" {
			a.lie(c, hop.Location, "hop: "+wrong)
		}
		if strings.TrimSpace(hop.Message) == "" || strings.HasSuffix(hop.Message, ".") {
			a.lie(c, hop.Location, fmt.Sprintf("the message of the hop is %q", hop.Message))
		}
	}
}

// strays tells what is wrong with the place of a field that is absent, or gives
// "": it must be the place of the nearest ancestor, unless its line takes the
// field away, or has a part of the path that is lost when it is empty.
func (a *audit) strays(c claim) string {
	path := c.path
	for _, exists := valueAt(c.object, path); !exists; _, exists = valueAt(c.object, path) {
		path = path[:len(path)-1]
	}
	lost := c.path[len(path):]
	ancestor := c.object.Source.Trace(path).Location
	line := a.line(c.trace.Location)
	if len(lost) == 0 || samePlace(ancestor, c.trace.Location) || takesAway.MatchString(line) ||
		slices.ContainsFunc(lost, func(s manifest.Step) bool { return holdsKey(line, manifest.Path{s}) }) {
		return ""
	}
	return "the nearest ancestor is at " + ancestor.String()
}

func samePlace(a, b manifest.Location) bool { return a.File == b.File && a.Line == b.Line }

func (a *audit) lie(c claim, at manifest.Location, wrong string) {
	value, _ := valueAt(c.object, c.path)
	text := fmt.Sprintf("%s %s: %s/%s %s (%.60q)\n\t%s at %s: %s\n\t> %s", c.unit.Kind, c.unit.Name(),
		c.object.Kind(), c.object.Name(), c.path, fmt.Sprint(value), at.Precision, at, wrong, a.line(at))
	a.mutex.Lock()
	defer a.mutex.Unlock()
	key := fmt.Sprint(at, c.path, wrong)
	if other, known := a.lies[key]; !known || text < other {
		a.lies[key] = text
	}
}

// wrong tells what makes a location impossible, or "".
func (a *audit) wrong(l manifest.Location) string {
	if l.File == "" || path.Clean(l.File) != l.File || !filepath.IsLocal(l.File) {
		return "no name of a file in the repository"
	}
	f := a.file(l.File)
	switch {
	case f.wrong != "":
		return f.wrong
	case l.Line == 0:
		if l.Precision != manifest.PrecisionFile || l.Column != 0 || l.EndLine != 0 || l.EndColumn != 0 {
			return "no line"
		}
		return ""
	case path.Ext(l.File) == ".tgz":
		if l.Precision == manifest.PrecisionFile {
			return ""
		}
		return "lines of a package mean nothing"
	case l.Line < 0 || l.Line > len(f.lines):
		return fmt.Sprintf("the file has %d lines", len(f.lines))
	case l.Column == 0:
		if l.EndLine != 0 || l.EndColumn != 0 {
			return "an end without a start"
		}
		return ""
	}
	return wrongColumns(l, f.lines)
}

// wrongColumns is wrong for a location whose line exists.
func wrongColumns(l manifest.Location, lines []string) string {
	switch {
	case l.EndLine < l.Line || l.EndLine > len(lines):
		return fmt.Sprintf("line %d is no end", l.EndLine)
	case l.Column < 1 || l.Column > utf8.RuneCountInString(lines[l.Line-1])+1:
		return fmt.Sprintf("column %d is not in the line", l.Column)
	case l.EndColumn < 1 || l.EndColumn > utf8.RuneCountInString(lines[l.EndLine-1])+1:
		return fmt.Sprintf("end column %d is not in the line", l.EndColumn)
	case l.EndLine == l.Line && l.EndColumn < l.Column:
		return "the end lies before the start"
	}
	return ""
}

// line gives the text of a location's line.
func (a *audit) line(l manifest.Location) string {
	if f := a.file(l.File); l.Line >= 1 && l.Line <= len(f.lines) {
		return f.lines[l.Line-1]
	}
	return ""
}

// sourceFile is a file that places lie in.
type sourceFile struct {
	lines []string
	// acting tells of each line whether a template action is on it.
	acting []bool
	// wrong tells why no place can lie in the file, or is "".
	wrong string
}

func (a *audit) file(name string) *sourceFile {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	f, known := a.files[name]
	if !known {
		f = a.read(name)
		a.files[name] = f
	}
	return f
}

func (a *audit) read(name string) *sourceFile {
	real, err := filepath.EvalSymlinks(filepath.Join(a.root, filepath.FromSlash(name)))
	if err != nil {
		return &sourceFile{wrong: "there is no such file"}
	}
	if info, err := os.Stat(real); err != nil || !info.Mode().IsRegular() || !place.Contains(a.root, real) {
		return &sourceFile{wrong: "no regular file of the repository"}
	}
	if path.Ext(name) == ".tgz" {
		return &sourceFile{}
	}
	data, err := os.ReadFile(real)
	if err != nil {
		return &sourceFile{wrong: "cannot be read"}
	}
	text, ok := manifest.Text(data)
	if !ok {
		return &sourceFile{wrong: "no text"}
	}
	return &sourceFile{lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n"), acting: acting(text)}
}

// acting tells which lines of a template a {{ }} lies on.
func acting(text string) []bool {
	var lines []bool
	inside := false
	for line := range strings.Lines(text) {
		here := inside
		for rest := line; ; {
			mark := "{{"
			if inside {
				mark = "}}"
			}
			_, after, found := strings.Cut(rest, mark)
			if !found {
				break
			}
			inside, here, rest = !inside, true, after
		}
		lines = append(lines, here)
	}
	return append(lines, false)
}
