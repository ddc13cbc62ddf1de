package provenance

import (
	"fmt"
	"strings"
)

// maxKey bounds the text that is worked out: it is for keys.
const maxKey = 1000

// compute gives the result of functions that make keys, for scalars.
func compute(name string, args []operand) (any, bool) {
	values := make([]any, len(args))
	size := 0
	for i, op := range args {
		if !op.known || kindOf(op.value) != scalar {
			return nil, false
		}
		if text, ok := op.value.(string); ok {
			size += len(text)
		}
		values[i] = op.value
	}
	if len(values) == 0 || size > maxKey {
		return nil, false
	}
	text, isText := values[0].(string)
	switch {
	case name == "printf":
		if !isText || !isPlainFormat(text) {
			return nil, false
		}
		return fmt.Sprintf(text, values[1:]...), true
	case name == "print":
		return fmt.Sprint(values...), true
	case len(values) > 1:
		return nil, false
	}
	switch name {
	case "toString":
		return fmt.Sprint(values[0]), true
	case "lower":
		return strings.ToLower(text), isText
	case "upper":
		return strings.ToUpper(text), isText
	case "trim":
		return strings.TrimSpace(text), isText
	}
	return nil, false
}

// isPlainFormat tells whether a format uses each of its arguments once, and as
// wide as it is.
func isPlainFormat(format string) bool {
	for {
		_, verb, ok := strings.Cut(format, "%")
		if !ok {
			return true
		}
		if verb == "" || !strings.ContainsRune("sdvq%", rune(verb[0])) {
			return false
		}
		format = verb[1:]
	}
}
