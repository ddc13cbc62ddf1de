package helm

import (
	"maps"
	"slices"
	"sync"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// report collects what happens while one chart is rendered. It belongs to one
// goroutine.
type report struct {
	failures []render.Problem
	skipped  []render.Problem
	warnings []render.Problem
	files    map[string]struct{}
	partial  bool
}

func newReport() *report { return &report{files: map[string]struct{}{}} }

// fail notes that something should have rendered and did not; objects may be
// missing.
func (r *report) fail(reason render.Reason, at manifest.Location, message string) {
	r.failures = append(r.failures, problem(reason, at, message))
	r.partial = true
}

// skip notes that something was left out on purpose.
func (r *report) skip(reason render.Reason, at manifest.Location, message string) {
	r.skipped = append(r.skipped, problem(reason, at, message))
	r.partial = r.partial || reason.Incomplete()
}

// warn notes that something rendered, but perhaps not as meant.
func (r *report) warn(reason render.Reason, at manifest.Location, message string) {
	r.warnings = append(r.warnings, problem(reason, at, message))
}

// problem is a problem without the passwords of the addresses in its message.
func problem(reason render.Reason, at manifest.Location, message string) render.Problem {
	return render.Problem{Reason: reason, Location: at, Message: render.Redacted(message)}
}

// read notes that the rendering depends on the named file.
func (r *report) read(file string) { r.files[file] = struct{}{} }

// add takes over everything from s, which stays as it is.
func (r *report) add(s *report) {
	r.failures = append(r.failures, s.failures...)
	r.skipped = append(r.skipped, s.skipped...)
	r.warnings = append(r.warnings, s.warnings...)
	maps.Copy(r.files, s.files)
	r.partial = r.partial || s.partial
}

// sortedFiles gives the names of all files read.
func (r *report) sortedFiles() []string { return slices.Sorted(maps.Keys(r.files)) }

// sorted gives a copy of problems that names the unit, in order of location and
// without repetitions.
func sorted(problems []render.Problem, unit string) []render.Problem {
	return render.TidyUnit(slices.Clone(problems), unit)
}

// late collects the warnings that come up after the rendering of a chart. The zero
// value has none. It is safe for concurrent use.
type late struct {
	mutex    sync.Mutex
	warnings []render.Problem
}

func (l *late) add(p render.Problem) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.warnings = append(l.warnings, p)
}

func (l *late) sorted() []render.Problem {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return sorted(l.warnings, "")
}
