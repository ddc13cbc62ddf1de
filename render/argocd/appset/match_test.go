package appset

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPathspec(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		pattern, file string
		want          bool
	}{
		"a name":                    {"a/config.yaml", "a/config.yaml", true},
		"a directory":               {"a", "a/b/config.yaml", true},
		"a directory with a slash":  {"a/", "a/config.yaml", true},
		"not half a name":           {"a", "ab/config.yaml", false},
		"the root":                  {".", "a", true},
		"a star takes slashes":      {"a/*.yaml", "a/b/c.yaml", true},
		"two stars need a slash":    {"a/**/c.yaml", "a/c.yaml", false},
		"two stars":                 {"a/**/c.yaml", "a/b/d/c.yaml", true},
		"one character":             {"a/?.yaml", "a/b.yaml", true},
		"a class":                   {"a/[bc].yaml", "a/c.yaml", true},
		"not in a class":            {"a/[!bc].yaml", "a/c.yaml", false},
		"a bracket in a class":      {"a/[]x].yaml", "a/].yaml", true},
		"a class that does not end": {"a/[bc.yaml", "a/[bc.yaml", true},
		"what is escaped":           {`a/\*.yaml`, "a/*.yaml", true},
		"only what is escaped":      {`a/\*.yaml`, "a/b.yaml", false},
		"a dot is a dot":            {"a/*.yaml", "a/bxyaml", false},
		"a range that is none":      {"a/[z-a].yaml", "a/[z-a].yaml", true},
		"a backslash at the end":    {`a\`, `a\`, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := pathspec(test.pattern)(test.file); got != test.want {
				t.Errorf("%q takes %q: %v, want %v", test.pattern, test.file, got, test.want)
			}
		})
	}
}

func TestSelector(t *testing.T) {
	t.Parallel()
	labels := map[string]string{"tier": "prod", "url": "https://a.example.com"}
	expression := func(key, operator string, values ...any) any {
		return map[string]any{"matchExpressions": []any{map[string]any{"key": key, "operator": operator, "values": values}}}
	}
	for name, test := range map[string]struct {
		spec any
		want bool
	}{
		"nothing":           {nil, true},
		"empty":             {map[string]any{}, true},
		"a label":           {map[string]any{"matchLabels": map[string]any{"tier": "prod"}}, true},
		"a URL":             {map[string]any{"matchLabels": map[string]any{"url": "https://a.example.com"}}, true},
		"another label":     {map[string]any{"matchLabels": map[string]any{"tier": "dev"}}, false},
		"a missing label":   {map[string]any{"matchLabels": map[string]any{"none": ""}}, false},
		"in":                {expression("tier", "In", "dev", "prod"), true},
		"in, missing":       {expression("none", "In", "a"), false},
		"not in":            {expression("tier", "NotIn", "prod"), false},
		"not in, missing":   {expression("none", "NotIn", "a"), true},
		"exists":            {expression("tier", "Exists"), true},
		"exists, missing":   {expression("none", "Exists"), false},
		"does not exist":    {expression("none", "DoesNotExist"), true},
		"does exist though": {expression("tier", "DoesNotExist"), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := newSelector(test.spec)
			if err != nil || s.matches(labels) != test.want {
				t.Errorf("takes the labels: %v, %v, want %v", s.matches(labels), err, test.want)
			}
		})
	}
	for _, spec := range []any{
		expression("a", "Gt", "1"), expression("a", "In"), expression("a", "Exists", "b"),
		map[string]any{"matchExpressions": []any{map[string]any{"key": "a"}}},
	} {
		if _, err := newSelector(spec); err == nil {
			t.Errorf("%v gives no error", spec)
		}
	}
}

func TestFlatten(t *testing.T) {
	t.Parallel()
	got := flatten(map[string]any{
		"a": map[string]any{"b": 1e6, "c": []any{"x", map[string]any{"y": true}}}, "empty": map[string]any{}, "null": nil,
	})
	want := map[string]string{"a.b": "1e+06", "a.c.0": "x", "a.c.1.y": "true", "null": "<nil>"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMerged(t *testing.T) {
	t.Parallel()
	under := map[string]any{
		"a": "under", "tree": map[string]any{"x": 1, "y": 1}, "list": []any{1, 2}, "values": map[string]string{"p": "1", "q": "1"},
	}
	over := map[string]any{
		"a": "", "tree": map[string]any{"y": 2}, "list": []any{3}, "values": map[string]string{"q": "2"}, "new": "n",
	}
	want := map[string]any{
		"a": "", "tree": map[string]any{"x": 1, "y": 2}, "list": []any{3}, "values": map[string]string{"p": "1", "q": "2"}, "new": "n",
	}
	if diff := cmp.Diff(want, merged(under, over)); diff != "" {
		t.Error(diff)
	}
	if under["values"].(map[string]string)["q"] != "1" {
		t.Error("what is merged into was changed")
	}
}

func TestFilled(t *testing.T) {
	t.Parallel()
	template := map[string]any{
		"name": "", "flag": false, "n": int64(0), "list": []any{}, "tree": map[string]any{"x": "mine"},
		"valuesObject": map[string]any{"mine": "1"}, "only": map[string]any{}, "null": nil,
	}
	from := map[string]any{
		"name": "base", "flag": true, "n": int64(3), "list": []any{"a"}, "tree": map[string]any{"x": "theirs", "y": "theirs"},
		"valuesObject": map[string]any{"theirs": "1"},
	}
	want := map[string]any{
		"name": "base", "flag": true, "n": int64(3), "list": []any{"a"}, "tree": map[string]any{"x": "mine", "y": "theirs"},
		"valuesObject": map[string]any{"mine": "1"},
	}
	if diff := cmp.Diff(want, filled(template, from)); diff != "" {
		t.Error(diff)
	}
}

func TestPatchedMap(t *testing.T) {
	t.Parallel()
	under := map[string]any{"a": "1", "b": map[string]any{"x": "1", "y": "1"}, "c": map[string]any{"x": "1"}, "d": map[string]any{"x": "1"}, "e": "1"}
	patch := map[string]any{
		"a": nil, "b": map[string]any{"y": "2"}, "c": map[string]any{"$patch": "replace", "z": "2"},
		"d": map[string]any{"$patch": "delete"}, "f": map[string]any{"new": "2"},
	}
	want := map[string]any{
		"b": map[string]any{"x": "1", "y": "2"}, "c": map[string]any{"z": "2"}, "e": "1", "f": map[string]any{"new": "2"},
	}
	if diff := cmp.Diff(want, patchedMap(under, patch)); diff != "" {
		t.Error(diff)
	}
}
