package appset

import (
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// maxSets bounds the sets of parameters of one generator: those of matrix
// generators multiply.
const maxSets = 10_000

// children gives the generators within a generator.
func children(p part) []map[string]any {
	items, _ := p.fields["generators"].([]any)
	list := make([]map[string]any, len(items))
	for i, item := range items {
		list[i], _ = item.(map[string]any)
	}
	return list
}

func (p part) child(i int) manifest.Path { return below(p.field("generators"), manifest.Index(i)) }

// matrix gives each set of the first generator with each set that the second one
// gives for it: the second may use the parameters of the first. See
// https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Generators-Matrix/
func (x *expansion) matrix(p part) (list []*params, ok bool) {
	generators := children(p)
	if len(generators) != 2 {
		x.fail(p.at, "a matrix generator combines exactly two generators, this one has %d", len(generators))
		return nil, false
	}
	first, ok := x.nested(generators[0], p.child(0), nil)
	if !ok {
		return nil, false
	}
	for _, a := range first {
		second, ok := x.nested(generators[1], p.child(1), a)
		if !ok {
			return nil, false
		}
		if len(list)+len(second) > maxSets {
			x.result.Failures = append(x.result.Failures, x.problem(render.ReasonTooLarge, p.at,
				"the matrix generator gives more than 10000 sets of parameters"))
			return nil, false
		}
		for _, b := range second {
			set, ok := x.product(p, a, b)
			if !ok {
				return nil, false
			}
			list = append(list, set)
		}
	}
	return list, true
}

// product joins two sets of parameters. With Go templates the first wins; else
// they must agree where both set a parameter.
func (x *expansion) product(p part, a, b *params) (*params, bool) {
	if x.templating.goTemplate {
		return b.overlay(a), true
	}
	a, b = a.asTexts(), b.asTexts()
	if name, found := conflict(a, b); found {
		x.fail(p.at, "both generators set %s, to %q and %q", name, a.values[name], b.values[name])
		return nil, false
	}
	return a.overlay(b), true
}

// merge gives the sets of the first generator, each with the parameters on top
// that the others give for the same merge keys. See
// https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Generators-Merge/
func (x *expansion) merge(p part) (list []*params, ok bool) {
	generators := children(p)
	if len(generators) < 2 {
		x.fail(p.at, "a merge generator combines two generators or more, this one has %d", len(generators))
		return nil, false
	}
	keys, ok := mergeKeys(p)
	if !ok {
		x.fail(p.field("mergeKeys"), "a merge generator needs at least one merge key")
		return nil, false
	}
	var names []string
	index := map[string]int{}
	for i := range generators {
		sets, known := x.nested(generators[i], p.child(i), nil)
		if !known && i == 0 {
			return nil, false
		}
		byKey, order, ok := x.keyed(p.child(i), keys, sets)
		if !ok {
			return nil, false
		}
		if i == 0 {
			list, names = sets, order
			for n, name := range names {
				index[name] = n
			}
			continue
		}
		for _, name := range order {
			if n, both := index[name]; both {
				list[n] = x.over(list[n], byKey[name])
			}
		}
	}
	return list, true
}

// over puts one set of parameters on top of another.
func (x *expansion) over(under, over *params) *params {
	if x.templating.goTemplate {
		return under.overlay(over)
	}
	return under.asTexts().overlay(over.asTexts())
}

func mergeKeys(p part) (keys []string, ok bool) {
	items, _ := p.fields["mergeKeys"].([]any)
	for _, item := range items {
		key, _ := item.(string)
		keys = append(keys, key)
	}
	return keys, len(keys) > 0
}

// keyed gives sets of parameters by their merge keys, which must tell them apart.
func (x *expansion) keyed(at manifest.Path, keys []string, sets []*params) (byKey map[string]*params, order []string, ok bool) {
	byKey = make(map[string]*params, len(sets))
	for _, set := range sets {
		key, err := set.mergeKey(keys)
		if err != nil {
			x.fail(at, "the merge keys cannot be compared: %v", err)
			return nil, nil, false
		}
		if byKey[key] != nil {
			x.fail(at, "two sets of parameters have the merge keys %s", key)
			return nil, nil, false
		}
		byKey[key] = set
		order = append(order, key)
	}
	return byKey, order, true
}
