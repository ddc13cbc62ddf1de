package format_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format"
)

// embeddedLink matches a link in the message of a SARIF log, as 3.11.6 of SARIF 2.1.0 has
// it: a bracket behind a backslash is none. Those of this program lead to a related place.
var embeddedLink = regexp.MustCompile(`(?:^|[^\\])(?:\\\\)*\[(?:[^\[\]\\]|\\.)*\]\(([^)]*)\)`)

// texts calls visit with each string of a decoded JSON value, and the keys that lead to it.
func texts(value any, path []string, visit func(path []string, text string)) {
	switch v := value.(type) {
	case string:
		visit(path, v)
	case []any:
		for _, item := range v {
			texts(item, path, visit)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			texts(v[key], append(slices.Clip(path), key), visit)
		}
	}
}

// TestSARIFHoldsNoForeignMarkup puts links and what terminals act on into all that a
// manifest may fill.
func TestSARIFHoldsNoForeignMarkup(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"[here](https://example.com)", `\[here](https://example.com)`, "](1)", "\x1b[31mred\a", "\u202eevil\u2066", "a\x00b"} {
		r := spoilt(text)
		suppressed := r.Findings[0]
		suppressed.Suppression = &lint.Suppression{Kind: lint.SuppressedByComment, Reason: text}
		r.Suppressed = []lint.Finding{suppressed}
		var log struct {
			Runs []struct{ Results, Invocations any }
		}
		if err := json.Unmarshal([]byte(write(t, "sarif", r, format.Options{})), &log); err != nil {
			t.Fatal(err)
		}
		visited := 0
		visit := func(path []string, got string) {
			visited++
			where := strings.Join(path, ".")
			if got != format.Printable(got) {
				t.Errorf("%s: %q is not fit for a terminal", where, got)
			}
			if !strings.HasSuffix(where, "message.text") {
				return
			}
			for _, link := range embeddedLink.FindAllStringSubmatch(got, -1) {
				if !regexp.MustCompile(`^\d+$`).MatchString(link[1]) {
					t.Errorf("%s: %q links to %s", where, got, link[1])
				}
			}
		}
		texts(log.Runs[0].Results, nil, visit)
		texts(log.Runs[0].Invocations, nil, visit)
		if visited < 50 {
			t.Errorf("%d texts", visited)
		}
	}
}
