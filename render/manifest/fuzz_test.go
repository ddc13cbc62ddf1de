package manifest

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// seeds are texts from which the fuzz targets start.
func seeds() []string {
	return []string{
		"",
		"apiVersion: v1\nkind: Service\nmetadata:\n  name: a # x\nspec:\n  ports:\n  - port: 80\n    name: \"h\\\"x\"\n  - port: 0x1F\n",
		"---\na: b\n---\n# c\n---\nc: d\n...\ne: f\n",
		"%YAML 1.1\n---\na: on\n",
		"a: |\n  x: 1\n  y:\n  - z\nb: |-\n  one\n\n  two\nc: >\n  f\n  g\n\n    h\nd: |+\n  k\n\n",
		"a: &x {b: 1, \"c\": [d, 'e']}\nf: *x\ng:\n  <<: *x\n  b: 2\n",
		"a: one\n  two\n\n  three\nb: 'x\n  y'\nc: \"x\n\n  y\"\n",
		"{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [{\"a\": 1.0}, {\"b\": \"\\ud83d\\ude00\"}]}\n{\"a\": 1, \"a\": 2}",
		"apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n- {kind: Pod, apiVersion: v1}\n",
		"a: &a [*a]\n",
		"a: \"\u0085x\u2028y\"\n# \rb\nc: d\n",
		"\xff\xfea\x00:\x00 \x001\x00",
		"\xef\xbb\xbfa: b\r\nc: d\r\n",
		"name: {{ .Values.name }}\n",
		"{{- if .x }}\na: b\n{{- end }}\n",
		"é: ü # ñ\n\"k\" : v\n? x\n: y\n",
		"1: a\ntrue: b\n1.5: c\nnull: d\n",
		"-\n  - a\n- - b\n  -\n-  c: d\n   e:\n   - f\n",
		"data:\n  Corefile: |\n    .:53 {\n      errors\n    }\n  conf: |2\n     a: 1\n",
		"- a\tb\n-\tc\n",
		"a: \"\\/\"\n",
	}
}

// FuzzParse makes sure that no input makes the package panic, that every place
// it names lies in the file, and that every value it finds has an exact place.
func FuzzParse(f *testing.F) {
	for _, s := range seeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := textLines(data)
		Classify("f.yaml", data)
		for _, d := range Parse("f.yaml", data) {
			d.Template()
			if d.Err != nil {
				checkInside(t, lines, d.Err.Location)
				continue
			}
			for _, dup := range d.Duplicates {
				checkInside(t, lines, dup.Location)
			}
			budget := 1000
			eachPath(d.Body, nil, func(p Path, v any) {
				if budget--; budget > 0 {
					checkPath(t, lines, d, p)
				}
			})
			objects, issues := d.Objects()
			for _, o := range objects {
				checkInside(t, lines, o.Source.Trace(Path{Key("metadata"), Key("name")}).Location)
			}
			for _, i := range issues {
				checkInside(t, lines, i.Location)
			}
		}
	})
}

// checkPath asks for the place of the value at p, and for places below it.
func checkPath(t *testing.T, lines []string, d *Document, p Path) {
	t.Helper()
	l := d.Locate(p)
	checkInside(t, lines, l)
	if l.Precision != PrecisionExact {
		t.Errorf("%s exists, but its place is %s", p, l.Precision)
	}
	if _, ok := d.Lookup(p); !ok {
		t.Errorf("%s exists, but cannot be looked up", p)
	}
	for _, s := range []Step{Key("a"), Key("absent"), Index(0), Index(1)} {
		below := append(p[:len(p):len(p)], s)
		l := d.Locate(below)
		checkInside(t, lines, l)
		if _, ok := d.Lookup(below); !ok && l.Precision == PrecisionExact {
			t.Errorf("%s does not exist, but its place is exact", below)
		}
	}
}

// FuzzQuick makes sure that the quick reader gives what yaml.v3 gives, or
// gives up.
func FuzzQuick(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, ok := Text([]byte(s))
		if !ok {
			return
		}
		for _, c := range split(text) {
			got, ok := parseQuick(c.text, 0)
			if !ok {
				continue
			}
			var want yaml.Node
			if err := yaml.Unmarshal([]byte(c.text), &want); err != nil {
				t.Fatalf("quick reads %q, yaml.v3 does not: %v", c.text, err)
			}
			if diff := diffNodes(want.Content[0], got); diff != "" {
				t.Fatalf("%q: %s", c.text, diff)
			}
		}
	})
}

// FuzzPath makes sure that a path survives its JSON form.
func FuzzPath(f *testing.F) {
	for _, s := range []string{`[]`, `["a",0,"b.c"]`, `[1e3,"",2147483647]`, `[-1]`, `[null]`, `[1.5]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var p Path
		if json.Unmarshal(data, &p) != nil {
			return
		}
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var again Path
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p.String(), again.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	})
}
