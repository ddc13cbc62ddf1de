package manifest

import (
	"iter"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Markers of template languages. Those of a block or an expression (Go
// templates, Jinja, ERB, Terraform) break YAML wherever they stand outside of
// strings. Placeholders for sed, envsubst and the like mostly make plain
// scalars, which YAML does not mind, and explain an error only where they begin
// a line or stand on the line of the error.
var (
	blockMarker        = regexp.MustCompile(`\{\{|\{%|<%|%\{`)
	placeholder        = regexp.MustCompile(`\$\{|@@?\w+@@?|__\w+?__|<[A-Z][A-Z0-9_-]*>`)
	leadingPlaceholder = regexp.MustCompile(`^[\s-]*(\$\{|@@?\w+@@?|__\w+?__|<[A-Z][A-Z0-9_-]*>)`)

	// quotedText is a string on one line.
	quotedText = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'[^']*'`)
	// blockHeader ends a line that starts a block scalar.
	blockHeader = regexp.MustCompile(`(?:^|[:\s-])[|>][-+0-9]{0,2}(?:\s+#.*)?\s*$`)
)

// Template tells whether a document that could not be read is the text of a
// template, and gives the place of the first thing in it that says so.
func (d *Document) Template() (Location, bool) {
	if d.Err == nil {
		return Location{}, false
	}
	for i, line := range structuralLines(d.text) {
		number := d.line + i + 1
		content := strings.TrimLeft(line, " ")
		indent := len(line) - len(content)
		at := blockMarker.FindStringIndex(content)
		if at == nil {
			if m := leadingPlaceholder.FindStringSubmatchIndex(content); m != nil {
				at = m[2:4]
			}
		}
		if at == nil && number == d.Err.Location.Line {
			at = placeholder.FindStringIndex(content)
		}
		if at == nil {
			continue
		}
		return Location{
			File: d.file,
			Line: number, Column: indent + utf8.RuneCountInString(content[:at[0]]) + 1,
			EndLine: number, EndColumn: indent + utf8.RuneCountInString(content[:at[1]]) + 1,
			Precision: PrecisionExact,
		}, true
	}
	return Location{}, false
}

// fillIn matches a token that some tool replaces before the file is read:
// <DOMAIN_NAME>, {{ .Domain }}, ${DOMAIN}, @@DOMAIN@@.
var fillIn = regexp.MustCompile(`<[A-Z][A-Z0-9_]+>|\{\{[^}\n]*\}\}|\$\{[A-Za-z_][^}\n]*\}|@@?[A-Z][A-Z0-9_]+@@?`)

// TokenNear gives the first token to be filled in from the line before the given one
// on, else from the start of the text; "" where there is none.
func TokenNear(text []byte, line int) string {
	lines := strings.Split(string(text), "\n")
	for _, near := range lines[max(0, min(line-2, len(lines))):] {
		if token := fillIn.FindString(near); token != "" {
			return token
		}
	}
	return fillIn.FindString(string(text))
}

// structuralLines gives the lines of a YAML text, numbered from 0, without
// those that are comments or stand in block scalars, and with spaces in the
// place of quoted text. The text need not be valid.
func structuralLines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number, block := -1, -1
		for line := range strings.Lines(text) {
			number++
			line = strings.TrimRight(line, "\n")
			content := strings.TrimLeft(line, " ")
			indent := len(line) - len(content)
			if block >= 0 && (content == "" || indent > block) {
				continue
			}
			block = -1
			if strings.HasPrefix(content, "#") {
				continue
			}
			if blockHeader.MatchString(content) {
				block = indent
			}
			line = line[:indent] + quotedText.ReplaceAllStringFunc(content, func(s string) string {
				return strings.Repeat(" ", utf8.RuneCountInString(s))
			})
			if !yield(number, line) {
				return
			}
		}
	}
}
