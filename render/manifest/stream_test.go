package manifest

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// summary gives one line for every document: its place and its value or error.
func summary(docs []*Document) []string {
	var lines []string
	for _, d := range docs {
		if d.Err != nil {
			lines = append(lines, d.Err.Error())
		} else {
			lines = append(lines, fmt.Sprintf("%v %v", d.Locate(nil), d.Body))
		}
	}
	return lines
}

func TestParse(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file, text string
		want       []string
	}{
		"empty":               {"f.yaml", "", nil},
		"only comments":       {"f.yaml", "# a\n---\n# b\n", nil},
		"null":                {"f.yaml", "---\nnull\n--- \n~\n", nil},
		"documents":           {"f.yaml", "a: 1\n---\nb: 2\n--- # x\n\nc: 3", []string{"f.yaml:1:1 map[a:1]", "f.yaml:3:1 map[b:2]", "f.yaml:6:1 map[c:3]"}},
		"document end":        {"f.yaml", "a: 1\n...\nb: 2\n", []string{"f.yaml:1:1 map[a:1]", "f.yaml:3:1 map[b:2]"}},
		"separator in text":   {"f.yaml", "a: |\n  ---\n  b\nc: d---\n", []string{"f.yaml:1:1 map[a:---\nb\n c:d---]"}},
		"directive":           {"f.yaml", "# x\n%YAML 1.1\n---\na: on\n---\nb: 1\n", []string{"f.yaml:4:1 map[a:true]", "f.yaml:6:1 map[b:1]"}},
		"one is broken":       {"f.yaml", "a: 1\n---\nb: [\n---\nc: 3\n", []string{"f.yaml:1:1 map[a:1]", "f.yaml:3:1: did not find expected node content", "f.yaml:5:1 map[c:3]"}},
		"text at separator":   {"f.yaml", "--- a\nb: 1\n---\nc: 1\n", []string{"f.yaml:1:1: a document separator must stand alone on its line", "f.yaml:4:1 map[c:1]"}},
		"json":                {"f.json", " {\"a\": 1}\n{\"b\":\n 2}{\"c\":3}", []string{"f.json:1:3 map[a:1]", "f.json:2:2 map[b:2]", "f.json:3:5 map[c:3]"}},
		"json in yaml":        {"f.yaml", "{\"a\": 1}\n---\n{\"b\": 2}\n", []string{"f.yaml:1:2 map[a:1]", "f.yaml:3:2 map[b:2]"}},
		"flow yaml":           {"f.yaml", "{a: 1}\n", []string{"f.yaml:1:2 map[a:1]"}},
		"json array":          {"f.json", "[1]", []string{"f.json:1:1 [1]"}},
		"broken json":         {"f.json", "{\"a\": 1,\n  \"b\" 2}", []string{"f.json:2:7: invalid character '2' after object key"}},
		"cut json":            {"f.json", "{\"a\": {\n", []string{"f.json:1:8: unexpected EOF"}},
		"broken second json":  {"f.json", "{\"a\": 1}\n{\"b\": ]}", []string{"f.json:1:2 map[a:1]", "f.json:2:7: invalid character ']' looking for beginning of value"}},
		"broken third json":   {"f.yaml", "{\"a\": 1}{\"b\": 2}\nc: 3", []string{"f.yaml:1:2 map[a:1]", "f.yaml:1:10 map[b:2]", "f.yaml:2:1: invalid character 'c' looking for beginning of value"}},
		"yaml on json's line": {"f.yaml", "{\"a\": 1} é: [\n", []string{"f.yaml:1:2 map[a:1]", "f.yaml:1:10: did not find expected node content"}},
		"binary":              {"f.yaml", "a: b\x00", []string{"f.yaml:1:1: is binary, not YAML or JSON"}},
		"byte order mark":     {"f.yaml", "\xef\xbb\xbfa: 1\n", []string{"f.yaml:1:1 map[a:1]"}},
		"byte order mark on":  {"f.json", "\xef\xbb\xbf{\"a\": 1}\n", []string{"f.json:1:2 map[a:1]"}},
		"latin-1":             {"f.yaml", "a: 1\r\n# é\nb: é caf\xe9\n---\nc: 1\n", []string{"f.yaml:3:9: the byte 0xE9 is not UTF-8; save the file as UTF-8"}},
		"latin-1 in a line":   {"f.json", "\xef\xbb\xbf{\"a\": \"\xfc\"}", []string{"f.json:1:8: the byte 0xFC is not UTF-8; save the file as UTF-8"}},
		"replacement":         {"f.yaml", "a: \uFFFD\n", []string{"f.yaml:1:1 map[a:\uFFFD]"}},
		"lone return":         {"f.yaml", "a: 1 # x\r  \rb: [\n", []string{"f.yaml:1:13: did not find expected node content"}},
		"scalar":              {"f.yaml", "hello\n", []string{"f.yaml:1:1 hello"}},
		"dots are no end":     {"f.yaml", "a: b\n...c: d\n", []string{"f.yaml:1:1 map[...c:d a:b]"}},
		"empty first":         {"f.yaml", "---\n---\na: 1\n", []string{"f.yaml:3:1 map[a:1]"}},
		"windows":             {"f.yaml", "a: 1\r\n---\r\nb: [\r\n", []string{"f.yaml:1:1 map[a:1]", "f.yaml:3:1: did not find expected node content"}},
		"deep flow, no panic": {"f.yaml", strings.Repeat("[", 20000), []string{"f.yaml:1:1: exceeded max depth of 10000"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, summary(Parse(test.file, []byte(test.text)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestUTF16(t *testing.T) {
	t.Parallel()
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		var data []byte
		for _, unit := range utf16.Encode([]rune("\uFEFFé: 😀\r\n---\r\nb: 2\r\n")) {
			data = append(data, 0, 0)
			order.PutUint16(data[len(data)-2:], unit)
		}
		want := []string{"f.yaml:1:1 map[é:😀]", "f.yaml:3:1 map[b:2]"}
		if diff := cmp.Diff(want, summary(Parse("f.yaml", append(data, 'x')))); diff != "" {
			t.Errorf("%v (-want +got):\n%s", order, diff)
		}
	}
}

// TestErrorPlaces makes sure that an error is reported where its author has to
// look.
func TestErrorPlaces(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, want string }{
		"bad indentation":     {"x:\n  a:\n    b: c\n   d: e\n", "5:4: did not find expected key"},
		"missing colon":       {"x:\n  a: b\n  labels\ny: z\n", "4:3: could not find expected ':'"},
		"tab":                 {"x:\n\ta: b\n", "3:1: found character that cannot start any token"},
		"tab in a line":       {"x:\n  a: \t@b\n", "3:6: found character that cannot start any token"},
		"second colon":        {"a: b: c\n", "2:5: mapping values are not allowed in this context"},
		"colon in value":      {"x:\n  a: b\n    c: d\n", "4:6: mapping values are not allowed in this context"},
		"open quote":          {"x: y\na: \"b\nc: d\n", "3:1: found unexpected end of stream"},
		"unknown anchor":      {"x: y\nz: [a, *b]\n", "3:8: unknown anchor 'b' referenced"},
		"unclosed list":       {"a: [b, c\nd: e\n", "3:1: did not find expected ',' or ']'"},
		"list among keys":     {"a:\n  b: c\n  - d\n", "4:3: did not find expected key"},
		"key among items":     {"a:\n  - b\n  c: d\n", "4:3: did not find expected '-' indicator"},
		"control character":   {"a: b\nc: é\x01\n", "3:5: control characters are not allowed"},
		"at sign":             {"a: @b\n", "2:4: found character that cannot start any token"},
		"unknown escape":      {"a: \"\\q\"\n", "2:1: found unknown escape character"},
		"mapping as key":      {"a: {{ .b }}\n", "2:5: a mapping or sequence cannot be a key"},
		"nothing as key":      {"a: 1\n? \n: b\n", "3:2: nothing cannot be a key"},
		"merge of a scalar":   {"a:\n  <<: b\n", "3:7: a merge key needs a mapping, or a sequence of mappings"},
		"not an integer":      {"a: !!int b\n", `2:4: cannot decode "b" as a !!int`},
		"infinite":            {"a:\n  b: .inf\n", "3:6: .inf has no place in JSON"},
		"after non-ASCII key": {"é: {ü: .nan}\n", "2:8: .nan has no place in JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// The document starts in the second line.
			docs := Parse("f.yaml", []byte("---\n"+test.text))
			if len(docs) != 1 || docs[0].Err == nil {
				t.Fatalf("no error: %v", summary(docs))
			}
			if diff := cmp.Diff("f.yaml:"+test.want, docs[0].Err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
