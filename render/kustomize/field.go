package kustomize

import (
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// field is a field of a rendered object whose place is wanted.
type field struct {
	of *origin
	// in are the origins of the unit, and depth is the number of replacements on
	// the way to the field.
	in    *origins
	depth int
	body  map[string]any
	path  manifest.Path
	// value is the value in the rendered object; missing{} where it is not there.
	value any
	// loose tells that the settings of the object do not explain the value: what
	// could have set it counts, too. A transformer may have been told about
	// further fields, and items of sequences may have moved.
	loose bool
}

// newField gives the field that path leads to. A path that goes on below a string
// is cut there, and the rest is given; depth tells how many steps exist.
func newField(of *origin, body map[string]any, path manifest.Path) (f *field, rest manifest.Path, depth int) {
	f = &field{of: of, body: body, path: path, value: body}
	for depth < len(path) {
		if _, isText := f.value.(string); isText {
			f.path = path[:depth]
			return f, path[depth:], depth
		}
		next, ok := take(f.value, path[depth])
		if !ok {
			f.value = missing{}
			return f, nil, depth
		}
		f.value = next
		depth++
	}
	return f, nil, depth
}

// parent gives the mapping or sequence after so many steps.
func (f *field) parent(depth int) *field {
	above := *f
	above.path = f.path[:depth]
	above.value, _ = manifest.Lookup(f.body, above.path)
	return &above
}

func (f *field) kind() string { return manifest.Object{Body: f.body}.Kind() }

// keys gives the way to the field in the form of a fieldSpec.
func (f *field) keys() string { return keysOf(f.path) }

// name gives the last key on the way to the field.
func (f *field) name() string { return lastKey(f.path) }

func lastKey(path manifest.Path) string {
	for _, step := range slices.Backward(path) {
		if !step.IsIndex() {
			return step.Key()
		}
	}
	return ""
}

// isItemKey tells whether the field is the one that tells an item of a sequence
// from others.
func (f *field) isItemKey() bool {
	n := len(f.path)
	return n > 2 && !f.path[n-1].IsIndex() && f.path[n-2].IsIndex() &&
		slices.Contains(itemKeys(lastKey(f.path[:n-1])), f.path[n-1].Key())
}

// first gives the first n steps of the way to the field in the object that the
// origin has. Behind what that has the steps are as they are in the end.
func (f *field) first(n int) manifest.Path {
	path := make(manifest.Path, 0, n)
	at := pair{body: f.body, other: f.of.object.Body}
	for i, step := range f.path[:n] {
		next, there, ok := at.follow(step)
		if !ok {
			return append(path, f.path[i:n]...)
		}
		at, path = next, append(path, there)
	}
	return path
}

// isIdentity tells whether the field is one of those by which a patch names its
// object.
func (f *field) isIdentity() bool {
	switch keys := f.keys(); keys {
	case "", "apiVersion", "kind", "metadata/name", "metadata/namespace":
		return true
	}
	return false
}

// steps gives what the layers make of the field, from the origin to the
// outermost one.
func (f *field) steps() []step {
	var all []step
	under := any(missing{})
	if s, ok := f.base(); ok {
		all, under = append(all, s), s.value
	}
	for _, setting := range f.of.settings {
		if s, ok := setting.set(f, under); ok {
			all, under = append(all, s), s.value
		}
	}
	return all
}

// base gives what the origin has as the field.
func (f *field) base() (step, bool) {
	switch of := f.of; {
	case of.generator != nil:
		return of.generator.set(f, missing{})
	case of.object.Body == nil:
		return f.unknownBase()
	}
	there, value, ok := follow(f.body, f.of.object.Body, f.path, "")
	if !ok {
		return step{}, false
	}
	who := "the base"
	if f.of.chart != nil {
		who = "the chart"
	}
	return step{who: who, value: value, at: func(below manifest.Path) manifest.Trace {
		return f.of.object.Source.Trace(join(there, below))
	}}, true
}

// unknownBase does base where only the text of a chart is known.
func (f *field) unknownBase() (step, bool) {
	at, value := f.of.chart.at, f.value
	at.Precision = min(at.Precision, manifest.PrecisionNearby)
	if isScalar(value) && value != (missing{}) {
		value = unknown{}
	}
	return step{who: "the chart", value: value, at: func(manifest.Path) manifest.Trace {
		return manifest.Trace{Location: at}
	}}, f.value != (missing{})
}

// settle finds the step that gave the field its value, or took it away, and tells
// whether that is sure. all are the steps, other ones than steps gives where
// those explain nothing; i is -1 where none of them has to do with the field.
func (f *field) settle() (all []step, i int, sure bool) {
	all = f.steps()
	if f.value != (missing{}) && !isScalar(f.value) {
		return all, f.settleWhole(all), true
	}
	if i := last(all, f.explains); i >= 0 || f.value == (missing{}) {
		return all, i, true
	}
	f.loose = true
	if loose := f.steps(); last(loose, f.explains) >= 0 {
		return loose, last(loose, f.explains), true
	}
	f.loose = false
	if i := last(all, f.resembles); i >= 0 {
		return all, i, true
	}
	return all, len(all) - 1, false
}

// settleWhole does settle for a mapping or a sequence: the outermost step that
// put another one in its place, else the first one that had it.
func (f *field) settleWhole(all []step) int {
	if i := last(all, func(s step) bool { return s.whole && agree(s.value, f.value) }); i >= 0 {
		return i
	}
	for i, s := range all {
		if agree(s.value, f.value) {
			return i
		}
	}
	return -1
}

// explains tells whether the field has the value that the step gave it.
func (f *field) explains(s step) bool {
	return agree(s.value, f.value) || s.value == (unknown{}) && f.value != (missing{})
}

// resembles tells whether the field may have got its value from the step: a name
// changes with that of the object it refers to, and variables are replaced.
func (f *field) resembles(s step) bool {
	was, isText := s.value.(string)
	is, alsoText := f.value.(string)
	if !isText || !alsoText || was == "" {
		return false
	}
	// kustomize takes space off the end of patches.
	for i, part := range strings.Split(strings.TrimSpace(was), "$(") {
		if i > 0 {
			_, part, _ = strings.Cut(part, ")")
		}
		at := strings.Index(is, part)
		if at < 0 {
			return false
		}
		is = is[at+len(part):]
	}
	return true
}

// last gives the index of the last step that fits, or -1.
func last(all []step, fits func(step) bool) int { return lastIndex(all, fits) }
