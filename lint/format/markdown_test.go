package format_test

import (
	"bytes"
	"fmt"
	stdhtml "html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/render"
)

// hostileMarkdown are texts that a manifest may hold in the place of a name.
func hostileMarkdown() []string {
	return []string{
		`web"]; click n0 "javascript:alert(1)"`, "a`b``c```d", "```\n```\n# heading", "`", "``", "a|b\\|c", "| --- |", `\`, `\\|`,
		"</details><script>alert(1)</script>", "<!-- x", "<img src=x onerror=y>", "&lt;b&gt; &amp; &#60;",
		"@octocat #1 GH-2 www.example.org https://example.org a@example.org :smile:", "[l](https://example.org)", "![i](https://example.org/i.png)", "<https://example.org>",
		"**bold** _it_ ~~s~~ * _", "1. one", "- two", "> three", "# four", "---", "===", "- [ ] task", "[^1]: note", "$x$ $$y$$", "%%{init: {}}%%", "subgraph\nend",
		"#quot;#35;", "style x: y#1;", "fa:fa-car", "\u202eevil", "한국어 이름", strings.Repeat("long", 300), "", " ", "\x00\x1b[31m", "\xff\xfe",
	}
}

// spoilt is the report of the fixtures with a text in all places that a manifest, a file
// name or a policy of another may fill.
func spoilt(text string) lint.Report {
	r := report()
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Message, f.Object.Name, f.Object.Kind, f.Unit = text+" is bad", text, text, text
		f.AlsoIn, f.Environments, f.AlsoObjects = []string{text}, []string{text}, []lint.ObjectRef{{Kind: text, Name: text}}
		f.Path = path("spec", text)
		f.Location.File, f.Location.Column = text, 1
		f.Related = []lint.Related{{Message: text, Location: f.Location}, {Message: text, Location: f.Location, Via: true}}
		if f.Chain != nil {
			f.Chain.Nodes[1].Object = lint.ObjectRef{Kind: text, Namespace: text, Name: text}
		}
	}
	r.Sources = map[string]string{text: strings.Repeat(text+"\n", 15)}
	for _, problems := range [][]render.Problem{r.Failures, r.Skipped, r.Warnings} {
		for i := range problems {
			problems[i].Message, problems[i].Location.File = text, text
		}
	}
	for i := range r.Cases {
		r.Cases[i].Title, r.Cases[i].Organisation, r.Cases[i].Summary = text, text, text
	}
	for i := range r.Rules {
		r.Rules[i].Remediation = "Do " + text
	}
	return r
}

// rendered gives the HTML that GitHub Flavored Markdown makes of a text.
func rendered(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := markdown.Convert([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var (
	tag      = regexp.MustCompile(`<[^>]*>`)
	codeText = regexp.MustCompile(`(?s)<code.*?</code>`)
	// live is what GitHub makes something of in the text of the HTML.
	live       = regexp.MustCompile(`(?i)@[a-z0-9]|#[0-9]|://|www\.|gh-[0-9]`)
	mermaidRow = regexp.MustCompile(`^(?:flowchart (?:LR|TB)|  n\d+(?:\(\[|\[\[|\[)"LABEL(?:<br/>LABEL)?"(?:\]\)|\]\]|\])|  n\d+ -->\|"LABEL"\| n\d+|  style n\d+ stroke:#d1242f,stroke-width:3px)$`)
)

// structure lists the tags of HTML, without those of code spans, lists and paragraphs,
// since what is empty has none.
func structure(html string) []string {
	return slices.DeleteFunc(tag.FindAllString(html, -1), func(tag string) bool {
		return slices.Contains([]string{"<code>", "</code>", "<li>", "</li>", "<p>", "</p>"}, tag)
	})
}

// checkMarkdown checks that a text in all places of a report leaves its structure as it is,
// and that nothing of it comes to life outside of code.
func checkMarkdown(t *testing.T, text string) {
	t.Helper()
	want := structure(rendered(t, write(t, "markdown", spoilt("plain"), format.Options{})))
	out := write(t, "markdown", spoilt(text), format.Options{})
	page := rendered(t, out)
	if diff := cmp.Diff(want, structure(page)); diff != "" {
		t.Errorf("%q changes the structure (-want +got):\n%s\n%s", text, diff, out)
	}
	if found := live.FindString(stdhtml.UnescapeString(tag.ReplaceAllString(codeText.ReplaceAllString(page, ""), ""))); found != "" {
		t.Errorf("%q leaves %q outside of code:\n%s", text, found, out)
	}
	checkMermaid(t, out)
}

// checkMermaid checks that the rows of each picture have the form that the writer gives
// them, whatever the labels say.
func checkMermaid(t *testing.T, text string) {
	t.Helper()
	row := regexp.MustCompile(strings.ReplaceAll(mermaidRow.String(), "LABEL", `(?:[\p{L}\p{Nd} _/-]|#\d+;|\x{200b})*`))
	_, picture, found := strings.Cut(text, "```mermaid\n")
	if !found {
		t.Fatal("there is no picture")
	}
	picture, _, _ = strings.Cut(picture, "\n```")
	for line := range strings.SplitSeq(picture, "\n") {
		if !row.MatchString(line) {
			t.Errorf("row %q of a picture has another form", line)
		}
	}
}

func TestMarkdownHoldsNoForeignMarkup(t *testing.T) {
	t.Parallel()
	for _, text := range hostileMarkdown() {
		checkMarkdown(t, text)
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, text := range hostileMarkdown() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkMarkdown(t, text) })
}

func TestMarkdownLinks(t *testing.T) {
	t.Parallel()
	r := report()
	r.Findings[0].Location.File = "a b/#1 (x)<y>|.yaml"
	page := func(id string) string {
		if id == "CASE-1" {
			return "https://example.com/cases/CASE-1"
		}
		return ""
	}
	out := write(t, "markdown", r, format.Options{SourceURL: "https://example.com/blob/main/", CasePage: page})
	for _, want := range []string{
		"### [CASE-1](<https://example.com/cases/CASE-1>): Scale-in",
		"### CASE-2: Replies",
		"(<https://example.com/blob/main/a%20b/%231%20%28x%29%3Cy%3E%7C.yaml#L12>)",
		"[`base/größe web.yaml:3`](<https://example.com/blob/main/base/gr%C3%B6%C3%9Fe%20web.yaml#L3>)",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("lacks %s:\n%s", want, out)
		}
	}
	if out := write(t, "markdown", r, format.Options{SourceURL: "."}); !strings.Contains(out, "(<./base/service.yaml#L8>)") {
		t.Errorf("a link is not relative:\n%s", out)
	}
}

func TestMarkdownFitsIntoAComment(t *testing.T) {
	t.Parallel()
	r := report()
	warning, grave := r.Findings[1], r.Findings[0]
	r.Findings = nil
	for i := range 3000 {
		f := warning
		if i >= 2990 {
			f = grave
		}
		f.Case = fmt.Sprintf("CASE-%d", i%3)
		r.Findings = append(r.Findings, f)
	}
	r.Skipped = slices.Repeat(r.Skipped, 500)
	out := write(t, "markdown", r, format.Options{})
	if len(out) > 64000 || len(out) < 50000 {
		t.Errorf("%d bytes, want as much as there is room for in 64000", len(out))
	}
	if n := strings.Count(out, "| **error** |"); n != 10 {
		t.Errorf("%d of 10 errors are listed", n)
	}
	rows := strings.Count(out, "| warning |") + 10
	if want := fmt.Sprintf("Left out, since comments have a limit: %d further findings, and the details of %d findings.\n", 3000-rows, rows); !strings.HasSuffix(out, want) {
		t.Errorf("ends with %q, want %q", out[len(out)-150:], want)
	}
	if !strings.Contains(out, "- and 480 more\n") {
		t.Error("does not say how many problems are not listed")
	}
}

func TestMarkdownOfLongTexts(t *testing.T) {
	t.Parallel()
	out := write(t, "markdown", spoilt(strings.Repeat("<x>", 30_000)), format.Options{SourceURL: "https://example.com"})
	if len(out) > 64000 {
		t.Errorf("%d bytes", len(out))
	}
}

func TestMarkdownDrawsAPictureOnce(t *testing.T) {
	t.Parallel()
	r := report()
	r.Findings = append(r.Findings, r.Findings[0])
	out := write(t, "markdown", r, format.Options{})
	if strings.Count(out, "```mermaid") != 1 || strings.Count(out, "- chain: as above\n") != 1 {
		t.Errorf("the picture is drawn again:\n%s", out)
	}
}

func TestMarkdownTellsAShortChainInWords(t *testing.T) {
	t.Parallel()
	r := report()
	chain := r.Findings[0].Chain
	chain.Nodes, chain.Edges = chain.Nodes[3:], []lint.ChainEdge{{From: 0, To: 1, Relation: lint.RelationRunsOn}}
	if out := write(t, "markdown", r, format.Options{}); !strings.Contains(out, "- chain: `Deployment shop/web` runs on `nodes`\n") {
		t.Errorf("lacks the chain:\n%s", out)
	}
}
