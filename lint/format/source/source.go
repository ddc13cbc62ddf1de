// Package source gives the lines of files to those who show them.
package source

import "strings"

// Texts cuts the texts of files into lines, each once.
type Texts struct {
	texts map[string]string
	lines map[string][]string
}

// New makes Texts of the texts by the path of the file.
func New(texts map[string]string) Texts { return Texts{texts, map[string][]string{}} }

// Lines gives the lines of a file without their ends and without a byte order mark;
// none where its text is not known.
func (t Texts) Lines(file string) []string {
	if lines, ok := t.lines[file]; ok {
		return lines
	}
	text := strings.TrimPrefix(t.texts[file], "\ufeff")
	var lines []string
	if text != "" {
		lines = strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	}
	t.lines[file] = lines
	return lines
}
