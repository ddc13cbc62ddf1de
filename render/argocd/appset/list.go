package appset

import (
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// list gives the elements of a list generator. See
// https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Generators-List/
func (x *expansion) list(p part) (list []*params, ok bool) {
	elements, _ := p.fields["elements"].([]any)
	for i, e := range elements {
		at := below(p.field("elements"), manifest.Index(i))
		element, isMap := e.(map[string]any)
		if !isMap {
			x.fail(at, "an element of a list generator is a mapping")
			return nil, false
		}
		set, ok := x.element(element, at)
		if !ok {
			return nil, false
		}
		list = append(list, set)
	}
	more, ok := x.elementsYAML(p)
	return append(list, more...), ok
}

// element gives the parameters of one element. Without Go templates they are
// texts, and those below values have names with dots.
func (x *expansion) element(element map[string]any, at manifest.Path) (*params, bool) {
	set := newParams()
	if x.templating.goTemplate {
		set.values, _ = decoded(element).(map[string]any)
		set.register("", element, where{x.set.Source, at})
		return set, true
	}
	add := func(name string, value any, at manifest.Path) bool {
		text, ok := value.(string)
		if !ok {
			x.fail(at, "the parameters of a list generator are texts unless goTemplate is set")
		}
		set.set(name, text, where{x.set.Source, at})
		return ok
	}
	for _, key := range sortedKeys(element) {
		at := below(at, manifest.Key(key))
		if key != "values" {
			if !add(key, element[key], at) {
				return nil, false
			}
			continue
		}
		values, isMap := element[key].(map[string]any)
		if !isMap {
			x.fail(at, "the values of an element are a mapping")
			return nil, false
		}
		for _, name := range sortedKeys(values) {
			if !add("values."+name, values[name], below(at, manifest.Key(name))) {
				return nil, false
			}
		}
	}
	return set, true
}

// elementsYAML gives the elements that are written as a text, most often one
// that the generator before put there.
func (x *expansion) elementsYAML(p part) (list []*params, ok bool) {
	text, _ := p.fields["elementsYaml"].(string)
	if text == "" {
		return nil, true
	}
	at := p.field("elementsYaml")
	var elements []map[string]any
	if yaml.Unmarshal([]byte(text), &elements) != nil {
		x.fail(at, "elementsYaml is no list of mappings")
		return nil, false
	}
	from := where{x.set.Source, at}
	raw, _ := p.raw["elementsYaml"].(string)
	if used := x.templating.uses(raw); len(used) == 1 && p.outer != nil {
		if w, ok := p.outer.find(used[0]); ok {
			from = w
		}
	}
	for i, element := range elements {
		set := newParams()
		for key, value := range element {
			set.set(key, value, from.below(manifest.Index(i)).below(manifest.Key(key)))
		}
		list = append(list, set)
	}
	return list, true
}
