package edit

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// pathOf gives a path of keys, and of indices as numbers.
func pathOf(t *testing.T, steps ...any) manifest.Path {
	t.Helper()
	path, err := manifest.PathOf(steps...)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEdits(t *testing.T) {
	t.Parallel()
	type object = map[string]any
	for _, c := range []struct {
		name, before string
		path         []any
		// add is the key to add to the mapping at path, key the new name of the
		// field, and item tells to append to the list.
		add, key string
		item     bool
		value    any
		after    string
	}{
		{"a number keeps its comment", "a:\n  b: 30 # why\n  c: 1\n", []any{"a", "b"}, "", "", false, int64(45), "a:\n  b: 45 # why\n  c: 1\n"},
		{"double quotes", "a: \"x\"\n", []any{"a"}, "", "", false, "y", "a: \"y\"\n"},
		{"single quotes", "a: 'x'\n", []any{"a"}, "", "", false, "it's", "a: 'it''s'\n"},
		{"a text that looks like a number", "a: x\n", []any{"a"}, "", "", false, "12", "a: \"12\"\n"},
		{"null", "a:\nb: 1\n", []any{"a"}, "", "", false, int64(2), "a: 2\nb: 1\n"},
		{"a rename", "a:\n  min: 100% # all\n", []any{"a", "min"}, "", "max", false, int64(1), "a:\n  max: 1 # all\n"},
		{"a rename in quotes", `{"min": "100%"}`, []any{"min"}, "", "max", false, int64(1), `{"max": 1}`},
		{"an entry behind the last", "a:\n  b: 1\n\n  # c is below\n  c:\n    - x\n# end\nd: 1\n", []any{"a"}, "e", "", false, int64(2), "a:\n  b: 1\n\n  # c is below\n  c:\n    - x\n  e: 2\n# end\nd: 1\n"},
		{"an entry behind a list without indentation", "a:\n  c:\n  - x\n  - y\nd: 1\n", []any{"a"}, "e", "", false, []any{int64(1)}, "a:\n  c:\n  - x\n  - y\n  e:\n  - 1\nd: 1\n"},
		{"an entry behind a text", "a:\n  c: |\n    x\n\n    y\nd: 1\n", []any{"a"}, "e", "", false, true, "a:\n  c: |\n    x\n\n    y\n  e: true\nd: 1\n"},
		{"an entry of an item", "a:\n  - b: 1\n    c: 2\n  - b: 3\n", []any{"a", 0}, "e", "", false, object{"f": object{"g": int64(1)}}, "a:\n  - b: 1\n    c: 2\n    e:\n      f:\n        g: 1\n  - b: 3\n"},
		{"the wide style", "a:\n    b:\n        c: 1\n", []any{"a"}, "e", "", false, object{"f": int64(1)}, "a:\n    b:\n        c: 1\n    e:\n        f: 1\n"},
		{"an empty mapping and a comment", "a: {} # none\nb: 1\n", []any{"a"}, "e", "", false, int64(1), "a: # none\n  e: 1\nb: 1\n"},
		{"no mapping", "a:\nb: 1\n", []any{"a"}, "e", "", false, int64(1), "a:\n  e: 1\nb: 1\n"},
		{"brackets", "a: {b: 1, c: [x, \"}\"]} # why\n", []any{"a"}, "e", "", false, object{"f": "x"}, "a: {b: 1, c: [x, \"}\"], e: {f: x}} # why\n"},
		{"brackets with blanks", "a: { b: 1 }\n", []any{"a"}, "e", "", false, int64(2), "a: { b: 1, e: 2 }\n"},
		{"JSON", "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n", []any{"a"}, "e", "", false, object{"f": "x"}, "{\n  \"a\": {\n    \"b\": 1,\n    \"e\": {\"f\": \"x\"}\n  }\n}\n"},
		{"JSON with tabs", "{\n\t\"a\": {\n\t\t\"b\": 1\n\t}\n}\n", []any{"a"}, "e", "", false, int64(2), "{\n\t\"a\": {\n\t\t\"b\": 1,\n\t\t\"e\": 2\n\t}\n}\n"},
		{"a number in a text", "a: |\n  b:\n    c: 30 # why\n  d: 1\ne: 1\n", []any{"a", "b", "c"}, "", "", false, int64(45), "a: |\n  b:\n    c: 45 # why\n  d: 1\ne: 1\n"},
		{"an entry in a text", "a: |\n  b:\n    # one\n    c: 30\n  d: 1\ne: 1\n", []any{"a", "b"}, "f", "", false, int64(45), "a: |\n  b:\n    f: 45\n    # one\n    c: 30\n  d: 1\ne: 1\n"},
		{"an item", "a:\n  - b: 1\n    c: 2\nd: 1\n", []any{"a"}, "", "", true, object{"b": int64(2)}, "a:\n  - b: 1\n    c: 2\n  - b: 2\nd: 1\n"},
		{"an item in brackets", "a: [x]\n", []any{"a"}, "", "", true, "z", "a: [x, z]\n"},
		{"the first item", "a: []\n", []any{"a"}, "", "", true, "z", "a:\n- z\n"},
		{"no newline at the end", "a:\n  b: 1", []any{"a"}, "e", "", false, int64(2), "a:\n  b: 1\n  e: 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f, err := Read("x.yaml", []byte(c.before))
			if err != nil {
				t.Fatal(err)
			}
			path := pathOf(t, c.path...)
			at, last := f.docs[0].Locate(path), path[len(path)-1]
			old, _ := f.docs[0].Lookup(path)
			var r Replacement
			switch {
			case c.item:
				r, err = f.Append(at, last, c.value)
			case c.add != "":
				r, err = f.Insert(at, &last, c.add, c.value)
			default:
				r, err = f.Set(Field{At: at, Last: last, Old: old, Key: c.key}, c.value)
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.after, string(f.Apply([]Replacement{r}))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		line       int
		path       []any
		value      any
		want       error
	}{
		{"another value than is rendered", "a: 1\n", 1, []any{"a"}, int64(7), errOther},
		{"a block of text", "a: |\n  x\n", 1, []any{"a"}, "x\n", errForm},
		{"an anchor", "a: &x 1\nb: *x\n", 1, []any{"a"}, int64(1), errForm},
		{"an alias", "a: &x 1\nb: *x\n", 2, []any{"b"}, int64(1), errForm},
		{"an action of a template", "a: {{ .Values.a }}\n", 1, []any{"a"}, int64(1), errTemplate},
		{"brackets in a text", "a: |\n  {b: 1}\n", 2, []any{"b"}, int64(1), errForm},
		{"a text that is folded", "a: >\n  b: 1\n", 2, []any{"b"}, int64(1), errNoField},
		{"below a text", "a: |\n  b: 1\n\n# b: 1\n", 4, []any{"b"}, int64(1), errNoField},
		{"another line of a template", "a: 2\nb: {{ .Values.b }}\n", 1, []any{"a"}, int64(1), errOther},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f, err := Read("x.yaml", []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			path := pathOf(t, c.path...)
			at := manifest.Location{File: "x.yaml", Line: c.line, Column: 1, Precision: manifest.PrecisionExact}
			if _, err := f.Set(Field{At: at, Last: path[0], Old: c.value}, int64(3)); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
	f, err := Read("x.json", []byte("{\"a\": 1}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.AppendDocument(map[string]any{"b": int64(1)}); !errors.Is(err, errDocument) {
		t.Errorf("a document behind JSON: error %v", err)
	}
	if _, err := Read("x.yaml", []byte("a: \xff\n")); err == nil {
		t.Error("reads what is not UTF-8")
	}
}

func TestTemplateLines(t *testing.T) {
	t.Parallel()
	const template = `spec:
  {{- with .Values.x }}
  x: {{ . }}
  {{- end }}
  grace: 30 # {seconds}
  containers:
    - name: {{ .Chart.Name }}
      image: x
`
	f, err := Read("x.yaml", []byte(template))
	if err != nil {
		t.Fatal(err)
	}
	at := func(line int) manifest.Location {
		return manifest.Location{File: "x.yaml", Line: line, Column: 1, Precision: manifest.PrecisionExact}
	}
	key, item := manifest.Key("spec"), manifest.Index(0)
	set, err := f.Set(Field{At: at(5), Last: manifest.Key("grace"), Old: int64(30), Key: "longer"}, int64(45))
	if err != nil {
		t.Fatal(err)
	}
	entry, err := f.Insert(at(1), &key, "a", map[string]any{"b": true})
	if err != nil {
		t.Fatal(err)
	}
	inItem, err := f.Insert(at(7), &item, "c", int64(1))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("grace: 30", "longer: 45", "spec:\n", "spec:\n  a:\n    b: true\n", "Name }}\n", "Name }}\n      c: 1\n").Replace(template)
	if diff := cmp.Diff(want, string(f.Apply(Sort([]Replacement{set, entry, inItem})))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := f.Insert(at(3), &key, "a", int64(1)); !errors.Is(err, errTemplate) {
		t.Errorf("adds below a computed line: %v", err)
	}
}

func TestTemplateHasTheField(t *testing.T) {
	t.Parallel()
	for _, block := range []string{
		"  {{- if .Values.grace }}\n  grace: 30\n  {{- end }}\n  containers: []\n",
		"  x: {}\n  {{- include \"web.grace\" . | nindent 2 }}\n",
	} {
		f, err := Read("x.yaml", []byte("spec:\n"+block))
		if err != nil {
			t.Fatal(err)
		}
		key := manifest.Key("spec")
		at := manifest.Location{Line: 1, Column: 1, Precision: manifest.PrecisionExact}
		if _, err := f.Insert(at, &key, "grace", int64(1)); !errors.Is(err, errCondition) {
			t.Errorf("error %v in a template with\n%s", err, block)
		}
	}
}

func TestDocumentsAndTexts(t *testing.T) {
	t.Parallel()
	document := map[string]any{"kind": "X", "metadata": map[string]any{"name": "x"}}
	for _, c := range []struct{ name, before, after string }{
		{"a file", "a: 1\n", "a: 1\n---\nkind: X\nmetadata:\n  name: x\n"},
		{"no newline at the end", "a: 1", "a: 1\n---\nkind: X\nmetadata:\n  name: x"},
		{"an open document", "a: 1\n---\n", "a: 1\n---\nkind: X\nmetadata:\n  name: x\n"},
		{"lines of Windows", "\uFEFFa: 1\r\n", "\uFEFFa: 1\r\n---\r\nkind: X\r\nmetadata:\r\n  name: x\r\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f, err := Read("x.yaml", []byte(c.before))
			if err != nil {
				t.Fatal(err)
			}
			r, err := f.AppendDocument(document)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.after, string(f.Apply([]Replacement{r}))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	f, err := Read("x.yaml", []byte("a: |\n  b {\n    health\n  }\n"))
	if err != nil {
		t.Fatal(err)
	}
	at := manifest.Location{Line: 3, Precision: manifest.PrecisionExact}
	r, err := f.SetText(at, "  health", "  health {\n    x\n  }")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(f.Apply([]Replacement{r})), "a: |\n  b {\n    health {\n      x\n    }\n  }\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := f.SetText(at, "other", "x"); err == nil {
		t.Error("replaces another line")
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	f, err := Read("x.yaml", []byte("a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\ng: 7\nh: 8\ni: 9\nj: 10\nk: 11"))
	if err != nil {
		t.Fatal(err)
	}
	edits := Sort([]Replacement{
		{Start: f.at(11, 4), End: f.at(11, 6), Text: "12\nl: 13"},
		{Start: f.at(1, 4), End: f.at(1, 5), Text: "0"},
	})
	const want = `--- a/x.yaml
+++ b/x.yaml
@@ -1,4 +1,4 @@
-a: 1
+a: 0
 b: 2
 c: 3
 d: 4
@@ -8,4 +8,5 @@
 h: 8
 i: 9
 j: 10
-k: 11
\ No newline at end of file
+k: 12
+l: 13
\ No newline at end of file
`
	if diff := cmp.Diff(want, f.Diff(edits)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDiffNamesFilesAsGitDoes(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, want string }{
		{"a/plain.yaml", "--- a/a/plain.yaml\n+++ b/a/plain.yaml\n"},
		{"ä.yaml", "--- a/ä.yaml\n+++ b/ä.yaml\n"},
		{"a b.yaml", "--- a/a b.yaml\t\n+++ b/a b.yaml\t\n"},
		{`q"uo\te.yaml`, `--- "a/q\"uo\\te.yaml"` + "\n" + `+++ "b/q\"uo\\te.yaml"` + "\n"},
		{"tab\t and\nline ü.yaml", `--- "a/tab\011 and\012line ü.yaml"` + "\n" + `+++ "b/tab\011 and\012line ü.yaml"` + "\n"},
	} {
		f, err := Read(tc.name, []byte("a: 1\n"))
		if err != nil {
			t.Fatal(err)
		}
		diff := f.Diff([]Replacement{{Start: f.at(1, 4), End: f.at(1, 5), Text: "0"}})
		if head, _, _ := strings.Cut(diff, "@@"); head != tc.want {
			t.Errorf("%q: the head is %q, want %q", tc.name, head, tc.want)
		}
	}
}
