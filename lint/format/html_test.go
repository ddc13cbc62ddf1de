package format_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format"
)

// page reads a report as a browser does.
func page(t *testing.T, r lint.Report) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(write(t, "html", r, format.Options{Version: "0.1.0"})))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// elements gives the elements of a page that have the attribute, with that value where
// one is given; "class" looks for one of the classes.
func elements(doc *html.Node, key, value string) []*html.Node {
	var found []*html.Node
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			if a.Key == key && (value == "" || a.Val == value || key == "class" && slices.Contains(strings.Fields(a.Val), value)) {
				found = append(found, n)
			}
		}
	}
	return found
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// textOf gives the text of an element with single spaces.
func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func textsOf(nodes []*html.Node) []string {
	var texts []string
	for _, n := range nodes {
		texts = append(texts, textOf(n))
	}
	return texts
}

func TestHTMLShowsTheReport(t *testing.T) {
	t.Parallel()
	doc := page(t, report())
	for class, want := range map[string][]string{
		"tile": {"1 not rendered", "1 left out", "1 rendered with warnings"},
		"message": {
			"waits 60 s in preStop but the pod is killed after 30 s", "stops at once while Service [web] still sends requests", "runs in IPVS mode",
		},
		"near":   {"near this line: the field itself is not written here", "somewhere in this file: the line of the field is not known"},
		"marked": {"terminationGracePeriodSeconds: 30", "- name: größe"},
		"remedy": {"What to do Raise terminationGracePeriodSeconds above the wait.", "What to do Wait in preStop.", "What to do Move to nftables."},
		"gist":   {"every scale-in answered some requests with 502.", "replies after 15 idle minutes never arrived."},
	} {
		if diff := cmp.Diff(want, textsOf(elements(doc, "class", class))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", class, diff)
		}
	}
	if title := textOf(elements(doc, "id", "title")[0]); title != "1 error, 1 warning and 1 note, but not all could be judged" {
		t.Errorf("the headline is %q", title)
	}
	failure := textOf(elements(doc, "id", "not-rendered")[0])
	if !strings.Contains(failure, "deploy/bad.yaml:4:9 mapping values are not allowed in this context invalid-yaml") {
		t.Errorf("the failure is shown as %q", failure)
	}
}

func TestHTMLFindingsCanBeShared(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]lint.Report{"full": report(), "suppressed": accepted()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := page(t, r)
			ids := map[string]bool{}
			for _, n := range elements(doc, "id", "") {
				if ids[attribute(n, "id")] {
					t.Errorf("the id %q stands twice", attribute(n, "id"))
				}
				ids[attribute(n, "id")] = true
			}
			for _, f := range r.Findings {
				if !ids[f.Fingerprint] {
					t.Errorf("finding %s has no place", f.Fingerprint)
				}
			}
			for _, n := range elements(doc, "href", "") {
				target, inside := strings.CutPrefix(attribute(n, "href"), "#")
				if inside && !ids[strings.ReplaceAll(target, "%2f", "/")] {
					t.Errorf("the link to %q leads nowhere", target)
				}
			}
		})
	}
}

func TestHTMLTellsWhatIsSuppressed(t *testing.T) {
	t.Parallel()
	doc := page(t, accepted())
	want := []string{"by a comment: drains [by itself]", "by an annotation: lab", "by the configuration: the vendor's (until 2027-01-31)", "known to the baseline"}
	if diff := cmp.Diff(want, textsOf(elements(doc, "class", "reason"))); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
	if fixed := textOf(elements(doc, "id", "fixed")[0]); !strings.Contains(fixed, "Pod old deploy/old.yaml CASE-2/proxy") {
		t.Errorf("what is fixed is shown as %q", fixed)
	}
	if tiles := textsOf(elements(doc, "class", "tile")); !slices.Contains(tiles, "1 new") || !slices.Contains(tiles, "1 known to the baseline") || !slices.Contains(tiles, "1 fixed") {
		t.Errorf("the headline shows %q", tiles)
	}
}

// What is grave stands above the findings, and the rest below them.
func TestHTMLPutsFindingsFirst(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, n := range elements(page(t, report()), "id", "") {
		if id := attribute(n, "id"); slices.Contains([]string{"not-rendered", "findings", "left-out", "warnings"}, id) {
			ids = append(ids, id)
		}
	}
	if diff := cmp.Diff([]string{"not-rendered", "findings", "left-out", "warnings"}, ids); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
}

func TestHTMLTellsWhatWasLintedByWhat(t *testing.T) {
	t.Parallel()
	r := clean()
	r.Subject, r.AllRules = "shop <of> ours", 7
	r.Rules = report().Rules
	doc := page(t, r)
	lead := textOf(elements(doc, "class", "lead")[0])
	if !strings.HasPrefix(lead, "in shop <of> ours: ") || !strings.Contains(lead, ", by 3 of 7 rules") {
		t.Errorf("the page is about %q", lead)
	}
	for n := range doc.Descendants() {
		if want := "No findings by 3 of 7 rules - shop <of> ours - kubegap-lint"; n.Data == "title" && n.Parent.Data == "head" && textOf(n) != want {
			t.Errorf("the title is %q, want %q", textOf(n), want)
		}
	}
}

func TestHTMLOfACleanReport(t *testing.T) {
	t.Parallel()
	doc := page(t, clean())
	if title := textOf(elements(doc, "id", "title")[0]); title != "No findings" {
		t.Errorf("the headline is %q", title)
	}
	if found := elements(doc, "class", "finding"); len(found) > 0 {
		t.Errorf("%d findings are shown", len(found))
	}
}

// A page that asks for anything outside of it would tell others who reads it.
func TestHTMLNeedsNothingBesidesItself(t *testing.T) {
	t.Parallel()
	doc := page(t, report())
	for n := range doc.Descendants() {
		if slices.Contains([]string{"link", "img", "iframe", "object", "embed", "base"}, n.Data) && n.Type == html.ElementNode {
			t.Errorf("the page has the element %s", n.Data)
		}
		for _, a := range n.Attr {
			if a.Key == "src" || a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("the element %s has the attribute %s", n.Data, a.Key)
			}
		}
	}
	policy := attribute(elements(doc, "http-equiv", "Content-Security-Policy")[0], "content")
	if !strings.HasPrefix(policy, "default-src 'none'; style-src 'sha256-") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %q", policy)
	}
}
