package appset

import (
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// source leads from the fields of an Application to the template of its set, and
// from there to what the generators gave.
type source struct {
	*builder
	params *params
	// renamed leads from keys that a parameter changed to the template's.
	renamed map[string]string
	// patched is what templatePatch sets.
	patched map[string]any
	name    string
}

var _ manifest.Source = (*source)(nil)

// Origin implements manifest.Source.
func (s *source) Origin() manifest.Origin {
	origin := s.x.set.Source.Origin()
	origin.Name = s.name
	return origin
}

// Files gives the files, besides that of its set, that the parameters of an
// Application come from which Expand has made; none for any other object.
func Files(o manifest.Object) []string {
	s, ok := o.Source.(*source)
	if !ok {
		return nil
	}
	var files []string
	for _, w := range s.params.from {
		if w.source != nil {
			files = append(files, w.source.Origin().File)
		}
	}
	return sortedUnique(files)
}

// Trace implements manifest.Source.
func (s *source) Trace(path manifest.Path) manifest.Trace {
	at, text := s.written(path)
	t := s.x.set.Source.Trace(at)
	used := s.x.templating.uses(text)
	if len(used) == 0 {
		return t
	}
	t.Precision = min(t.Precision, manifest.PrecisionNearby)
	t.Via = append(s.hops(used), t.Via...)
	return t
}

// hops gives the places of parameters, each once.
func (s *source) hops(names []string) []manifest.Hop {
	var hops []manifest.Hop
	for _, name := range names {
		w, ok := s.params.find(name)
		if !ok || w.source == nil {
			continue
		}
		hop := manifest.Hop{Message: "the value of " + name + " is set here", Location: w.location()}
		if !slices.ContainsFunc(hops, func(h manifest.Hop) bool { return h.Location == hop.Location }) {
			hops = append(hops, hop)
		}
	}
	return hops
}

// written gives the place in the set where a field is written, and the text that
// stands there; "" where it is no text.
func (s *source) written(path manifest.Path) (manifest.Path, string) {
	if !fromTemplate(path) {
		if len(path) > 0 && path[0].Key() == "metadata" {
			return path, ""
		}
		return nil, ""
	}
	if n, _ := depth(s.patched, path); n == len(path) {
		text, _ := s.x.spec["templatePatch"].(string)
		return slices.Concat(specPath("templatePatch"), path), inside(text, path)
	}
	path = s.original(path)
	base, at := s.base, specPath("template")
	under, _ := depth(s.base, path)
	if n, value := depth(s.override, path); !emptyValue(value) && (n == len(path) || n > under) {
		base, at = s.override, s.overrideAt
	}
	n, value := depth(base, path)
	text, _ := value.(string)
	if n < len(path) {
		text = inside(text, path[n:])
	}
	return slices.Concat(at, path), text
}

// fromTemplate tells whether a field comes from the template at all.
func fromTemplate(path manifest.Path) bool {
	if len(path) == 0 {
		return false
	}
	switch path[0].Key() {
	case "spec":
		return true
	case "metadata":
		return len(path) > 1 && path[1].Key() != "namespace"
	}
	return false
}

// original gives a path with the keys of the template.
func (s *source) original(path manifest.Path) manifest.Path {
	var value any = s.template
	out := slices.Clone(path)
	for i, step := range path {
		fields, isMap := value.(map[string]any)
		if key, ok := s.renamed[step.Key()]; ok && isMap && fields[step.Key()] == nil && fields[key] != nil {
			out[i] = manifest.Key(key)
		}
		value, _ = child(value, out[i])
	}
	return out
}

// depth follows a path as far as it exists, and gives how many steps that is and
// the value there.
func depth(root map[string]any, path manifest.Path) (n int, value any) {
	if root == nil {
		return 0, nil
	}
	value = root
	for n < len(path) {
		next, ok := child(value, path[n])
		if !ok {
			break
		}
		value = next
		n++
	}
	return n, value
}

func child(value any, step manifest.Step) (any, bool) {
	switch value := value.(type) {
	case map[string]any:
		next, ok := value[step.Key()]
		return next, ok && !step.IsIndex()
	case []any:
		if step.IsIndex() && step.Index() < len(value) {
			return value[step.Index()], true
		}
	}
	return nil, false
}

// inside gives the text that path leads to in a text that is YAML, or "".
func inside(text string, path manifest.Path) string {
	for _, d := range manifest.Parse("", []byte(text)) {
		if value, ok := d.Lookup(path); ok {
			found, _ := value.(string)
			return found
		}
	}
	return ""
}
