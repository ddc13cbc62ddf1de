package appset

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// params is one set of parameters that a generator gives, which makes one
// Application.
type params struct {
	// values are what templates see: for Go templates a tree, else texts by
	// names with dots.
	values map[string]any
	// from tells where parameters are written, by their names with dots.
	from map[string]where
}

// where is a place in the repository: a field of an object or a document.
type where struct {
	source manifest.Source
	path   manifest.Path
}

func (w where) below(step manifest.Step) where { return where{w.source, below(w.path, step)} }

func (w where) location() manifest.Location { return w.source.Trace(w.path).Location }

func newParams() *params { return &params{values: map[string]any{}, from: map[string]where{}} }

// set gives a parameter a value. name is a key of values, or for a mapping the
// beginning of the names below it.
func (p *params) set(name string, value any, at where) {
	p.values[name] = value
	p.register(name, value, at)
}

// register notes where the parts of a value are written.
func (p *params) register(name string, value any, at where) {
	fields, ok := value.(map[string]any)
	if !ok || len(fields) == 0 {
		p.from[name] = at
		return
	}
	for key, field := range fields {
		p.register(join(name, key), field, at.below(manifest.Key(key)))
	}
}

func join(name, key string) string {
	if name == "" {
		return key
	}
	return name + "." + key
}

// find tells where a parameter is written: by itself, as a part of one that is
// written as a whole, or the first of its parts.
func (p *params) find(name string) (where, bool) {
	for part := name; part != ""; {
		if w, ok := p.from[part]; ok {
			return w, true
		}
		part = part[:max(strings.LastIndexByte(part, '.'), 0)]
	}
	for _, key := range slices.Sorted(maps.Keys(p.from)) {
		if strings.HasPrefix(key, name+".") {
			return p.from[key], true
		}
	}
	return where{}, false
}

// flatten gives a tree as names with dots and texts; the items of sequences are
// numbered. Empty mappings and sequences vanish, as they do for the controller,
// which uses https://github.com/jeremywohl/flatten.
func flatten(tree map[string]any) map[string]string {
	flat := map[string]string{}
	var add func(name string, value any)
	add = func(name string, value any) {
		switch value := value.(type) {
		case map[string]any:
			for key, field := range value {
				add(join(name, key), field)
			}
		case []any:
			for i, item := range value {
				add(join(name, fmt.Sprint(i)), item)
			}
		default:
			flat[name] = fmt.Sprint(value)
		}
	}
	for key, value := range tree {
		add(key, value)
	}
	return flat
}

// decoded gives a value of a manifest as the controller sees it, which decodes
// JSON without a schema: all numbers are float64, so that 1000000 prints as
// 1e+06.
func decoded(value any) any {
	switch value := value.(type) {
	case int64:
		return float64(value)
	case map[string]any:
		fields := make(map[string]any, len(value))
		for key, field := range value {
			fields[key] = decoded(field)
		}
		return fields
	case []any:
		items := make([]any, len(value))
		for i, item := range value {
			items[i] = decoded(item)
		}
		return items
	}
	return value
}

// texts gives the entries of a mapping of strings; null is an empty one.
func texts(value any) map[string]string {
	fields, _ := value.(map[string]any)
	list := make(map[string]string, len(fields))
	for key, field := range fields {
		list[key], _ = field.(string)
	}
	return list
}
