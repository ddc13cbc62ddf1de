package config

import (
	"bytes"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Read reads a configuration file. The error is a mistake.List: all that can be told
// without a look at the repository and the policies, see Check and CheckIDs. The
// configuration holds what could be read.
func Read(file File, data []byte) (Config, error) {
	d := decoder{config: Config{File: file}}
	if isUTF16(data) {
		d.mistake(1, "is UTF-16; save it as UTF-8")
		return d.config, d.mistakes.Err()
	}
	documents := manifest.Parse(file.At(Place{}).File, data)
	for i, doc := range documents {
		if doc.Err != nil {
			d.mistake(doc.Err.Location.Line, "%s%s", doc.Err.Message, hint(data, doc.Err.Location.Line))
		} else if i > 0 {
			d.mistake(doc.Node().Line, "is a second document; a configuration is one")
			break
		}
	}
	if len(d.mistakes) > 0 || len(documents) == 0 {
		return d.config, d.mistakes.Err()
	}
	d.document = documents[0]
	for _, duplicate := range d.document.Duplicates {
		d.mistake(duplicate.Location.Line, "%s", strings.TrimSuffix(duplicate.Message, "; the last one wins"))
	}
	d.config.root = d.document.Node()
	d.file(d.config.root)
	return d.config, d.mistakes.Err()
}

// isUTF16 tells text in UTF-16 by its mark, or by the zeros that ASCII has in it.
func isUTF16(data []byte) bool {
	if len(data) < 2 {
		return false
	}
	return bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF}) || (data[0] == 0) != (data[1] == 0)
}

// hint tells what is most likely wrong with a line that is no YAML.
func hint(data []byte, line int) string {
	text, _ := manifest.Text(data)
	lines := strings.Split(text, "\n")
	if line >= 1 && line <= len(lines) && strings.HasPrefix(strings.TrimLeft(lines[line-1], " "), "\t") {
		return "; YAML is indented with spaces, not tabs"
	}
	return ""
}
