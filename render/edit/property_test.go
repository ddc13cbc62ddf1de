package edit

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// TestEditsChangeOneThing edits every field of the fixtures of all rules, one at a
// time: what is decoded then is what was there with the one change, and only one
// line is touched.
func TestEditsChangeOneThing(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../policies/cases/*/*/bad.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []struct {
			name string
			data []byte
		}{
			{"", data},
			{" with lines of Windows", bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))},
			{" with a byte order mark and no last newline", append([]byte("\uFEFF"), bytes.TrimRight(data, "\n")...)},
		} {
			t.Run(strings.TrimPrefix(name, "../../policies/cases/")+form.name, func(t *testing.T) {
				t.Parallel()
				editAll(t, form.data)
			})
		}
	}
}

func editAll(t *testing.T, data []byte) {
	f, err := Read("x.yaml", data)
	if err != nil {
		t.Fatal(err)
	}
	for i, doc := range f.docs {
		visit(doc.Body, nil, func(path manifest.Path, value any) {
			if len(path) == 0 {
				return
			}
			last := path[len(path)-1]
			at := doc.Locate(path)
			switch value := value.(type) {
			case map[string]any:
				added := map[string]any{"zz": []any{"x", int64(1)}}
				r, err := f.Insert(at, &last, "zzz", added)
				checkEdit(t, f, r, err, i, path, with(value, "zzz", added))
			case []any:
				r, err := f.Append(at, last, map[string]any{"zzz": "y"})
				checkEdit(t, f, r, err, i, path, append(slices.Clone(value), map[string]any{"zzz": "y"}))
			default:
				r, err := f.Set(Field{At: at, Last: last, Old: value}, "new: \"one\"")
				if errors.Is(err, errForm) && strings.Contains(scalarText(value), "\n") {
					return // a block of text
				}
				checkEdit(t, f, r, err, i, path, "new: \"one\"")
			}
		})
	}
}

func scalarText(value any) string {
	text, _ := value.(string)
	return text
}

// checkEdit checks that an edit gives a field a value, and does nothing else.
func checkEdit(t *testing.T, f *File, r Replacement, err error, doc int, path manifest.Path, want any) {
	t.Helper()
	if err != nil {
		t.Errorf("edit %v: %v", path, err)
		return
	}
	if strings.Contains(f.text[r.Start:r.End], "\n") {
		t.Errorf("edit of %v replaces more than a line", path)
	}
	after := manifest.Parse("x.yaml", f.Apply([]Replacement{r}))
	if len(after) != len(f.docs) {
		t.Fatalf("edit of %v: %d documents, want %d", path, len(after), len(f.docs))
	}
	for i := range after {
		expected := f.docs[i].Body
		if i == doc {
			expected = put(expected, path, want)
		}
		if after[i].Err != nil || !reflect.DeepEqual(after[i].Body, expected) {
			t.Errorf("edit of %v: document %d is %v, want %v (%v)", path, i, after[i].Body, expected, after[i].Err)
		}
	}
}

func visit(value any, path manifest.Path, each func(manifest.Path, any)) {
	each(path, value)
	switch value := value.(type) {
	case map[string]any:
		for key, v := range value {
			visit(v, below(path, manifest.Key(key)), each)
		}
	case []any:
		for i, v := range value {
			visit(v, below(path, manifest.Index(i)), each)
		}
	}
}

func with(m map[string]any, key string, value any) map[string]any {
	out := map[string]any{key: value}
	for k, v := range m {
		if k != key {
			out[k] = v
		}
	}
	return out
}

// put gives a copy of in with the value at path replaced.
func put(in any, path manifest.Path, value any) any {
	if len(path) == 0 {
		return value
	}
	if m, ok := in.(map[string]any); ok {
		return with(m, path[0].Key(), put(m[path[0].Key()], path[1:], value))
	}
	list := slices.Clone(in.([]any))
	list[path[0].Index()] = put(list[path[0].Index()], path[1:], value)
	return list
}
