package cli

import "testing"

func TestRoffEscapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		".dot at the start": `\&.dot at the start`,
		"'quote' `code`":    `\(aqquote\(aq \(gacode\(ga`,
		`a\b --flag ~/x ^`:  `a\eb \-\-flag \(ti/x \(ha`,
	} {
		if got := escape(text); got != want {
			t.Errorf("escape(%q) = %q, want %q", text, got, want)
		}
	}
}
