package edit

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// style is how a file writes what stands below a key.
type style struct {
	// step is the width by which mappings are indented, and list that by which
	// the dashes of sequences are.
	step, list int
}

// styleOf finds the style that most of a text has: two columns for mappings and
// none for sequences where nothing tells.
func styleOf(text string) style {
	steps, lists := map[int]int{}, map[int]int{}
	open := -1
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		content := strings.TrimLeft(line, " ")
		if content == "" || content[0] == '#' || strings.HasPrefix(content, "{{") {
			continue
		}
		indent := len(line) - len(content)
		dash := content == "-" || strings.HasPrefix(content, "- ")
		switch {
		case open < 0:
		case dash && indent >= open:
			lists[indent-open]++
		case !dash && indent > open:
			steps[indent-open]++
		}
		open = -1
		if strings.HasSuffix(content, ":") {
			open = indent
			for strings.HasPrefix(content, "- ") {
				inner := strings.TrimLeft(content[1:], " ")
				open += len(content) - len(inner)
				content = inner
			}
		}
	}
	return style{step: most(steps, 2), list: most(lists, 0)}
}

// most gives the number that was counted most often, the smallest of several.
func most(counts map[int]int, otherwise int) int {
	best, times := otherwise, 0
	for _, n := range slices.Sorted(maps.Keys(counts)) {
		if counts[n] > times {
			best, times = n, counts[n]
		}
	}
	return best
}

// entry gives the lines of an entry of a block mapping.
func (s style) entry(key string, value any, indent int) []string {
	head := strings.Repeat(" ", indent) + scalar(key) + ":"
	switch value := value.(type) {
	case map[string]any:
		if len(value) > 0 {
			return append([]string{head}, s.block(value, indent+s.step)...)
		}
	case []any:
		if len(value) > 0 {
			return append([]string{head}, s.block(value, indent+s.list)...)
		}
	}
	return []string{head + " " + flow(value)}
}

// block gives the lines of a mapping or sequence that is not empty.
func (s style) block(value any, indent int) []string {
	var lines []string
	switch value := value.(type) {
	case map[string]any:
		for _, key := range inOrder(value) {
			lines = append(lines, s.entry(key, value[key], indent)...)
		}
	case []any:
		for _, item := range value {
			lines = append(lines, s.item(item, indent)...)
		}
	}
	return lines
}

// inOrder gives the keys of a mapping in the order in which people write them:
// scalars before what takes several lines, each by name.
func inOrder(m map[string]any) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		return cmp.Or(compareBool(isBlock(m[a]), isBlock(m[b])), cmp.Compare(a, b))
	})
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// item gives the lines of an item of a block sequence.
func (s style) item(value any, indent int) []string {
	dash := strings.Repeat(" ", indent) + "- "
	if m, ok := value.(map[string]any); ok && len(m) > 0 {
		lines := s.block(m, indent+2)
		lines[0] = dash + strings.TrimLeft(lines[0], " ")
		return lines
	}
	return []string{dash + flow(value)}
}

// flow gives a value on one line.
func flow(value any) string {
	return oneLine(value, scalar)
}

// oneLine writes a value in brackets and braces, with blanks behind commas and
// colons; keys and scalars as text has them.
func oneLine(value any, text func(any) string) string {
	switch value := value.(type) {
	case map[string]any:
		entries := make([]string, 0, len(value))
		for _, key := range inOrder(value) {
			entries = append(entries, text(key)+": "+oneLine(value[key], text))
		}
		return "{" + strings.Join(entries, ", ") + "}"
	case []any:
		items := make([]string, len(value))
		for i, item := range value {
			items[i] = oneLine(item, text)
		}
		return "[" + strings.Join(items, ", ") + "]"
	default:
		return text(value)
	}
}

// scalar writes a scalar, without quotes where that is the same everywhere.
func scalar(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(value)
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return strconv.FormatFloat(value, 'g', -1, 64)
	case string:
		if means(value, value) {
			return value
		}
		return quoted(value)
	default:
		return quoted(value)
	}
}

// means tells whether a text on one line stands for a value, as a key and as a
// value, in brackets and out of them.
func means(text string, value any) bool {
	if text == "" || strings.ContainsAny(text, "\n\r\t{}[],") || strings.TrimSpace(text) != text {
		return false
	}
	docs := manifest.Parse("", []byte("a: "+text+"\nb: {c: "+text+"}\nd: {"+text+": e}\n"))
	want := map[string]any{"a": value, "b": map[string]any{"c": value}, "d": map[string]any{text: "e"}}
	return len(docs) == 1 && docs[0].Err == nil && reflect.DeepEqual(docs[0].Body, want)
}

// quoted writes a value as JSON does, which is YAML too.
func quoted(value any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return "null" // Nothing that was decoded from JSON or YAML comes here.
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// jsonText writes a value as JSON with blanks behind commas and colons.
func jsonText(value any) string {
	return oneLine(value, quoted)
}
