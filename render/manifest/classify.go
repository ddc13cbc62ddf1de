package manifest

import "strings"

// Class tells what a YAML or JSON file is to this program.
type Class int

// The classes. The zero value is ClassOther.
const (
	// ClassOther: nothing in the file would reach a cluster by itself, such as
	// a values file, a CI workflow or a patch without a kind.
	ClassOther Class = iota
	// ClassManifest: at least one document has an apiVersion and a kind.
	ClassManifest
	// ClassTemplate: the file is no YAML, and what makes it none is the syntax
	// of a template language.
	ClassTemplate
	// ClassInvalid: the file can be read neither as YAML nor as JSON, though
	// it speaks of an apiVersion and a kind, or is binary.
	ClassInvalid
)

// Classify tells the class of a file. It parses it only where that is needed:
// a file that nowhere speaks of apiVersion and kind is ClassOther even if it is
// broken, and one that has both at the start of lines, but none of the
// delimiters {{, {%, <% and %{, is ClassManifest even if it is broken elsewhere.
// A file with template syntax that can be read nevertheless, because it stands
// in strings, is no template.
func Classify(file string, data []byte) Class {
	text, ok := Text(data)
	if !ok {
		return ClassInvalid
	}
	if !strings.Contains(text, "apiVersion") || !strings.Contains(text, "kind") {
		return ClassOther
	}
	if hasManifestLines(text) && !hasDelimiters(text) {
		return ClassManifest
	}
	return classify(parseText(file, text))
}

func classify(docs []*Document) Class {
	class := ClassOther
	for _, d := range docs {
		if _, isTemplate := d.Template(); isTemplate {
			return ClassTemplate
		}
		switch {
		case IsObject(d.Body):
			class = ClassManifest
		case d.Err != nil && class == ClassOther:
			class = ClassInvalid
		}
	}
	return class
}

// hasManifestLines tells whether a document of the stream has lines that set
// apiVersion and kind at its top level.
func hasManifestLines(text string) bool {
	var version, kind bool
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "---"):
			version, kind = false, false
		case setsKey(line, "apiVersion:"):
			version = true
		case setsKey(line, "kind:"):
			kind = true
		}
		if version && kind {
			return true
		}
	}
	return false
}

func setsKey(line, key string) bool {
	value, ok := strings.CutPrefix(line, key)
	value = strings.TrimSpace(value)
	return ok && value != "" && value[0] != '#'
}

func hasDelimiters(text string) bool {
	for _, delimiter := range []string{"{{", "{%", "<%", "%{"} {
		if strings.Contains(text, delimiter) {
			return true
		}
	}
	return false
}
