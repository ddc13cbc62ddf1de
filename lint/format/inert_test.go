package format_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/kubegap/kubegap-lint/lint/format"
)

// acted matches what the runners of GitHub and Azure act on in a line without the white
// space before it.
var acted = regexp.MustCompile(`^::|##[A-Za-z]*\[`)

// checkInert checks that nobody acts on any line of a log.
func checkInert(t *testing.T, log string) {
	t.Helper()
	for line := range strings.SplitSeq(strings.ReplaceAll(log, "\r", "\n"), "\n") {
		if acted.MatchString(strings.TrimLeftFunc(line, unicode.IsSpace)) {
			t.Errorf("a runner acts on %q", line)
		}
	}
}

func TestInert(t *testing.T) {
	t.Parallel()
	const z = "\u200b"
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"a::b ::c : :d", "a::b ::c : :d"},
		{"::error::x\n  ::x\r::y", ":" + z + ":error::x\n  :" + z + ":x\r:" + z + ":y"},
		{"\u00a0\u3000::x", "\u00a0\u3000:" + z + ":x"},
		{": :x", ": :x"},
		{":::x", ":" + z + "::x"},
		{"a ##[error]x ###[y #[z ## [w", "a ##" + z + "[error]x ###" + z + "[y #[z ## [w"},
		{"##vso[task.setvariable]x ##teamcity[y", "##vso" + z + "[task.setvariable]x ##teamcity" + z + "[y"},
		{"##\x1b[2m[rule]", "##\x1b[2m[rule]"},
		{"## Heading [link](x)", "## Heading [link](x)"},
	} {
		for size := 1; size <= len(test.text)+1; size++ {
			var out bytes.Buffer
			w := format.Inert(&out)
			for rest := []byte(test.text); len(rest) > 0; {
				n, err := w.Write(rest[:min(size, len(rest))])
				if err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			if out.String() != test.want {
				t.Errorf("%q in pieces of %d: %q, want %q", test.text, size, out.String(), test.want)
			}
		}
		checkInert(t, test.want)
	}
}

// TestFormatsAreInert fills reports with commands: whatever a format does with names, it
// makes no line of them that a runner acts on. Those of the github format are its own.
func TestFormatsAreInert(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"::error::boo", "a ::error::boo", "##[error]boo", "##vso[task.complete]boo", "line\n::add-mask::boo"} {
		for _, name := range format.Names() {
			if name == "github" || name == "html" {
				continue
			}
			checkInert(t, write(t, name, spoilt(text), format.Options{ShowSuppressed: true, ByEnvironment: true}))
		}
		for line := range strings.Lines(write(t, "github", spoilt(text), format.Options{})) {
			if !regexp.MustCompile(`^::(error|warning|notice) |^\d`).MatchString(line) {
				t.Errorf("not a line of this writer: %q", line)
			}
		}
	}
}

func TestInertJSONStaysTheSame(t *testing.T) {
	t.Parallel()
	r := spoilt("##[error]boo")
	var out struct{ Findings []struct{ Message string } }
	if err := json.Unmarshal([]byte(write(t, "json", r, format.Options{})), &out); err != nil {
		t.Fatal(err)
	}
	if got := out.Findings[0].Message; got != r.Findings[0].Message {
		t.Errorf("message %q, want %q", got, r.Findings[0].Message)
	}
}

func FuzzInert(f *testing.F) {
	f.Add("::error::x\n ##[error]x")
	f.Fuzz(func(t *testing.T, text string) {
		var out bytes.Buffer
		if _, err := format.Inert(&out).Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		checkInert(t, out.String())
		if got := strings.ReplaceAll(out.String(), "\u200b", ""); got != strings.ReplaceAll(text, "\u200b", "") {
			t.Errorf("%q became %q", text, got)
		}
	})
}
