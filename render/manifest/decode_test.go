package manifest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// body parses text, which must hold one document, and gives its value.
func body(t *testing.T, file, text string) any {
	t.Helper()
	docs := Parse(file, []byte(text))
	if len(docs) != 1 {
		t.Fatalf("%d documents in %q, want 1", len(docs), text)
	}
	if docs[0].Err != nil {
		t.Fatal(docs[0].Err)
	}
	return docs[0].Body
}

// TestScalars compares the value of plain scalars with what kubectl's YAML
// library makes of them.
func TestScalars(t *testing.T) {
	t.Parallel()
	for s := range strings.FieldsSeq(`
		yes Yes YES yEs no on off ON Off y n Y N true TRUE True tRue false null Null NULL ~ nil
		0 -0 +1 1 007 0644 0o17 0x1F 0XfF 0b101 -0b11 08 1_000 _1 1_ 12345678901234567890 -12345678901234567890
		9223372036854775807 9223372036854775808 18446744073709551615 18446744073709551616
		1.0 1.5 .5 5. -1.5e3 1e3 1E+3 1e21 1e20 1e-7 1.e5 1e400 e5 .e5 . .. ... + -a .a 1.2.3 1:30 190:20:30
		0.1 123456789012345678.0 -0.0 1e 0x 0b 0xG --1 +-1 .5.5 1_0.5 0x1p4
		2024-01-02 2024-1-2 2024-01-02T03:04:05Z 2024-13-02 2024-01 10.0.0.1 1.2.3.4/8 80/tcp
		<< = !!str 100m 1Gi "1" '1' v1 apps/v1 TRUEe .inf2 +.in
		!!str|12 !!int|"3" !!float|3 !!float|3.5 !!bool|yes !!binary|aGVsbG8= !custom|12 !!timestamp|2024-01-02 !!str|`) {
		s = strings.ReplaceAll(s, "|", " ")
		d := &Document{text: "a: " + s + "\n"}
		want, err := reference(d)
		if err != nil {
			t.Errorf("%s: the reference fails: %v", s, err)
			continue
		}
		if diff := cmp.Diff(want, body(t, "f.yaml", d.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s, diff)
		}
	}
}

// TestRefusedScalars holds what neither kubectl nor Parse takes.
func TestRefusedScalars(t *testing.T) {
	t.Parallel()
	for _, s := range []string{".nan", ".inf", "-.INF", "!!int abc", "!!bool 1", "!!float yes", "!!binary =", "{a: b}: c", "? [a]\n  : b", "{? : x}"} {
		d := &Document{text: "a:\n  " + s + "\n"}
		if _, err := reference(d); err == nil {
			t.Errorf("%s: the reference takes it", s)
		}
		if docs := Parse("f.yaml", []byte(d.text)); docs[0].Err == nil || docs[0].Err.Location.Line < 2 {
			t.Errorf("%s: %+v", s, docs[0].Err)
		}
	}
}

// TestStructures compares whole documents with what kubectl's YAML library
// makes of them.
func TestStructures(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"keys":                     "1: a\ntrue: b\nyes: c\n1.5: d\n0x10: e\n1e3: f\n2024-01-02: g\n\"7\": h\n2.0: i\n~x: j\n18446744073709551616: k\n",
		"anchor and alias":         "a: &x [1, {b: c}]\nb: *x\nc: &k key\n*k : v\n",
		"merge after":              "x: &x {a: 1, b: 2}\ny:\n  a: 3\n  <<: *x\n",
		"merge before":             "x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  a: 3\n",
		"merge list":               "x: &x {a: 1}\ny: &y {a: 2, b: 2}\nz:\n  <<: [*x, *y, {c: 3}]\n  d: 4\n",
		"merge of merge":           "x: &x {a: 1}\ny: &y\n  <<: *x\n  b: 2\nz:\n  <<: *y\n",
		"inline merge":             "z:\n  a: 1\n  <<: {a: 2}\n",
		"duplicate keys":           "a: 1\na:\n  b: 1\na: {c: 1}\n",
		"block scalars":            "a: |\n  x\n   y\n\n  z\n\n\nb: >-\n  x\n  y\n\n   z\n  w\nc: |+\n  k\n\nd: |2\n    i\ne: |-\n\n  lead\n",
		"flow":                     "a: [1, two, 'three', [4], {five: 6}, ]\nb: {\"c\": d, e: }\nf: [a\n  , b]\n",
		"quoted over lines":        "a: 'x\n  y\n\n  z'\nb: \"x \\\n   y\\tz\\u00e9\\x41\"\n",
		"plain over lines":         "a: one\n  two # end\nb: x\n\n  y\n  - z\nc:\n  d\n",
		"nothing":                  "a:\nb: \nc: # x\nd: ~\ne: ''\nf:\n- \n-\n",
		"sequence without indent":  "a:\n- b\n- c: d\n  e: f\n- - g\n  - h\n-\n  i: j\n",
		"comments everywhere":      "# a\n\na: # b\n  # c\n  b: c # d\n# e\n  d: e#f\n  g: 'h' # i\n",
		"windows line ends":        "a: b\r\nc: |\r\n  d\r\n  e\r\n",
		"tabs":                     "a: b\t\nc:\td\ne: |\n  f\tg\n",
		"colons and dashes":        "a: b:c\nurl: http://x:80/y\nd: -x\ne: --flag=y\nf: a -b\n- x\n"[:49],
		"set and ordered map tags": "a: !!set {x, y}\nb: !!omap [x: 1]\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, err := reference(&Document{text: text})
			if err != nil {
				t.Fatalf("the reference fails: %v", err)
			}
			if diff := cmp.Diff(want, body(t, "f.yaml", text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestJSONNumbers(t *testing.T) {
	t.Parallel()
	got := body(t, "f.json", `{"i": 1, "f": 1.0, "e": 1e3, "big": 12345678901234567890, "neg": -0, "on": "on", "n": null, "t": true, "u": "\ud83d\ude00\/"}`)
	want := map[string]any{
		"i": int64(1), "f": 1.0, "e": 1000.0, "big": 12345678901234567890.0, "neg": int64(0),
		"on": "on", "n": nil, "t": true, "u": "😀/",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if docs := Parse("f.json", []byte(`{"a": 1e999}`)); docs[0].Err == nil {
		t.Error("a number out of range was read")
	}
}

func TestAliasBomb(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("l0: &l0 [x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 12; i++ {
		fmt.Fprintf(&b, "l%d: &l%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*l%d, ", i-1), 9), ", "))
	}
	docs := Parse("f.yaml", []byte(b.String()))
	if len(docs) != 1 || docs[0].Err == nil || !strings.Contains(docs[0].Err.Message, "aliases") {
		t.Errorf("the bomb was read: %v", docs[0].Err)
	}
	if docs := Parse("f.yaml", []byte("x: &x {y: *x}\n")); docs[0].Err == nil || docs[0].Err.Location.Column != 11 {
		t.Errorf("the endless anchor was read: %v", docs[0].Err)
	}
}

func TestDepth(t *testing.T) {
	t.Parallel()
	block := func(levels int) string {
		var b strings.Builder
		for i := range levels {
			b.WriteString(strings.Repeat(" ", i) + "a:\n")
		}
		return b.String()
	}
	for name, test := range map[string]struct {
		text  string
		place string
	}{
		"block":         {block(1000), ""},
		"deep block":    {"# x\n---\n" + block(1001), "1003:1001"},
		"very deep":     {block(10_001), "1001:1001"},
		"flow":          {"a: " + strings.Repeat("[", 999) + strings.Repeat("]", 999), ""},
		"deep flow":     {"a: " + strings.Repeat("[", 1000) + strings.Repeat("]", 1000), "1:1003"},
		"deep dashes":   {strings.Repeat("- ", 1001) + "a", "1:2001"},
		"deep JSON":     {strings.Repeat("[", 1001) + strings.Repeat("]", 1001), "1:1001"},
		"many siblings": {strings.Repeat("- a:\n    b: &x 1\n", 2000), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := ""
			if test.place != "" {
				want = "f:" + test.place + ": is nested more than 1000 levels deep"
			}
			got := ""
			if docs := Parse("f", []byte(test.text)); len(docs) != 1 {
				t.Fatalf("%d documents", len(docs))
			} else if docs[0].Err != nil {
				got = docs[0].Err.Error()
			}
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"nested":               {"a:\n  b: 1\n  c: 2\n  b: 3\n", []string{`f.yaml:4:3: key "b" is already set in line 2; the last one wins`}},
		"three times":          {"a: 1\na: 2\na: 3\n", []string{`f.yaml:2:1: key "a" is already set in line 1; the last one wins`, `f.yaml:3:1: key "a" is already set in line 1; the last one wins`}},
		"different spelling":   {"yes: 1\n\"true\": 2\n", []string{`f.yaml:2:1: key "true" is already set in line 1; the last one wins`}},
		"in an anchor":         {"a: &a {b: 1, b: 2}\nc: *a\n", []string{`f.yaml:1:14: key "b" is already set in line 1; the last one wins`}},
		"json":                 {`{"a": {"b": 1,` + "\n" + `"b": 2}}`, []string{`f.yaml:2:1: key "b" is already set in line 1; the last one wins`}},
		"merged keys are none": {"x: &x {a: 1}\ny:\n  a: 1\n  <<: *x\n  b: 1\nz:\n  <<: *x\n  a: 2\n", nil},
		"beside a merge":       {"x: &x {a: 1}\ny:\n  b: 1\n  <<: *x\n  b: 2\n  a: 1\n  a: 3\n", []string{`f.yaml:5:3: key "b" is already set in line 3; the last one wins`, `f.yaml:7:3: key "a" is already set in line 6; the last one wins`}},
		"within a merge":       {"a: 1\n<<: {a: 2, b: 1, b: 2}\n", []string{`f.yaml:2:18: key "b" is already set in line 2; the last one wins`}},
		"in separate mappings": {"a: {b: 1}\nc: {b: 1}\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, d := range Parse("f.yaml", []byte(test.text)) {
				for _, dup := range d.Duplicates {
					got = append(got, dup.Error())
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
