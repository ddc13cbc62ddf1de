// Package suppress reads what people have written about findings that they
// accept: comments in source files, annotations on objects, and entries of the
// configuration file. A suppression holds only with a reason.
package suppress

import (
	"slices"
	"time"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
)

// Options say where suppressions come from, and which of them to check.
type Options struct {
	// Marked tells of a file that the units have read whether HoldsMark is true of
	// its content; only such files are read.
	Marked func(name string) bool
	// ReadFile gives the content of a file of the repository.
	ReadFile func(name string) ([]byte, error)
	// Ignores are those of the configuration file.
	Ignores []Ignore
	// Today is the present day; only its date counts.
	Today time.Time
	// Confined is set where the run looks for some rules only. Nothing is called
	// unused then.
	Confined bool
	// Asked tells whether a file was asked for. What stands in another file is
	// not called unused, since a unit that was not rendered may need it; nor is
	// an ignore of the configuration file, unless Whole is set.
	Asked func(file string) bool
	// Whole tells that all of the repository was asked for.
	Whole bool
	// WouldRead gives a test that tells of a chart or a kustomization whether it would
	// read one of the files that accept accepts if nothing of it had to be left out.
	WouldRead func(accept func(file string) bool) func(render.Target) bool
}

// Suppressor implements lint.Suppressor.
type Suppressor struct{ Options }

var _ lint.Suppressor = Suppressor{}

// session is the work on the candidates of one run.
type session struct {
	Options
	lint.Candidates
	ids ids
	// files are the files that all units have read, beside those that only the units
	// beside have, and unsure those of units that may lack something.
	files, beside, unsure map[string]bool
	commented             map[string]*file
	comments              []*entry
	annotations           annotations
	ignores               []*ignore
	problems              []render.Problem
}

// Suppress implements lint.Suppressor. Where several suppressions meet a
// finding, the comment is given before the annotation, and that before the
// configuration; all of them were of use.
func (s Suppressor) Suppress(c lint.Candidates) ([]*lint.Suppression, []render.Problem) {
	w := &session{Options: s.Options, Candidates: c, ids: ids{lint.NewIDs(c.Rules, c.Cases)}}
	w.listFiles()
	w.readComments()
	w.readAnnotations()
	w.readIgnores()
	result := make([]*lint.Suppression, len(c.Occurrences))
	for i := range c.Occurrences {
		if entries := w.meeting(&c.Occurrences[i]); len(entries) > 0 {
			result[i] = &entries[0].Suppression
		}
	}
	if !s.Confined {
		w.reportUnused()
	}
	return result, slices.DeleteFunc(w.problems, func(p render.Problem) bool { return w.beside[p.Location.File] })
}

// listFiles collects what the units have read.
func (s *session) listFiles() {
	s.files, s.beside, s.unsure = map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, u := range s.Units {
		for _, name := range u.Files {
			s.files[name] = true
			if isUnsure(u) {
				s.unsure[name] = true
			}
		}
	}
	for _, u := range s.Beside {
		for _, name := range u.Files {
			s.beside[name] = s.beside[name] || !s.files[name]
			s.files[name] = true
		}
	}
}

// isUnsure tells whether a unit may have findings that this run does not see.
func isUnsure(u render.Unit) bool { return u.Partial || len(u.Failures) > 0 }

// readComments reads those of the files in which there may be suppressions.
func (s *session) readComments() {
	var names []string
	for name := range s.files {
		if s.Marked(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	s.commented = map[string]*file{}
	for _, name := range names {
		data, err := s.ReadFile(name)
		if err != nil {
			continue // The renderer has reported what cannot be read.
		}
		if f := s.readFile(name, data); f != nil {
			s.commented[name] = f
		}
	}
}

// meeting gives the suppressions that an occurrence meets.
func (s *session) meeting(o *lint.Occurrence) []*entry {
	var entries []*entry
	add := func(candidates []*entry) {
		for _, e := range candidates {
			if e.covers(o.Rule) {
				entries = append(entries, e)
			}
		}
	}
	for _, place := range o.Places {
		if f := s.commented[place.File]; f != nil {
			add(f.at(place))
		}
	}
	add(s.annotations.on(o.Object))
	for _, i := range s.ignores {
		if i.meets(o) {
			entries = append(entries, &i.entry)
		}
	}
	return entries
}

// reportUnused warns of the suppressions that nothing needs.
func (s *session) reportUnused() {
	for _, e := range slices.Concat(s.comments, s.annotations.all) {
		if s.Asked(e.Location.File) && !s.unsure[e.Location.File] {
			s.unused(e)
		}
	}
	for _, i := range s.ignores {
		if s.Whole && !i.used && !s.inDoubt(i) {
			s.unusedIgnore(i)
		}
	}
}
