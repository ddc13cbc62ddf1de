package html_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/kubegap/kubegap-lint/lint"
)

// hostile is what anybody may write into a manifest.
const hostile = `</script></style></pre></svg>--><script>alert(1)</script><img src=x onerror="alert(2)">'"` + "\u202e\u2066\x00\x1b[31m`[a](javascript:alert(3))`"

func TestHostileTextIsNoMarkup(t *testing.T) {
	t.Parallel()
	tame, wild := elementCounts(t, write(t, poisoned("x"))), elementCounts(t, write(t, poisoned(hostile)))
	for name, n := range wild {
		if name != "code" && n != tame[name] { // backticks make code, which is harmless
			t.Errorf("%d elements %s, want %d", n, name, tame[name])
		}
	}
	page := write(t, poisoned(hostile))
	if strings.ContainsAny(page, "\u202e\u2066\x00\x1b") {
		t.Error("a character that acts unseen reached the page")
	}
	if !strings.Contains(page, "[U+202E][U+2066]") {
		t.Error("a character that acts unseen was dropped")
	}
	if strings.Contains(page, `href="javascript:`) {
		t.Error("a link runs a script")
	}
}

// poisoned is a report in which a text is everywhere where text can be.
func poisoned(text string) lint.Report {
	r := many(1)
	f := &r.Findings[0]
	f.Location.File = text
	f.Location.EndColumn = 500
	r.Sources = map[string]string{text: strings.Repeat("    "+text+"\n", 20)}
	f.Message, f.Unit, f.AlsoIn, f.Environments = text, text, []string{text}, []string{text}
	f.Object = lint.ObjectRef{APIVersion: text, Kind: text, Namespace: text, Name: text}
	f.AlsoObjects = []lint.ObjectRef{f.Object}
	f.Related = []lint.Related{{Message: text, Location: f.Location}, {Message: text, Location: f.Location, Via: true}}
	for i := range f.Chain.Nodes[1:3] {
		f.Chain.Nodes[1+i].Object, f.Chain.Nodes[1+i].Location = f.Object, f.Location
	}
	c, rule := &r.Cases[0], &r.Rules[0]
	c.Title, c.Organisation, c.Summary, c.Symptom, c.Lessons = text, text, text, text, []string{text}
	c.Sources = []lint.Source{{Title: text, URL: "javascript:alert(4)", Kind: text}}
	rule.Title, rule.Description, rule.Remediation, rule.Bad = text, text, text, text
	accepted := *f
	accepted.Fingerprint, accepted.Suppression = "accepted", &lint.Suppression{Kind: lint.SuppressedByComment, Reason: text, Location: f.Location}
	r.Suppressed = []lint.Finding{accepted}
	return r
}

func elementCounts(t *testing.T, page string) map[string]int {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode {
			counts[n.Data]++
		}
	}
	return counts
}

func TestTextsOfCasesAndRulesStandOnce(t *testing.T) {
	t.Parallel()
	few, lots := write(t, many(100)), write(t, many(1000))
	for _, text := range []string{"At Ada, requests were lost.", "Nothing waits.", "Why the level is error"} {
		if a, b := strings.Count(few, text), strings.Count(lots, text); a != b || b > 2 {
			t.Errorf("%q stands %d times for 100 findings, and %d times for 1000", text, a, b)
		}
	}
	if perFinding := (len(lots) - len(few)) / 900; perFinding > 4<<10 {
		t.Errorf("a finding takes %d bytes, want at most 4 KiB", perFinding)
	}
}

func BenchmarkWrite(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		r := many(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				b.SetBytes(int64(len(write(b, r))))
			}
		})
	}
}
