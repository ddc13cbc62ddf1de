package suppress

import (
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Annotation is the annotation that suppresses findings on an object. Its value
// is RULE[, RULE] -- reason, or several of these, each in a line of its own or
// behind a semicolon.
const Annotation = "kubegap.dev/ignore"

// metadata are where an object may have the annotation: its own metadata, and
// those of its pod template.
var metadata = [...]manifest.Path{
	keys("metadata"),
	keys("spec", "template", "metadata"),
	keys("spec", "jobTemplate", "spec", "template", "metadata"),
}

func keys(names ...string) manifest.Path {
	path := make(manifest.Path, len(names))
	for i, name := range names {
		path[i] = manifest.Key(name)
	}
	return path
}

// annotations are those of all objects. Objects that have the same one from the
// same place, such as the variants of a chart, share its entries.
type annotations struct {
	all     []*entry
	byPlace map[annotation][]*entry
}

// annotation is a value and where it is written.
type annotation struct {
	at   manifest.Location
	text string
	// isOther tells that the value is no text, which an annotation has to be.
	isOther bool
	// misnamed is the key of what is only meant for one; "" for one.
	misnamed string
}

// readAnnotations reads the annotations of all objects.
func (s *session) readAnnotations() {
	s.annotations.byPlace = map[annotation][]*entry{}
	for _, u := range slices.Concat(s.Units, s.Beside) {
		for i := range u.Objects {
			o := &u.Objects[i]
			for _, a := range append(annotationsOn(o), s.misnamedOn(o)...) {
				if _, known := s.annotations.byPlace[a]; !known {
					s.annotations.byPlace[a] = s.readAnnotation(a)
				}
			}
		}
	}
}

// readAnnotation makes entries of the parts of an annotation.
func (s *session) readAnnotation(a annotation) []*entry {
	entries := []*entry{}
	if a.misnamed != "" {
		s.invalid(a.at, a.misnamed+" is not understood; write the annotation "+Annotation+": \"RULE -- REASON\"")
		return entries
	}
	if a.isOther {
		s.invalid(a.at, "is no text; write \"RULE -- REASON\", in quotes")
		return entries
	}
	for part := range strings.FieldsFuncSeq(a.text, func(r rune) bool { return r == ';' || r == '\n' }) {
		if strings.TrimSpace(part) == "" {
			continue
		}
		d, fault := parse(part)
		if fault != "" {
			s.invalid(a.at, fault)
			continue
		}
		entries = append(entries, s.newEntry(lint.SuppressedByAnnotation, d, a.at))
	}
	if len(entries) == 0 && strings.TrimSpace(a.text) == "" {
		s.invalid(a.at, "names no rule")
	}
	s.annotations.all = append(s.annotations.all, entries...)
	return entries
}

// on gives the entries of the annotations on an object.
func (x annotations) on(o *manifest.Object) []*entry {
	var entries []*entry
	for _, a := range annotationsOn(o) {
		entries = append(entries, x.byPlace[a]...)
	}
	return entries
}

// annotationsOn gives the annotations on an object and on its pod template.
func annotationsOn(o *manifest.Object) []annotation {
	var found []annotation
	for _, path := range metadata {
		path = append(path[:len(path):len(path)], manifest.Key("annotations"), manifest.Key(Annotation))
		value, ok := manifest.Lookup(o.Body, path)
		text, isText := value.(string)
		if ok {
			found = append(found, annotation{at: o.Source.Trace(path).Location, text: text, isOther: !isText})
		}
	}
	return found
}

// misnamedOn gives what is meant for an annotation on an object or on its pod template,
// and has another key, or is a label.
func (s *session) misnamedOn(o *manifest.Object) []annotation {
	var found []annotation
	for _, path := range metadata {
		for _, field := range [...]string{"annotations", "labels"} {
			path := append(path[:len(path):len(path)], manifest.Key(field))
			value, _ := manifest.Lookup(o.Body, path)
			keys, _ := value.(map[string]any)
			for key := range keys {
				if s.ids.isNearAnnotation(key) || field == "labels" && key == Annotation {
					found = append(found, annotation{at: o.Source.Trace(append(path, manifest.Key(key))).Location, misnamed: key})
				}
			}
		}
	}
	return found
}
