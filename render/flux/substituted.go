package flux

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxcd/pkg/envsubst/parse"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// substituted finds the fields of an object in which variables were substituted:
// where the variables are used, with hops to where they are set.
type substituted struct {
	inner manifest.Source
	// before is the object as it was, with variables.
	before map[string]any
	vars   *variables
}

// Origin implements manifest.Source.
func (s *substituted) Origin() manifest.Origin { return s.inner.Origin() }

// Expect implements manifest.Expecting.
func (s *substituted) Expect() { manifest.Expect(s.inner) }

// Trace implements manifest.Source.
func (s *substituted) Trace(path manifest.Path) manifest.Trace {
	at, texts := s.resolve(path)
	t := s.inner.Trace(at)
	var hops []manifest.Hop
	for _, name := range namesIn(texts) {
		if v, set := s.vars.set[name]; set {
			hops = append(hops, manifest.Hop{Message: name + " is set here", Location: v.object.Source.Trace(v.path).Location})
		}
	}
	t.Via = append(hops, t.Via...)
	return t
}

// resolve gives the path that leads to the same field of the object as it was, and
// the texts with variables that the field and its keys come from. Below a text in
// which variables stand for more than a text there is nothing to lead to.
func (s *substituted) resolve(path manifest.Path) (at manifest.Path, texts []string) {
	var value any = s.before
	at = slices.Clone(path)
	for i, step := range path {
		switch v := value.(type) {
		case map[string]any:
			key := s.keyBefore(v, step.Key())
			if key != step.Key() {
				texts = append(texts, key)
			}
			at[i], value = manifest.Key(key), v[key]
		case []any:
			value = nil
			if step.IsIndex() && step.Index() < len(v) {
				value = v[step.Index()]
			}
		default:
			return at, texts
		}
	}
	if text, ok := value.(string); ok {
		texts = append(texts, text)
	}
	return at, texts
}

// keyBefore gives the key that became key.
func (s *substituted) keyBefore(m map[string]any, key string) string {
	if _, same := m[key]; same {
		return key
	}
	for _, before := range slices.Sorted(maps.Keys(m)) {
		if strings.Contains(before, "$") {
			if after, err := s.vars.expand(before); err == nil && after == key {
				return before
			}
		}
	}
	return key
}

// namesIn gives the names of the variables in some texts, each once, in order.
func namesIn(texts []string) []string {
	var all []string
	for _, text := range texts {
		tree, err := parse.Parse(text)
		if err != nil {
			continue
		}
		for _, name := range names(tree.Root) {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}
