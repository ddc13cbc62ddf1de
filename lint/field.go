package lint

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// itemKeys are the fields that tell the items of a list apart, the most telling
// first: those by which the API server merges lists, and the keys of tolerations
// and of volumes. The host of a rule, its path and the like are not among them:
// overlays and values set those, and the item is still the same.
// https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
var itemKeys = []string{"name", "key", "mountPath", "devicePath", "containerPort", "port", "ip", "topologyKey"}

// fieldName writes the path of a field so that it stays the same when items of
// lists are added or reordered.
func fieldName(o *graph.Object, origin manifest.Origin, path manifest.Path) string {
	return fields{mask: origin.Name}.named(o.Manifest.Body, path).String()
}

// isMasked tells whether the object's name has text that differs on each
// rendering.
func isMasked(o manifest.Origin) bool { return strings.Contains(o.Namespace+o.Name, "*") }

// fields names the fields of one object.
type fields struct {
	// mask is the object's name with "*" for text that differs on each
	// rendering. Items that are named likewise have it as their name.
	mask string
}

// named gives the path with a key in place of the index of an item that has a
// name of its own: containers["name=web"] for containers[0]. Other items keep
// their index.
func (f fields) named(value any, path manifest.Path) manifest.Path {
	result := make(manifest.Path, 0, len(path))
	for i, step := range path {
		switch v := value.(type) {
		case map[string]any:
			value = v[step.Key()]
		case []any:
			value, step = f.namedItem(v, step)
		case string:
			return append(result, f.namedInText(v, path[i:])...)
		}
		result = append(result, step)
	}
	return result
}

// namedItem gives the item of a list, and the step to it by its name.
func (f fields) namedItem(list []any, step manifest.Step) (any, manifest.Step) {
	if !step.IsIndex() || step.Index() >= len(list) {
		return nil, step
	}
	item := list[step.Index()]
	for _, name := range f.itemNames(item) {
		count := 0
		for _, other := range list {
			for _, n := range f.itemNames(other) {
				if n == name {
					count++
				}
			}
		}
		if count == 1 {
			return item, manifest.Key(name)
		}
	}
	return item, step
}

// itemNames gives what may tell an item apart, the most telling first: its
// itemKeys, or the flag that it sets.
func (f fields) itemNames(item any) []string {
	var names []string
	switch item := item.(type) {
	case string:
		if flag, _, _ := strings.Cut(item, "="); strings.HasPrefix(flag, "-") {
			names = append(names, flag)
		}
	case map[string]any:
		for _, key := range itemKeys {
			switch value := item[key].(type) {
			case string:
				if like, err := path.Match(f.mask, value); like && err == nil {
					value = f.mask
				}
				names = append(names, key+"="+value)
			case int64:
				names = append(names, key+"="+strconv.FormatInt(value, 10))
			}
		}
	}
	return names
}

// namedInText is named for a path that goes on below a string, by the rules of
// manifest.Path.
func (f fields) namedInText(text string, path manifest.Path) manifest.Path {
	var body any
	for _, d := range manifest.Parse("", []byte(text)) {
		switch d.Body.(type) {
		case map[string]any, []any:
			if _, found := d.Lookup(path); found {
				return f.named(d.Body, path)
			}
			if body == nil {
				body = d.Body
			}
		}
	}
	if body == nil && len(path) == 1 && path[0].IsIndex() {
		return manifest.Path{namedLine(text, path[0])}
	}
	return f.named(body, path)
}

// namedLine gives the step to a line by its first word, and by the number of
// lines above it that begin with the same one.
func namedLine(text string, step manifest.Step) manifest.Step {
	lines := strings.Split(text, "\n")
	if step.Index() >= len(lines) {
		return step
	}
	word, before := firstWord(lines[step.Index()]), 0
	for _, line := range lines[:step.Index()] {
		if firstWord(line) == word {
			before++
		}
	}
	return manifest.Key(fmt.Sprintf("%s/%d", word, before))
}

func firstWord(line string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return word
}
