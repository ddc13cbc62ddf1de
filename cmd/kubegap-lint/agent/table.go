package agent

import (
	"fmt"
	"strings"
)

// Table writes all tools as a Markdown table, with the first sentence of what agents
// read of each.
func Table() string {
	var b strings.Builder
	b.WriteString("| Tool | What it does |\n| --- | --- |\n")
	for _, t := range newServer(Program{Apply: func(Fixes) error { return nil }}, nil).tools {
		sentence, _, _ := strings.Cut(t.description, ". ")
		if t.writes {
			sentence = "Only with `--allow-writes`: " + sentence
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", t.name, sentence)
	}
	return b.String()
}
