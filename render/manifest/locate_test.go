package manifest

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// marked shows the text that a location covers: its line, the text, and the
// precision unless it is exact.
func marked(text string, l Location) string {
	lines := strings.Split(text, "\n")
	part := func(line, from, to int) string {
		runes := []rune(strings.TrimSuffix(lines[line-1], "\r"))
		if to < 0 {
			to = len(runes) + 1
		}
		return string(runes[from-1 : to-1])
	}
	var covered string
	if l.Line == l.EndLine {
		covered = part(l.Line, l.Column, l.EndColumn)
	} else {
		covered = part(l.Line, l.Column, -1) + " … " + part(l.EndLine, 1, l.EndColumn)
	}
	s := fmt.Sprintf("%d %s", l.Line, covered)
	if l.Precision != PrecisionExact {
		s += " (" + l.Precision.String() + ")"
	}
	return s
}

func parsePath(t *testing.T, s string) Path {
	t.Helper()
	var p Path
	if err := json.Unmarshal([]byte("["+s+"]"), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

const podText = `# A pod.
apiVersion: v1
kind: Pod
metadata:
  name: "web" # quoted
  labels: {app: web, "tier": 'front'}
  annotations:
    été: là-bas # accents
spec:
  containers:
  - name: one
    image: >-
      folded
    args: [a, "b c", d]
    ports: []
  -
    name: two
    command:
    - sh
    - |
      echo a
    - - x
    - long text
      goes on # end
  - &three
    name: three
    text: 'it''s
      two lines' # end
  nodeName:
  hostNetwork: yes
  priority: !!int "3"
  tolerations: &t
  - key: a
  again: *t
`

func TestLocate(t *testing.T) {
	t.Parallel()
	d := Parse("pod.yaml", []byte(podText))[0]
	for path, want := range map[string]string{
		``:                                         `3 kind: Pod`,
		`"kind"`:                                   `3 kind: Pod`,
		`"absent"`:                                 `3 kind: Pod (nearby)`,
		`"metadata"`:                               `4 metadata`,
		`"metadata", "name"`:                       `5 name: "web"`,
		`"metadata", "name", "x"`:                  `5 name: "web" (nearby)`,
		`"metadata", "namespace"`:                  `4 metadata (nearby)`,
		`"metadata", "labels"`:                     `6 labels`,
		`"metadata", "labels", "app"`:              `6 app: web`,
		`"metadata", "labels", "tier"`:             `6 "tier": 'front'`,
		`"metadata", "annotations", "été"`:         `8 été: là-bas`,
		`"spec", "containers"`:                     `10 containers`,
		`"spec", "containers", 0`:                  `11 name: one`,
		`"spec", "containers", 0, "x", "y"`:        `11 name: one (nearby)`,
		`"spec", "containers", 0, "image"`:         `12 image`,
		`"spec", "containers", 0, "args"`:          `14 args`,
		`"spec", "containers", 0, "args", 1`:       `14 "b c"`,
		`"spec", "containers", 0, "args", 3`:       `14 args (nearby)`,
		`"spec", "containers", 0, "ports"`:         `15 ports`,
		`"spec", "containers", 1`:                  `17 name: two`,
		`"spec", "containers", 1, "command", 0`:    `19 sh`,
		`"spec", "containers", 1, "command", 1`:    `20 |`,
		`"spec", "containers", 1, "command", 1, 0`: `21 echo a`,
		`"spec", "containers", 1, "command", 2`:    `22 - x`,
		`"spec", "containers", 1, "command", 2, 0`: `22 x`,
		`"spec", "containers", 1, "command", 3`:    `23 long text …       goes on`,
		`"spec", "containers", 2`:                  `25 &three`,
		`"spec", "containers", 2, "name"`:          `26 name: three`,
		`"spec", "containers", 2, "text"`:          `27 text: 'it''s …       two lines'`,
		`"spec", "containers", 3`:                  `10 containers (nearby)`,
		`"spec", "containers", "name"`:             `10 containers (nearby)`,
		`"spec", "nodeName"`:                       `29 nodeName`,
		`"spec", "nodeName", "x"`:                  `29 nodeName (nearby)`,
		`"spec", "hostNetwork"`:                    `30 hostNetwork: yes`,
		`"spec", "priority"`:                       `31 priority: !!int "3"`,
		`"spec", "tolerations", 0, "key"`:          `33 key: a`,
		`"spec", "again"`:                          `34 again: *t`,
		`"spec", "again", 0, "key"`:                `33 key: a`,
		`"spec", "again", 0, "value"`:              `33 key: a (nearby)`,
		`"spec", "again", 1`:                       `34 again: *t (nearby)`,
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(want, marked(podText, d.Locate(parsePath(t, path)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

const mapText = `a: 1
---
apiVersion: v1
kind: ConfigMap
data:
  config.conf: |
    apiVersion: x/v1
    # comment
    mode: "ipvs"
    ipvs:

      scheduler: rr
    nested: |-
      deep:
      - er: 1
  Corefile: |-
    .:53 {
        errors

        health {
          lameduck 5s
        }
    }
  many.yaml: |2
    first: 1
    ---
    second: 2
  script: "a: 1\nb: 2"
  folded: >
    c: 1
  json: |
    {"d":
      {"e": 1}}
`

func TestLocateEmbedded(t *testing.T) {
	t.Parallel()
	d := Parse("map.yaml", []byte(mapText))[1]
	for path, want := range map[string]string{
		`"config.conf"`:                        `6 config.conf`,
		`"config.conf", "mode"`:                `9 mode: "ipvs"`,
		`"config.conf", "ipvs"`:                `10 ipvs`,
		`"config.conf", "ipvs", "scheduler"`:   `12 scheduler: rr`,
		`"config.conf", "ipvs", "strictARP"`:   `10 ipvs (nearby)`,
		`"config.conf", "absent"`:              `6 config.conf (nearby)`,
		`"config.conf", 0`:                     `6 config.conf (nearby)`,
		`"config.conf", "nested"`:              `13 nested`,
		`"config.conf", "nested", "deep", 0`:   `15 er: 1`,
		`"config.conf", "nested", "deep", 1`:   `14 deep (nearby)`,
		`"Corefile", 0`:                        `17 .:53 {`,
		`"Corefile", 1`:                        `18 errors`,
		`"Corefile", 2`:                        `19 `,
		`"Corefile", 4`:                        `21 lameduck 5s`,
		`"Corefile", 7`:                        `16 Corefile (nearby)`,
		`"Corefile", "x"`:                      `16 Corefile (nearby)`,
		`"Corefile", 1, 0`:                     `16 Corefile (nearby)`,
		`"many.yaml", "first"`:                 `25 first: 1`,
		`"many.yaml", "second"`:                `27 second: 2`,
		`"many.yaml", "third"`:                 `24 many.yaml (nearby)`,
		`"script", "a"`:                        `28 script: "a: 1\nb: 2" (nearby)`,
		`"folded", "c"`:                        `29 folded (nearby)`,
		`"json", "d", "e"`:                     `33 "e": 1`,
		`"json", "d", "f"`:                     `32 "d" (nearby)`,
		`"absent", "a"`:                        `5 data (nearby)`,
		`"config.conf", "mode", "deeper", "x"`: `9 mode: "ipvs" (nearby)`,
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			p := append(Path{Key("data")}, parsePath(t, path)...)
			if diff := cmp.Diff(want, marked(mapText, d.Locate(p))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	d := Parse("map.yaml", []byte(mapText))[1]
	for path, want := range map[string]any{
		`"kind"`:                        "ConfigMap",
		`"data", "config.conf", "mode"`: "ipvs",
		`"data", "config.conf", "nested", "deep", 0`:  map[string]any{"er": int64(1)},
		`"data", "config.conf", 0`:                    nil,
		`"data", "Corefile", 4`:                       "      lameduck 5s",
		`"data", "Corefile", 7`:                       nil,
		`"data", "many.yaml", "second"`:               int64(2),
		`"data", "script", "b"`:                       int64(2),
		`"data", "folded", "c"`:                       int64(1),
		`"data", "json", "d", "e"`:                    int64(1),
		`"kind", "x"`:                                 nil,
		`"data", 0`:                                   nil,
		`"data", "config.conf", "nested", "deep", 2`:  nil,
		`"data", "config.conf", "nested", "deep", ""`: nil,
	} {
		got, ok := d.Lookup(parsePath(t, path))
		if diff := cmp.Diff(want, got); diff != "" || ok != (want != nil) {
			t.Errorf("%s: ok %v (-want +got):\n%s", path, ok, diff)
		}
	}
}

func TestLocateMerged(t *testing.T) {
	t.Parallel()
	text := "base: &base {a: 1, b: 2}\nmore: &more\n  b: 3\n  c: 4\n" +
		"one:\n  a: 0\n  <<: *base\n  b: 5\ntwo:\n  <<: [*base, *more]\n\"o n\": 1\non: 2\n"
	d := Parse("f.yaml", []byte(text))[0]
	for path, want := range map[string]string{
		`"one", "a"`: `1 a: 1`,
		`"one", "b"`: `8 b: 5`,
		`"two", "b"`: `1 b: 2`,
		`"two", "c"`: `4 c: 4`,
		`"two", "d"`: `9 two (nearby)`,
		`"true"`:     `12 on: 2`,
	} {
		p := parsePath(t, path)
		if diff := cmp.Diff(want, marked(text, d.Locate(p))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func TestLocateDuplicate(t *testing.T) {
	t.Parallel()
	text := "a: 1\nb: 2\na: 3\n"
	d := Parse("f.yaml", []byte(text))[0]
	if diff := cmp.Diff("3 a: 3", marked(text, d.Locate(Path{Key("a")}))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLocateOddBreaks makes sure that lines are those of editors where YAML has
// its own idea of a line.
func TestLocateOddBreaks(t *testing.T) {
	t.Parallel()
	text := "a: b # x\u2028c: d\ne: f\u0085\rg: h\r\ni: j\n"
	d := Parse("f.yaml", []byte(text))[0]
	for key, want := range map[string]string{"a": "1 a: b", "c": "1 c: d", "e": "2 e: f", "g": "2 g: h", "i": "3 i: j"} {
		if diff := cmp.Diff(want, marked(text, d.Locate(Path{Key(key)}))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
}

func TestLocateJSON(t *testing.T) {
	t.Parallel()
	text := "{\"kind\": \"Pod\"}\n{\n\t\"kind\": \"Pod\", \"metadata\": {\"näme\": \"é\\\"\" },\n  \"spec\": {\n    \"containers\": [\n      {\n        \"n\": -1.5e3\n      }, {\"n\" : null}\n    ]\n  }\n}"
	d := Parse("f.json", []byte(text))[1]
	for path, want := range map[string]string{
		``:                                `3 "kind": "Pod"`,
		`"metadata"`:                      `3 "metadata"`,
		`"metadata", "näme"`:              `3 "näme": "é\""`,
		`"spec", "containers", 0`:         `6 {`,
		`"spec", "containers", 0, "n"`:    `7 "n": -1.5e3`,
		`"spec", "containers", 1`:         `8 {"n" : null`,
		`"spec", "containers", 1, "n"`:    `8 "n" : null`,
		`"spec", "containers", 1, "name"`: `8 {"n" : null (nearby)`,
	} {
		if diff := cmp.Diff(want, marked(text, d.Locate(parsePath(t, path)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func TestLocateJSONStream(t *testing.T) {
	t.Parallel()
	text := "{\"é\": 1}{\"b\": {\n\"c\": 2}} {\"d\": \"e\"}"
	docs := Parse("f.json", []byte(text))
	for i, want := range map[int][2]string{0: {`"é"`, `1 "é": 1`}, 1: {`"b", "c"`, `2 "c": 2`}, 2: {`"d"`, `2 "d": "e"`}} {
		if diff := cmp.Diff(want[1], marked(text, docs[i].Locate(parsePath(t, want[0])))); diff != "" {
			t.Errorf("document %d (-want +got):\n%s", i, diff)
		}
	}
}

func TestNode(t *testing.T) {
	t.Parallel()
	docs := Parse("f.yaml", []byte("a: 1\n---\n\nb: 2\n---\nc: [\n"))
	if n := docs[1].Node(); n.Line != 4 || n.Content[1].ShortTag() != "!!int" {
		t.Errorf("%+v", n)
	}
	if n := docs[2].Node(); n != nil {
		t.Errorf("a broken document has a node: %+v", n)
	}
	if l := docs[2].Locate(Path{Key("c")}); l.Line != 6 {
		t.Errorf("a broken document is at %v", l)
	}
}

func TestLocateConcurrently(t *testing.T) {
	t.Parallel()
	d := Parse("map.yaml", []byte(mapText))[1]
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if l := d.Locate(Path{Key("data"), Key("config.conf"), Key("mode")}); l.Line != 9 {
				t.Errorf("located at %v", l)
			}
		})
	}
	group.Wait()
}
