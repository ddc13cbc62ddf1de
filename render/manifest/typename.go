package manifest

// TypeName says what a decoded value is, as people who write YAML call it: "a
// mapping", "a list", "a string", "a number", "true or false" or "null".
func TypeName(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case string:
		return "a string"
	case bool:
		return "true or false"
	case map[string]any:
		return "a mapping"
	case []any:
		return "a list"
	}
	return "a number"
}
