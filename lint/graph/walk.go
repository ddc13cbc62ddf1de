package graph

import (
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// walk calls found for each field of value that the pattern leads to: keys
// joined by dots, a key followed by [] for each item of a list. The path of the
// field goes on from base; found must copy it to keep it.
func walk(value any, pattern string, base manifest.Path, found func(value any, path manifest.Path)) {
	step, rest, _ := strings.Cut(pattern, ".")
	key, isList := strings.CutSuffix(step, "[]")
	value, ok := mapping(value)[key]
	if !ok {
		return
	}
	path := append(base, manifest.Key(key))
	if !isList {
		walkOn(value, rest, path, found)
		return
	}
	items, _ := value.([]any)
	for i, item := range items {
		walkOn(item, rest, append(path, manifest.Index(i)), found)
	}
}

func walkOn(value any, rest string, path manifest.Path, found func(value any, path manifest.Path)) {
	if rest == "" {
		found(value, path)
	} else {
		walk(value, rest, path, found)
	}
}
