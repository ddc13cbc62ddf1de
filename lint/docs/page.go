package docs

import (
	"fmt"
	"regexp"
	"strings"
)

// page collects Markdown blocks with one blank line between them.
type page struct {
	b     strings.Builder
	depth int
}

func (p *page) String() string { return p.b.String() }

func (p *page) block(text string) {
	if p.b.Len() > 0 {
		p.b.WriteString("\n")
	}
	p.b.WriteString(strings.TrimSpace(text) + "\n")
}

func (p *page) heading(below int, title string) {
	p.block(strings.Repeat("#", p.depth+below) + " " + title)
}

func (p *page) text(format string, args ...any) {
	if text := strings.TrimSpace(fmt.Sprintf(format, args...)); text != "" {
		p.block(text)
	}
}

// expectation is what the fixtures write on a line that must be reported.
var expectation = regexp.MustCompile(`(?m) # want .*$`)

// yaml writes a fixture, with a mark where the test expects a finding.
func (p *page) yaml(text string) {
	text = expectation.ReplaceAllString(strings.TrimSpace(text), " # reported")
	p.block("```yaml\n" + text + "\n```")
}

// list writes a heading one deeper than the first and a list below it; nothing where there are no items.
func (p *page) list(title string, items []string) {
	if len(items) == 0 {
		return
	}
	p.heading(1, title)
	var lines []string
	for _, item := range items {
		lines = append(lines, "- "+strings.Join(strings.Fields(item), " "))
	}
	p.block(strings.Join(lines, "\n"))
}
