package manifest

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// kubectl turns YAML into JSON before it sends it, and resolves plain scalars
// as YAML 1.1 has it while it does: yes and on are booleans, 0644 is octal.
// See https://github.com/kubernetes-sigs/yaml/blob/v1.6.0/yaml.go and the
// go.yaml.in/yaml/v2 library that it reads with. Through JSON, a float
// without a fraction becomes an integer, and an integer beyond 64 bits a float.

// scalarValue gives the value of a YAML scalar: nil, bool, int64, float64 or
// string.
func scalarValue(n *yaml.Node) (any, error) {
	if n.Style&yaml.TaggedStyle != 0 {
		return taggedValue(n.ShortTag(), n.Value)
	}
	if n.Style != 0 {
		return n.Value, nil
	}
	return plainValue(n.Value)
}

func taggedValue(tag, text string) (any, error) {
	switch tag {
	case "!!null":
		return nil, nil
	case "!!binary":
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, fmt.Errorf("decode !!binary value: %w", err)
		}
		return string(data), nil
	case "!!bool", "!!int", "!!float":
	default:
		return text, nil
	}
	v, err := plainValue(text)
	if err != nil {
		return nil, err
	}
	fits := false
	switch v.(type) {
	case bool:
		fits = tag == "!!bool"
	case int64:
		fits = tag != "!!bool"
	case float64:
		fits = tag == "!!float"
	}
	if !fits {
		return nil, fmt.Errorf("cannot decode %q as a %s", text, tag)
	}
	return v, nil
}

// plainValue resolves a scalar without quotes and tag.
func plainValue(s string) (any, error) {
	if s == "" {
		return nil, nil
	}
	switch c := s[0]; {
	case c == '~' || strings.IndexByte("yYnNtTfFoO", c) >= 0:
		return wordValue(s), nil
	case c == '.' || c == '+' || c == '-' || '0' <= c && c <= '9':
		return numberValue(s)
	}
	return s, nil
}

func wordValue(s string) any {
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON":
		return true
	case "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF":
		return false
	case "~", "null", "Null", "NULL":
		return nil
	}
	return s
}

// numberValue resolves a scalar that starts like a number.
func numberValue(s string) (any, error) {
	switch s {
	case ".nan", ".NaN", ".NAN",
		".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF":
		return nil, fmt.Errorf("%s has no place in JSON", s)
	}
	if s[0] == '.' {
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return throughJSON(f), nil
		}
		return s, nil
	}
	if isTimestamp(s) {
		return s, nil
	}
	plain := strings.ReplaceAll(s, "_", "")
	if i, err := strconv.ParseInt(plain, 0, 64); err == nil {
		return i, nil
	}
	if u, err := strconv.ParseUint(plain, 0, 64); err == nil {
		return float64(u), nil
	}
	if isFloat(plain) {
		if f, err := strconv.ParseFloat(plain, 64); err == nil {
			return throughJSON(f), nil
		}
	}
	return s, nil
}

// throughJSON gives the number that remains of f once it was written as JSON
// and read again. JSON has an exponent only below 1e-6 and from 1e21 on.
func throughJSON(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) < 1e21 {
		if i, err := strconv.ParseInt(strconv.FormatFloat(f, 'f', -1, 64), 10, 64); err == nil {
			return i
		}
	}
	return f
}

// isFloat tells whether s is a decimal number as YAML 1.1 writes it:
// [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
func isFloat(s string) bool {
	s = trimSign(s)
	whole, s := cutDigits(s)
	fraction := 0
	if strings.HasPrefix(s, ".") {
		fraction, s = cutDigits(s[1:])
	}
	if whole+fraction == 0 {
		return false
	}
	if s == "" {
		return true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	exponent, rest := cutDigits(trimSign(s[1:]))
	return exponent > 0 && rest == ""
}

func trimSign(s string) string {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:]
	}
	return s
}

func cutDigits(s string) (n int, rest string) {
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n, s[n:]
}

// isTimestamp tells whether s is a date, or a date and a time.
func isTimestamp(s string) bool {
	if n, _ := cutDigits(s); n != 4 || len(s) == 4 || s[4] != '-' {
		return false
	}
	for _, layout := range []string{
		"2006-1-2T15:4:5.999999999Z07:00",
		"2006-1-2t15:4:5.999999999Z07:00",
		"2006-1-2 15:4:5.999999999",
		"2006-1-2",
	} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

// keyText gives the JSON key that a YAML key becomes.
func keyText(n *yaml.Node) (string, error) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind != yaml.ScalarNode {
		return "", fmt.Errorf("a mapping or sequence cannot be a key")
	}
	if n.Style == 0 && isWord(n.Value) {
		return n.Value, nil
	}
	v, err := scalarValue(n)
	if err != nil {
		return "", err
	}
	switch v := v.(type) {
	case string:
		return v, nil
	case bool:
		return strconv.FormatBool(v), nil
	case int64:
		if f, ok := floatKey(n.Value); ok {
			return f, nil
		}
		return strconv.FormatInt(v, 10), nil
	case float64:
		if f, ok := floatKey(n.Value); ok {
			return f, nil
		}
	}
	return "", fmt.Errorf("%s cannot be a key", describeKey(n.Value))
}

// isWord tells whether s, unquoted, can only be a string. It spares the common
// keys the way through plainValue.
func isWord(s string) bool {
	return s != "" && strings.IndexByte("~yYnNtTfFoO.+-0123456789", s[0]) < 0
}

// floatKey gives the key that a float becomes. It keeps the precision of 32
// bits, as the conversion does.
func floatKey(s string) (string, bool) {
	plain := strings.ReplaceAll(s, "_", "")
	if _, err := strconv.ParseInt(plain, 0, 64); err == nil || !isFloat(plain) {
		return "", false
	}
	if _, err := strconv.ParseUint(plain, 0, 64); err == nil {
		return "", false
	}
	f, err := strconv.ParseFloat(plain, 64)
	if err != nil {
		return "", false
	}
	return strconv.FormatFloat(f, 'g', -1, 32), true
}

func describeKey(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}
