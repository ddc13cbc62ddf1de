package docs

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/kubegap/kubegap-lint/lint/catalog"
)

// page collects Markdown blocks with one blank line between them.
type page struct {
	b        strings.Builder
	depth    int
	language catalog.Language
}

func (p *page) String() string { return p.b.String() }

func (p *page) block(text string) {
	if p.b.Len() > 0 {
		p.b.WriteString("\n")
	}
	p.b.WriteString(strings.TrimSpace(text) + "\n")
}

func (p *page) title(text string) { p.block(strings.Repeat("#", p.depth) + " " + text) }

// heading writes a heading one deeper than the title, and what follows it
// on its line.
func (p *page) heading(title catalog.Text, rest string) {
	p.block(strings.Repeat("#", p.depth+1) + " " + title.In(p.language) + rest)
}

func (p *page) text(format string, args ...any) {
	if text := strings.TrimSpace(fmt.Sprintf(format, args...)); text != "" {
		p.block(text)
	}
}

// expectation is what the fixtures write on a line that must be reported.
var expectation = regexp.MustCompile(`(?m) # want .*$`)

// Example is a fixture as people see it, with a mark where the test expects a finding.
func Example(fixture string) string {
	return expectation.ReplaceAllString(strings.TrimSpace(fixture), " # reported")
}

// yaml writes a fixture.
func (p *page) yaml(text string) {
	p.block("```yaml\n" + Example(text) + "\n```")
}

// list writes a heading one deeper than the title and items below it; nothing
// where there are no items.
func (p *page) list(title catalog.Text, items []string) {
	if len(items) > 0 {
		p.heading(title, "")
		p.items(items)
	}
}

func (p *page) items(items []string) {
	var lines []string
	for _, item := range items {
		lines = append(lines, "- "+strings.Join(strings.Fields(item), " "))
	}
	if len(lines) > 0 {
		p.block(strings.Join(lines, "\n"))
	}
}
