package layout_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/layout"
)

func TestColumns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"": 0, "größe": 5, "gro\u0308ße": 5, "한국": 4, "🚀": 2, "a\u200bb": 2, "Ａ": 2} {
		if got := layout.Columns(text); got != want {
			t.Errorf("%q has %d columns, want %d", text, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", []string{""}},
		{"one  two\nthree", []string{"one two", "three"}},
		{"한국 한국", []string{"한국", "한국"}},
		{"a-word-that-is-too-long b", []string{"a-word-that-is-too-long", "b"}},
	} {
		if got := layout.Wrap(test.text, 8); !slices.Equal(got, test.want) {
			t.Errorf("%q became %q, want %q", test.text, got, test.want)
		}
	}
}

func TestReflow(t *testing.T) {
	t.Parallel()
	const text = `# A heading that is longer than all of this

one two three four
five six
- an item that is long
  and goes on
- short
1. numbered and long text

| a table that is long | stays as it is |

` + "````yaml\nkey: a line that is long stays\n```\n\n- too\n````\n" + `
    indented code stays as it is
end`
	const want = `# A heading that is longer than all of this

one two three
four five six
- an item that
  is long and
  goes on
- short
1. numbered and
   long text

| a table that is long | stays as it is |

` + "````yaml\nkey: a line that is long stays\n```\n\n- too\n````\n" + `
    indented code stays as it is
end
`
	got := layout.Reflow(text, 15)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if again := layout.Reflow(got, 15); again != got {
		t.Errorf("again:\n%s", cmp.Diff(got, again))
	}
	if !strings.HasSuffix(got, "end\n") {
		t.Error("no line end")
	}
}
