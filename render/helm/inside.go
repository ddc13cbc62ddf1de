package helm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/kubegap/kubegap-lint/render/helm/provenance"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// inside finds the field that path leads to in a value that a template prints as
// a whole, and gives the path of the field in the chart's values. The longer the
// part of the path that the value covers, the surer it is; at least one step is.
func inside(body map[string]any, path manifest.Path, read provenance.Read) (manifest.Path, bool) {
	if !isCollection(read.Value) {
		return nil, false
	}
	var printed any = body
	for start := 0; start < len(path); start++ {
		if rest, ok := follow(read.Value, printed, path[start:]); ok {
			return slices.Concat(read.Path, rest), true
		}
		var exists bool
		if printed, exists = step(printed, path[start]); !exists {
			return nil, false
		}
	}
	return nil, false
}

// insideText finds the field that path leads to in a text that a template prints,
// such as a file of configuration or a whole manifest, and gives the path of the
// field in the text.
func insideText(body map[string]any, path manifest.Path, read provenance.Read) (manifest.Path, bool) {
	text, isText := read.Value.(string)
	if !isText || !strings.Contains(text, "\n") {
		return nil, false
	}
	if there := existing(body, path); len(there) == len(path) {
		var printed any = body
		for i, s := range path {
			if field, ok := printed.(string); ok {
				return path[i:], alikeText(field, text)
			}
			printed, _ = step(printed, s)
		}
	}
	for _, doc := range manifest.Parse("", []byte(text)) {
		if doc.Err != nil {
			break
		}
		if way, ok := inside(body, path, provenance.Read{Value: doc.Body}); ok {
			return way, true
		}
	}
	return nil, false
}

// alikeText tells whether a printed text is the one of a value: the same lines, of
// which those that are templates may differ.
func alikeText(printed, value string) bool {
	a, b := strings.Split(strings.TrimSpace(printed), "\n"), strings.Split(strings.TrimSpace(value), "\n")
	return slices.EqualFunc(a, b, func(printed, value string) bool {
		return strings.TrimSpace(printed) == strings.TrimSpace(value) || strings.Contains(value, "{{")
	})
}

// follow walks down a path in what was printed, and at the same time in a value;
// an item of a list is the equal one of the other list. In the end both are
// equal, or a text in the value is a template.
func follow(value, printed any, path manifest.Path) (manifest.Path, bool) {
	var way manifest.Path
	for _, s := range path {
		next, exists := step(printed, s)
		if !exists {
			return nil, false
		}
		if list, isList := value.([]any); isList && s.IsIndex() {
			i := slices.IndexFunc(list, func(item any) bool { return same(item, next) })
			if i < 0 {
				return nil, false
			}
			s = manifest.Index(i)
		}
		if value, exists = step(value, s); !exists {
			return nil, false
		}
		printed = next
		way = append(way, s)
	}
	text, _ := value.(string)
	return way, same(value, printed) || strings.Contains(text, "{{")
}

// step gives what a step leads to.
func step(value any, s manifest.Step) (any, bool) {
	switch value := plainMap(value).(type) {
	case map[string]any:
		v, ok := value[s.Key()]
		return v, ok && !s.IsIndex()
	case []any:
		if s.IsIndex() && s.Index() < len(value) {
			return value[s.Index()], true
		}
	}
	return nil, false
}

// same tells whether a value of a chart and a printed one are equal. A template
// may print a number as text, and leave out what is empty.
func same(value, printed any) bool {
	switch value := plainMap(value).(type) {
	case map[string]any:
		other, ok := printed.(map[string]any)
		if !ok || len(other) != len(value) {
			return false
		}
		for key, field := range value {
			if there, exists := other[key]; !exists || !same(field, there) {
				return false
			}
		}
		return true
	case []any:
		other, ok := printed.([]any)
		return ok && slices.EqualFunc(value, other, same)
	case string:
		text, isText := printed.(string)
		return isText && (value == text || strings.Contains(value, "{{"))
	default:
		return scalarText(value) == scalarText(printed)
	}
}

// plainMap gives Helm's type for values as the map that it is.
func plainMap(value any) any {
	if values, ok := value.(chartutil.Values); ok {
		return map[string]any(values)
	}
	return value
}

// isCollection tells whether a value is a mapping or a list that is not empty.
func isCollection(value any) bool {
	switch value := plainMap(value).(type) {
	case map[string]any:
		return len(value) > 0
	case []any:
		return len(value) > 0
	}
	return false
}

// scalarText writes a scalar as a template prints it.
func scalarText(value any) string {
	if number, ok := value.(float64); ok {
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}
