package fix

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

type object = map[string]any

func changeOf(t *testing.T, value any, steps ...any) lint.Change {
	t.Helper()
	path, err := manifest.PathOf(steps...)
	if err != nil {
		t.Fatal(err)
	}
	return lint.Change{Path: path, Value: value}
}

func TestChanged(t *testing.T) {
	t.Parallel()
	rename := changeOf(t, int64(1), "a", "min")
	rename.Key = "max"
	for _, c := range []struct {
		name   string
		body   any
		change lint.Change
		want   any
	}{
		{"a field", object{"a": object{"b": int64(1)}}, changeOf(t, int64(2), "a", "b"), object{"a": object{"b": int64(2)}}},
		{"what is missing", object{"x": true}, changeOf(t, int64(2), "a", "b"), object{"x": true, "a": object{"b": int64(2)}}},
		{"in an item", object{"a": []any{object{}, object{}}}, changeOf(t, "v", "a", 1, "b"), object{"a": []any{object{}, object{"b": "v"}}}},
		{"a new item", object{"a": []any{"x"}}, changeOf(t, "y", "a", 1), object{"a": []any{"x", "y"}}},
		{"another name", object{"a": object{"min": "100%"}}, rename, object{"a": object{"max": int64(1)}}},
		{"a line", object{"a": "x\ny\n"}, changeOf(t, "z {\n}", "a", 1), object{"a": "x\nz {\n}\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, ok := changed(c.body, c.change)
			if diff := cmp.Diff(c.want, got); diff != "" || !ok {
				t.Errorf("ok = %v (-want +got):\n%s", ok, diff)
			}
			if !similar(c.body, got, []lint.Change{c.change}) {
				t.Error("is not similar to what it was before")
			}
			if similar(c.body, got, nil) {
				t.Error("is similar without the change")
			}
		})
	}
	if _, ok := changed(object{"a": "text"}, changeOf(t, int64(1), "a", "b")); ok {
		t.Error("changes a field of a text")
	}
}

func TestSimilarRefuses(t *testing.T) {
	t.Parallel()
	change := []lint.Change{changeOf(t, int64(2), "list", 0, "a")}
	for name, after := range map[string]any{
		"another value":      object{"list": []any{object{"a": int64(3)}}},
		"a field more":       object{"list": []any{object{"a": int64(2), "b": int64(2)}}},
		"a field less":       object{"list": []any{object{}}},
		"an item more":       object{"list": []any{object{"a": int64(2)}, object{}}},
		"another list":       object{"list": []any{object{"a": int64(1)}}, "a": int64(2)},
		"no list at all":     object{"list": nil},
		"another altogether": "x",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if similar(object{"list": []any{object{"a": int64(1)}}}, after, change) {
				t.Error("passes")
			}
		})
	}
	// Items stand elsewhere in another overlay.
	before, after := []any{object{}, object{"a": int64(1)}}, []any{object{}, object{"a": int64(2)}}
	if !similar(object{"list": before}, object{"list": after}, change) {
		t.Error("the same change in another item is refused")
	}
}
