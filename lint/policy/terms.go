package policy

import (
	"slices"
	"strconv"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// terms makes terms, and makes those of keys once only. It is for one
// goroutine.
type terms struct{ keys map[string]*ast.Term }

func newTerms() terms { return terms{make(map[string]*ast.Term, 256)} }

func (t terms) key(key string) *ast.Term {
	if term, ok := t.keys[key]; ok {
		return term
	}
	term := ast.StringTerm(key)
	t.keys[key] = term
	return term
}

func (t terms) item(key string, value *ast.Term) [2]*ast.Term { return [2]*ast.Term{t.key(key), value} }

func (t terms) path(path manifest.Path) *ast.Term {
	list := make([]*ast.Term, len(path))
	for i, step := range path {
		if step.IsIndex() {
			list[i] = ast.InternedTerm(step.Index())
		} else {
			list[i] = t.key(step.Key())
		}
	}
	return ast.ArrayTerm(list...)
}

func indices(numbers []int) *ast.Term {
	list := make([]*ast.Term, len(numbers))
	for i, n := range numbers {
		list[i] = ast.InternedTerm(n)
	}
	return ast.ArrayTerm(list...)
}

// value converts a decoded manifest.
func (t terms) value(v any) *ast.Term {
	switch v := v.(type) {
	case map[string]any:
		fields := make([][2]*ast.Term, 0, len(v))
		for key, value := range v {
			fields = append(fields, t.item(key, t.value(value)))
		}
		return ast.ObjectTerm(fields...)
	case []any:
		list := make([]*ast.Term, len(v))
		for i, item := range v {
			list[i] = t.value(item)
		}
		return ast.ArrayTerm(list...)
	case string:
		if len(v) <= 32 {
			return t.key(v)
		}
		return ast.StringTerm(v)
	case bool:
		return ast.InternedTerm(v)
	case int64:
		return ast.InternedTerm(int(v))
	case float64:
		return ast.NewTerm(ast.Number(strconv.FormatFloat(v, 'g', -1, 64)))
	}
	return ast.NullTerm()
}

// bodyOf gives what policies see of a manifest.
func bodyOf(o *graph.Object) map[string]any {
	if o.Group == "apiextensions.k8s.io" && o.Kind == "CustomResourceDefinition" {
		return withoutSchemas(o.Manifest.Body)
	}
	return o.Manifest.Body
}

// withoutSchemas gives a definition without the schemas of its versions.
func withoutSchemas(body map[string]any) map[string]any {
	spec, ok := body["spec"].(map[string]any)
	if !ok {
		return body
	}
	spec = without(spec, "validation")
	if versions, ok := spec["versions"].([]any); ok {
		versions = slices.Clone(versions)
		for i := range versions {
			if version, ok := versions[i].(map[string]any); ok {
				versions[i] = without(version, "schema")
			}
		}
		spec["versions"] = versions
	}
	body = without(body, "spec")
	body["spec"] = spec
	return body
}

// without gives a copy of m that lacks key.
func without(m map[string]any, key string) map[string]any {
	result := make(map[string]any, len(m))
	for k, v := range m {
		if k != key {
			result[k] = v
		}
	}
	return result
}
