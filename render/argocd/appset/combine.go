package appset

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// overlay gives p with the parameters of over on top: mappings are merged, all
// else is replaced.
func (p *params) overlay(over *params) *params {
	out := &params{values: merged(p.values, over.values), from: maps.Clone(p.from)}
	maps.Copy(out.from, over.from)
	return out
}

// merged gives a tree with the fields of both; where both have a mapping it is
// merged, else that of over wins. Neither is changed. The controller merges with
// https://github.com/imdario/mergo and its option WithOverride.
func merged(under, over map[string]any) map[string]any {
	out := make(map[string]any, len(under)+len(over))
	maps.Copy(out, under)
	for key, value := range over {
		switch value := value.(type) {
		case map[string]any:
			if lower, ok := out[key].(map[string]any); ok {
				out[key] = merged(lower, value)
				continue
			}
		case map[string]string:
			if lower, ok := out[key].(map[string]string); ok {
				both := maps.Clone(lower)
				maps.Copy(both, value)
				out[key] = both
				continue
			}
		}
		out[key] = value
	}
	return out
}

// asTexts gives the parameters as texts, as fasttemplate needs them.
func (p *params) asTexts() *params {
	out := &params{values: make(map[string]any, len(p.values)), from: p.from}
	for name, value := range p.values {
		out.values[name] = fmt.Sprint(value)
	}
	return out
}

// conflict gives the first name that two sets of texts have with different
// values.
func conflict(a, b *params) (name string, found bool) {
	for _, name := range slices.Sorted(maps.Keys(b.values)) {
		if value, both := a.values[name]; both && value != b.values[name] {
			return name, true
		}
	}
	return "", false
}

// mergeKey gives the values of the merge keys as one text. A parameter that is
// missing counts as null.
func (p *params) mergeKey(keys []string) (string, error) {
	chosen := make(map[string]any, len(keys))
	for _, key := range keys {
		chosen[key] = p.values[key]
	}
	data, err := json.Marshal(chosen)
	return string(data), err
}
