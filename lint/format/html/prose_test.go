package html

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProse(t *testing.T) {
	t.Parallel()
	text := func(s string) []span { return []span{{Text: s}} }
	for name, tc := range map[string]struct {
		markdown string
		want     []block
	}{
		"nothing":    {" \n\n", nil},
		"paragraphs": {"one\ntwo\n\nthree\n", []block{{Paragraph: text("one two")}, {Paragraph: text("three")}}},
		"a list":     {"these:\n- a\n  b\n- c\n\nend", []block{{Paragraph: text("these:")}, {Items: [][]span{text("a b"), text("c")}}, {Paragraph: text("end")}}},
		"code":       {"```yaml\na:\n\n  - b # reported\n```\nend", []block{{Code: []codeLine{{"a:", false}, {"", false}, {"  - b # reported", true}}}, {Paragraph: text("end")}}},
		"open code":  {"```\na", []block{{Code: []codeLine{{"a", false}}}}},
		"spans": {
			"use `a [b](https://c)` or [d](https://e.com/f) but not [g](javascript:h)",
			[]block{{Paragraph: []span{{Text: "use "}, {Text: "a [b](https://c)", Code: true}, {Text: " or "}, {Text: "d", URL: "https://e.com/f"}, {Text: " but not [g](javascript:h)"}}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, prose(tc.markdown)); diff != "" {
				t.Errorf("prose (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWhatActsUnseenIsWrittenOut(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"größe 日本\n\tx":         "größe 日本\n\tx",
		"user\u202e\u2066admin": "user[U+202E][U+2066]admin",
		"a\x1b[31m\x00\r":       "a[U+001B][31m[U+0000][U+000D]",
		"zero\u200bwidth\ufeff": "zero[U+200B]width[U+FEFF]",
		"tag\U000e0041":         "tag[U+E0041]",
		"no\xfftext":            "no\ufffdtext",
	} {
		if got := writtenOut(text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}
