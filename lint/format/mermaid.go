package format

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/kubegap/kubegap-lint/lint"
)

const (
	// maxLabel is how many code points of a kind or of a name a picture shows: more make
	// boxes so wide that all of the picture is shown smaller.
	maxLabel = 40
	// maxBeside is how many ranks of boxes stand side by side. More of them, in the width
	// of a comment, are too small to read, and go from top to bottom.
	maxBeside = 4
)

// mermaid draws a chain as a flowchart of Mermaid, which GitHub and GitLab show as a
// picture. Nodes are called n0, n1 and so on, so that nothing but the labels comes from
// manifests.
// https://mermaid.js.org/syntax/flowchart.html
func mermaid(c lint.Chain) []string {
	rows := []string{"flowchart LR"}
	if len(c.Nodes) > 0 && slices.Max(c.Rows()) >= maxBeside {
		rows[0] = "flowchart TB"
	}
	for i, n := range c.Nodes {
		rows = append(rows, fmt.Sprintf("  n%d%s", i, box(c, n)))
	}
	for _, e := range c.Links() {
		rows = append(rows, fmt.Sprintf(`  n%d -->|"%s"| n%d`, e.From, mermaidText(e.Label()), e.To))
	}
	for i, n := range c.Nodes {
		if n.Defect {
			rows = append(rows, fmt.Sprintf("  style n%d stroke:#d1242f,stroke-width:3px", i))
		}
	}
	return rows
}

// box draws a node: round for an end of the chain, with double sides for what makes pods.
func box(c lint.Chain, n lint.ChainNode) string {
	label := mermaidText(n.Label())
	if n.Object.Kind != "" && n.Object.Name != "" {
		label = mermaidText(n.Object.Kind) + "<br/>" + mermaidText(c.ShortName(n.Object, maxLabel))
	}
	switch n.Type {
	case lint.NodeInternet, lint.NodeMachine:
		return `(["` + label + `"])`
	case lint.NodePods:
		return `[["` + label + `"]]`
	default:
		return `["` + label + `"]`
	}
}

// mermaidText makes text fit for a label in quotes. All but letters, digits, spaces and
// what joins the parts of names is written as the code of a character, since a label may
// hold HTML and Markdown. Icons (fa:fa-car) and formulas ($$x$$) are looked for after the
// codes are read, so that their signs are kept apart from what follows.
// https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters
func mermaidText(text string) string {
	runes := []rune(Printable(lint.Shortened(text, maxLabel)))
	plain := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsDigit(runes[i]))
	}
	var b strings.Builder
	for i, r := range runes {
		joins := (r == '-' || r == '/' || r == '_') && plain(i-1) && plain(i+1)
		if plain(i) || joins || r == ' ' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "#%d;", r)
		}
		if r == ':' || r == '$' {
			b.WriteString(joiner)
		}
	}
	return b.String()
}
