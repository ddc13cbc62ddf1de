package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// plausible tells whether the line of an exact place has to do with its field:
// it holds the last key of the path, or the value or a part of it, or the
// expression that printed it.
func (a *audit) plausible(c claim) bool {
	at := c.trace.Location
	line := a.line(at)
	value, exists := valueAt(c.object, c.path)
	if !exists {
		return takesAway.MatchString(line)
	}
	return a.isAction(c.unit.Kind, at) && printsWithin(line, c.path) || holdsKey(line, c.path) || holdsValue(line, value) || labels(line, value)
}

// takesAway finds what makes a layer of a kustomization remove a field. Only such
// a line can be that of a field which is not there.
var takesAway = regexp.MustCompile(`\bnull\b|~|\$patch|\bremove\b`)

// literalKey is the key that a line of a template begins with.
var literalKey = regexp.MustCompile(`^\s*(?:- )?["']?([\w./-]+)["']?:(?:\s|$)`)

// printsWithin tells whether the actions of a line can print a field: if the line
// begins with a key, they print what is at or below that key.
func printsWithin(line string, path manifest.Path) bool {
	key := literalKey.FindStringSubmatch(line)
	return key == nil || slices.Contains(path, manifest.Key(key[1]))
}

// isAction tells whether an action of a template is on the line: one of a
// template, or one in the values of a chart, which templates may run.
func (a *audit) isAction(kind render.Kind, at manifest.Location) bool {
	f := a.file(at.File)
	ofChart := kind == render.KindHelm || strings.Contains("/"+at.File, "/templates/")
	return ofChart && at.Line >= 1 && at.Line <= len(f.lines) && f.acting[at.Line-1]
}

// labeller is the field of a kustomization that adds a whole mapping of labels
// or annotations.
var labeller = regexp.MustCompile(`^\s*(- )?(commonLabels|commonAnnotations|labels|pairs):`)

// labels tells whether the line is of a field of a kustomization that makes the
// mapping.
func labels(line string, value any) bool {
	_, isMapping := value.(map[string]any)
	return isMapping && labeller.MatchString(line)
}

// holdsKey tells whether a line holds the key that a path ends with. The whole
// object is told by its kind; an item that a JSON patch adds by the list.
func holdsKey(line string, path manifest.Path) bool {
	if len(path) == 0 {
		return strings.Contains(line, "kind")
	}
	last := path[len(path)-1]
	if last.IsIndex() && len(path) > 1 && strings.Contains(line, "path:") {
		last = path[len(path)-2]
	}
	return last.Key() != "" && strings.Contains(line, last.Key())
}

// blockHeader is the end of a line below which a block scalar stands, alias a
// value that is written elsewhere in the file, and variable a text in whose place
// kustomize puts the value of another field.
var (
	blockHeader = regexp.MustCompile(`[|>][-+0-9]*\s*(#.*)?$`)
	alias       = regexp.MustCompile(`(^|[-:\s])\*[^\s*]+\s*(#.*)?$`)
	variable    = regexp.MustCompile(`\$\(\w+\)`)
)

// holdsValue tells whether a line holds a value, a part of it, or its beginning.
func holdsValue(line string, value any) bool {
	if alias.MatchString(line) || variable.MatchString(line) {
		return true
	}
	switch value := value.(type) {
	case map[string]any:
		for key := range value {
			if strings.Contains(line, key) {
				return true
			}
		}
		return strings.Contains(line, "{")
	case []any:
		return strings.HasPrefix(strings.TrimSpace(line), "-") || strings.Contains(line, "[")
	case nil:
		return true
	}
	text := fmt.Sprint(value)
	if _, isText := value.(string); isText && blockHeader.MatchString(line) {
		return true
	}
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if first != "" && strings.Contains(line, first) {
		return true
	}
	for _, own := range ownValues(line) {
		if own == text || own != "" && (strings.Contains(text, own) || strings.Contains(own, text)) {
			return true
		}
	}
	return false
}

// ownValues gives the scalars that a line of YAML holds by itself.
func ownValues(line string) []string {
	var node yaml.Node
	if yaml.Unmarshal([]byte(strings.TrimLeft(line, " -")), &node) != nil {
		return nil
	}
	var values []string
	var visit func(*yaml.Node)
	visit = func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			values = append(values, strings.TrimSpace(n.Value))
		}
		for _, below := range n.Content {
			visit(below)
		}
	}
	visit(&node)
	return values
}

// valueAt gives the value of an object's field.
func valueAt(o manifest.Object, path manifest.Path) (any, bool) {
	return (&manifest.Document{Body: o.Body}).Lookup(path)
}
