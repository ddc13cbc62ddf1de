package gitops

import (
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// shaping tells which files shaped the objects of a unit.
type shaping struct {
	objects []manifest.Object
	// files are those of all objects, and apart those of which each shaped only the
	// objects that it is the origin of.
	files []string
	apart map[string]bool
	// alike counts the objects by kind and name, once that matters.
	alike map[key]int
}

func shapingOf(u render.Unit) *shaping {
	s := &shaping{objects: u.Objects, files: u.Files, apart: make(map[string]bool, len(u.Apart))}
	for _, file := range u.Apart {
		s.apart[file] = true
	}
	return s
}

// addTo adds the files that shaped one of the objects: all of the unit, except
// those apart that are not its origin, where that is known.
func (s *shaping) addTo(files map[string]bool, o manifest.Object) {
	origin, known := "", false
	if len(s.apart) > 0 {
		origin, known = s.origin(o)
	}
	for _, file := range s.files {
		if !known || file == origin || !s.apart[file] {
			files[file] = true
		}
	}
}

// origin gives the file that an object comes from. Where others have its name, or
// it had another one there, or the place in the file is not known, the file is a
// guess, and origin gives false.
func (s *shaping) origin(o manifest.Object) (file string, known bool) {
	from := o.Source.Origin()
	known = from.Name == o.Name() && s.isAlone(o) && (s.apart[from.File] || o.Source.Trace(nil).Line > 0)
	return from.File, known
}

// isAlone tells whether no other object has the kind and the name.
func (s *shaping) isAlone(o manifest.Object) bool {
	if s.alike == nil {
		s.alike = map[key]int{}
		for _, o := range s.objects {
			s.alike[unscoped(o)]++
		}
	}
	return s.alike[unscoped(o)] == 1
}

func unscoped(o manifest.Object) key {
	k := keyOf(o)
	k.namespace = ""
	return k
}
