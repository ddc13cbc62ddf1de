package kustomize

import (
	"regexp"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// embedded is a document in the text of a field, such as a patch within a
// kustomization.
type embedded struct {
	field node
	doc   *manifest.Document
	// text and file are the lines of the field's text and of its file.
	text, file []string
}

// embed gives the documents in the text of a field.
func (d *reader) embed(field node) []node {
	if field.text() == "" {
		return nil
	}
	var all []node
	file := field.at().File
	lines, text := d.lines(file), strings.Split(field.text(), "\n")
	for _, doc := range manifest.Parse(file, []byte(field.text())) {
		all = append(all, node{in: &embedded{field, doc, text, lines}, value: doc.Body})
	}
	return all
}

// lines gives the lines of a file, read once for all fields of a layer.
func (d *reader) lines(file string) []string {
	if known, ok := d.files[file]; ok {
		return known
	}
	var lines []string
	if data, err := d.r.cache.ReadFile(file); err == nil {
		text, _ := manifest.Text(data)
		lines = strings.Split(text, "\n")
	}
	d.files[file] = lines
	return lines
}

// blockHeader ends the line above the text of a block scalar.
var blockHeader = regexp.MustCompile(`(?:^|[\s:-])[|>][-+0-9]*(?:\s+#.*)?\s*$`)

// Locate implements manifest.Locator. The lines of a literal block are those of the file.
// Other text can be taken apart only where all of it stands on one line, which
// is then the place; else the place is the field's, and near.
func (e *embedded) Locate(path manifest.Path) manifest.Location {
	field, inner := e.field.at(), e.doc.Locate(path)
	if field.Line == 0 || field.Line > len(e.file) {
		return field
	}
	if !blockHeader.MatchString(e.file[field.Line-1]) {
		if strings.Contains(strings.TrimSpace(e.field.text()), "\n") {
			field.Precision = min(field.Precision, manifest.PrecisionNearby)
		}
		field.Precision = min(field.Precision, inner.Precision)
		return field
	}
	start, ok := e.indent(field.Line, inner.Line)
	end, alsoOK := e.indent(field.Line, inner.EndLine)
	if !ok || !alsoOK {
		field.Precision = min(field.Precision, manifest.PrecisionNearby)
		return field
	}
	inner.Line, inner.EndLine = inner.Line+field.Line, inner.EndLine+field.Line
	inner.Column, inner.EndColumn = inner.Column+start, inner.EndColumn+end
	return inner
}

// indent tells how far a line of the text is indented in the file, where the
// text starts below the line header, and whether it is there at all.
func (e *embedded) indent(header, line int) (int, bool) {
	if line < 1 || line > len(e.text) || header+line > len(e.file) {
		return 0, false
	}
	before, ok := strings.CutSuffix(strings.TrimRight(e.file[header+line-1], "\r"), e.text[line-1])
	return len(before), ok && strings.Trim(before, " ") == ""
}
