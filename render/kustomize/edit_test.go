package kustomize_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// TestEdits edits the exact places of the repositories in testdata/trace, one at
// a time: in what is rendered then, the value must be another one.
func TestEdits(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("each place takes a rendering")
	}
	names, err := filepath.Glob("testdata/trace/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := unpack(t, string(txtar.Format(archive)))
			path, _, _ := strings.Cut(string(archive.Comment), "\n")
			target := render.Target{Kind: render.KindKustomize, Path: path}
			u := openDir(t, dir).Render(t.Context(), target)
			edits := 0
			for key := range wantedTraces(t, archive) {
				if editAndRender(t, dir, target, u, key) {
					edits++
				}
			}
			if edits == 0 {
				t.Error("nothing was edited")
			}
		})
	}
}

// editAndRender edits the place of the field that key names, and tells whether
// there was something to edit. What names things is left alone.
func editAndRender(t *testing.T, dir string, target render.Target, u render.Unit, key string) bool {
	t.Helper()
	name, text, _ := strings.Cut(key, " ")
	path := parsePath(t, text)
	if len(path) == 0 || slices.Contains([]string{"name", "kind", "mountPath", "serviceAccountName"}, path[len(path)-1].Key()) {
		return false
	}
	o := objectLike(t, u, name)
	at := o.Source.Trace(path)
	value, ok := valueAt(o.Body, path)
	if !ok || at.Precision != manifest.PrecisionExact {
		return false
	}
	file := filepath.Join(dir, at.File)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	before := lines[at.Line-1]
	if lines[at.Line-1], ok = edit(before, at.Column, at.EndColumn); !ok {
		return false
	}
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(strings.Join(lines, "\n"))
	defer write(string(data))
	edited := openDir(t, dir).Render(t.Context(), target)
	if len(edited.Failures) > 0 {
		t.Errorf("%s: with %q: %v", key, lines[at.Line-1], problems(edited.Failures))
		return true
	}
	if now, _ := valueAt(objectLike(t, edited, name).Body, path); reflect.DeepEqual(now, value) {
		t.Errorf("%s is still %v with %q", key, value, lines[at.Line-1])
	}
	return true
}

// edit changes the end of what stands between two columns of a line, before a
// comment; without columns, all of it counts.
func edit(line string, column, end int) (string, bool) {
	text := []rune(line)
	uncommented, _, _ := strings.Cut(line, " # ")
	if end = min(end, len([]rune(uncommented))+1); column == 0 {
		column, end = 1, len([]rune(uncommented))+1
	}
	for i := end - 2; i >= column-1; i-- {
		before, after := string(text[:i+1]), string(text[i+1:])
		switch c := text[i]; {
		case strings.HasSuffix(before, "true"):
			return strings.TrimSuffix(before, "true") + "false" + after, true
		case strings.HasSuffix(before, "false"):
			return strings.TrimSuffix(before, "false") + "true" + after, true
		case unicode.IsDigit(c):
			return string(text[:i]) + fmt.Sprint((c-'0')%9+1) + after, true
		case unicode.IsLetter(c):
			return before + "x" + after, true
		}
	}
	return "", false
}

// valueAt gives a scalar of an object.
func valueAt(body any, path manifest.Path) (any, bool) {
	for _, step := range path {
		switch v := body.(type) {
		case map[string]any:
			body = v[step.Key()]
		case []any:
			if step.Index() >= len(v) {
				return nil, false
			}
			body = v[step.Index()]
		case string:
			// It is a text that is taken apart further.
			return v, true
		}
	}
	switch body.(type) {
	case nil, map[string]any, []any:
		return nil, false
	}
	return body, true
}
