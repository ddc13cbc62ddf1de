package scope

import (
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
)

// touched tells whether a unit, as it was rendered, reads what changed, or might be
// another one if nothing were gone.
func (s *Scope) touched(u render.Unit) bool {
	if s == nil {
		return true
	}
	for _, file := range u.Files {
		if s.changes.has(file) || s.lost.Definitions[file] {
			return true
		}
	}
	bare := u.Deployer.Kind == ""
	if u.Missed || s.orphans.have(u.Target.Path, bare) {
		return true
	}
	if bare {
		return s.left.have(u.Target.Path, bare)
	}
	return s.heldGone(u.Target.Path) || s.orphans.have(u.Deployer.Location.File, bare)
}

// heldGone tells whether something that is gone lay in a directory.
func (s *Scope) heldGone(dir string) bool {
	for name := range s.changes.gone {
		if dir == "." || strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}

// Reported gives the test of lint.Options.Reported: whether changed files touch a unit. It
// is nil where all units are reported.
func (s *Scope) Reported() func(render.Unit) bool {
	if s == nil {
		return nil
	}
	return s.touched
}

// Matters gives the test of lint.Options.Matters: whether a unit may decide about others
// that do not read it. It is nil where all units are judged anyway.
func (s *Scope) Matters() func(render.Unit) bool {
	if s == nil {
		return nil
	}
	return func(u render.Unit) bool {
		return slices.ContainsFunc(u.Files, func(file string) bool { return s.wide[file] })
	}
}

// LeftOut is the number of targets that Rendered left out.
func (s *Scope) LeftOut() int {
	if s == nil {
		return 0
	}
	return s.leftOut
}

// Removed tells whether a file, a kustomization or a chart is no more.
func (s *Scope) Removed(name string) bool {
	if s.changes.gone[name] {
		return true
	}
	for gone := range s.changes.gone {
		base := path.Base(gone)
		if path.Dir(gone) == name && (base == "Chart.yaml" || render.IsKustomizationName(base)) {
			return true
		}
	}
	return false
}

// About gives those of the problems that lie in what changed, or in what touched
// units read, and copies that are not what was fetched.
func (s *Scope) About(problems []render.Problem, units []render.Unit) []render.Problem {
	if s == nil {
		return problems
	}
	read := map[string]bool{}
	for _, u := range units {
		if s.touched(u) {
			for _, file := range u.Files {
				read[file] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(problems), func(p render.Problem) bool {
		return !s.changes.has(p.Location.File) && !read[p.Location.File] && p.Location.File != vendoredLock
	})
}
